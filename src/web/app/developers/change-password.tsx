/** `/developers/account/password`. */
import { callApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { NewPasswordFields, PresentPasswordField, unequalPasswords } from "./password-fields.tsx";

export const passwordPage = (c: PageContext): Promise<Response> => show(c, [], 200);

export async function changePassword(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words, wrongPassword } = c.get("copy").developers.entry;
	const unequal = unequalPasswords(c, form, "newPassword");
	if (unequal.length > 0) {
		return show(c, withMissing(c, form, ["currentPassword", "newPassword"], unequal), 400);
	}
	const body = { currentPassword: form.raw("currentPassword"), newPassword: form.raw("newPassword") };
	const answer = await callApi(c, { method: "POST", path: "/auth/password", as: "developer", body });
	if (!answer.ok) {
		const problems =
			answer.code === "INVALID_PASSWORD"
				? [{ field: "currentPassword", text: wrongPassword }]
				: problemsOf(c, answer, words);
		return show(c, problems, answer.status);
	}
	c.get("cookies").push(...answer.headers.getSetCookie());
	return redirect(c, "/developers/login", "password");
}

function show(c: PageContext, problems: Problem[], status: number): Promise<Response> {
	const { entry, account } = c.get("copy").developers;
	const { labels } = entry;
	const { change } = account;
	return page(
		c,
		{ title: change.title, area: "developers", status },
		<>
			<h1>{change.title}</h1>
			<p>{change.effect}</p>
			<ProblemList c={c} problems={problems} labels={labels} />
			<form novalidate method="post" action="/developers/account/password">
				<PresentPasswordField c={c} name="currentPassword" problems={problems} />
				<NewPasswordFields c={c} name="newPassword" problems={problems} />
				<div class="actions">
					<button type="submit">{change.action}</button>
				</div>
			</form>
		</>,
	);
}
