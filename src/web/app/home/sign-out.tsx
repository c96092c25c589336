/** Ends a session here and at the service. */
import { type ApiResult, callApi } from "../core/api.ts";
import { WayOn } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { page, redirect } from "../core/respond.tsx";
import { dropSession, type SessionKind, SessionNeeded } from "../core/sessions.ts";
import { forgetLinks } from "../links/link-calls.ts";

export async function signOut(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const kind = form.text("session") === "developer" ? "developer" : "wallet";
	const result = await endSession(c, kind);
	dropSession(c, kind);
	if (kind === "wallet") {
		dropSession(c, "visitor");
		forgetLinks(c);
	}
	const isOver = result === null || result.ok;
	const goal = kind === "developer" ? "/developers" : "/";
	const response = isOver ? redirect(c, goal) : await onlyHerePage(c, result.status, goal);
	// The next person at this device must find no claimant's drafts (W3C Clear Site Data) and no prefilled values.
	if (kind === "wallet") response.headers.set("Clear-Site-Data", '"storage"');
	return response;
}

/** @returns null if it had ended before */
async function endSession(c: PageContext, as: SessionKind): Promise<ApiResult<unknown> | null> {
	try {
		return await callApi(c, { method: "POST", path: "/auth/logout", as });
	} catch (error) {
		if (error instanceof SessionNeeded) return null;
		throw error;
	}
}

/** The cookie is gone, so that the device can be left, but the service has not answered that the session is over. */
function onlyHerePage(c: PageContext, status: number, goal: string): Promise<Response> {
	const { signedOutHere } = c.get("copy").common.problem;
	return page(
		c,
		{ title: signedOutHere.title, area: "people", status },
		<>
			<p>{signedOutHere.text}</p>
			<WayOn href={goal} text={signedOutHere.go} />
		</>,
	);
}
