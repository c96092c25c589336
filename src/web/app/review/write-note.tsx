/** Writes and removes a reviewer's notes on a case. */
import { callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { failOn } from "./access.tsx";
import { casePath, readCase, showCase } from "./case.tsx";
import { NOTE } from "./notes.tsx";
import { notChanged } from "./parts.tsx";

export async function addNotePage(c: PageContext): Promise<Response> {
	const note = (await readForm(c)).text(NOTE);
	const path = `/review/recovery-cases/${casePath(c)}/notes`;
	const response = await callApi(c, { method: "POST", path, as: "developer", body: { note } });
	if (response.ok) return redirect(c, `/review/cases/${casePath(c)}`, "noteAdded");
	failOn(response, 400, 403, 409);
	return showCase(c, await readCase(c), { typed: { note }, ...notChanged(c, response) });
}

/** No second look, because only the author's own words go. */
export async function removeNotePage(c: PageContext): Promise<Response> {
	const noteId = encodeURIComponent(c.req.param("noteId") ?? "");
	const path = `/review/recovery-cases/${casePath(c)}/notes/${noteId}`;
	const response = await callApi(c, { method: "DELETE", path, as: "developer" });
	if (response.ok) return redirect(c, `/review/cases/${casePath(c)}`, "noteRemoved");
	failOn(response, 403, 404);
	return showCase(c, await readCase(c), { typed: {}, ...notChanged(c, response) });
}
