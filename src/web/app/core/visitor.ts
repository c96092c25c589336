/** Calls with the anonymous session of somebody who has no wallet session yet. It is opened when it is first needed. */
import { ApiError, type ApiResult, callApi } from "./api.ts";
import type { PageContext } from "./page-env.ts";
import { sessionToken, setSession } from "./sessions.ts";

type VisitorCall = Omit<Parameters<typeof callApi>[1], "as">;
type VisitorSession = { accessToken: string; expiresIn: number };

/** @throws ApiError if no session can be opened */
export async function callAsVisitor<T>(c: PageContext, call: VisitorCall): Promise<ApiResult<T>> {
	const token = c.get("visitor") ?? sessionToken(c, "visitor");
	if (token !== undefined) {
		const result = await callWith<T>(c, call, token);
		if (result.ok || result.status !== 401) return result;
	}
	return callWith<T>(c, call, await openVisitor(c));
}

function callWith<T>(c: PageContext, call: VisitorCall, token: string): Promise<ApiResult<T>> {
	const headers = { ...call.headers, Authorization: `Bearer ${token}` };
	return callApi<T>(c, { ...call, headers, as: "none" });
}

async function openVisitor(c: PageContext): Promise<string> {
	const { id: clientId, secret: clientSecret } = c.env.settings.uiClient;
	const body = { clientId, clientSecret };
	const path = "/auth/issue-anon-jwt";
	const opened = await callApi<VisitorSession>(c, { method: "POST", path, as: "none", body });
	if (!opened.ok) throw new ApiError(opened);
	const { accessToken, expiresIn } = opened.body;
	c.set("visitor", accessToken);
	setSession(c, "visitor", accessToken, expiresIn);
	return accessToken;
}
