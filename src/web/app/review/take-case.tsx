/** Takes a case for a day, and gives it back (recovery.md "Taken cases"). */
import { callApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { failOn } from "./access.tsx";
import { casePath, readCase, showCase } from "./case.tsx";
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
