/** Acts of a reviewer on a case beside the decision: taking it for a day, giving it back, notes (recovery.md "Taken cases"). */
import { callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { failOn } from "./access.tsx";
import { casePath, readCase, showCase } from "./case.tsx";
import { NOTE } from "./notes.tsx";
import { notChanged } from "./parts.tsx";

export const takeCasePage = (c: PageContext) => change(c, "POST", "taken");
export const giveBackPage = (c: PageContext) => change(c, "DELETE", "givenBack");

async function change(c: PageContext, method: "POST" | "DELETE", note: string): Promise<Response> {
	const path = `/review/recovery-cases/${casePath(c)}/taking`;
	const response = await callApi(c, { method, path, as: "developer" });
	if (response.ok) return redirect(c, `/review/cases/${casePath(c)}`, note);
	failOn(response, 403, 409);
	const of = await readCase(c);
	// Beside the words below, which say who has it.
	const { lost } = c.get("copy").desk.taking;
	const rejected =
		response.status === 409
			? { problems: [{ field: "", text: lost }], status: 409 }
			: notChanged(c, response);
	return showCase(c, of, { typed: {}, ...rejected });
}

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
