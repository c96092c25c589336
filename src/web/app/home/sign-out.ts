/** Ends a session here and at the service. */
import { callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { dropSession, SessionNeeded } from "../core/sessions.ts";
import { forgetLinks } from "../links/link-calls.ts";

export async function signOut(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const kind = form.text("session") === "developer" ? "developer" : "wallet";
	try {
		await callApi(c, { method: "POST", path: "/auth/logout", as: kind });
	} catch (error) {
		// It had ended before.
		if (!(error instanceof SessionNeeded)) throw error;
	}
	dropSession(c, kind);
	if (kind === "developer") return redirect(c, "/developers");
	// The next person at this device must find no claimant's drafts (W3C Clear Site Data) and no prefilled values.
	dropSession(c, "visitor");
	forgetLinks(c);
	const response = redirect(c, "/");
	response.headers.set("Clear-Site-Data", '"storage"');
	return response;
}
