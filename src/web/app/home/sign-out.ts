/** Ends a session here and at the service. */
import { callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { dropSession, SessionNeeded } from "../core/sessions.ts";

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
	return redirect(c, kind === "developer" ? "/developers" : "/");
}
