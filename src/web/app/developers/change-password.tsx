/** `/developers/account/password`. */
import { callApi } from "../core/api.ts";
import { PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { NewPasswordFields, PresentPasswordField, unequalPasswords } from "./password-fields.tsx";

export function passwordPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { problems } = rejected;
	const { entry, account } = c.get("copy").developers;
	const { change } = account;
	return page(
		c,
		{ title: change.title, area: "developers", ...rejected, labels: entry.labels },
		<>
			<p>{change.effect}</p>
			<PostForm action="/developers/account/password" submit={change.action}>
				<PresentPasswordField c={c} name="currentPassword" problems={problems} />
				<NewPasswordFields c={c} name="newPassword" problems={problems} />
			</PostForm>
		</>,
	);
}

export async function changePassword(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words, wrongPassword } = c.get("copy").developers.entry;
	const unequal = unequalPasswords(c, form, "newPassword");
	if (unequal.length > 0) {
		const problems = withMissing(c, form, ["currentPassword", "newPassword"], unequal);
		return passwordPage(c, { problems });
	}
	const body = { currentPassword: form.raw("currentPassword"), newPassword: form.raw("newPassword") };
	const answer = await callApi(c, { method: "POST", path: "/auth/password", as: "developer", body });
	if (!answer.ok) {
		const problems =
			answer.code === "INVALID_PASSWORD"
				? [{ field: "currentPassword", text: wrongPassword }]
				: problemsOf(c, answer, words);
		return passwordPage(c, { problems, status: answer.status });
	}
	c.get("cookies").push(...answer.headers.getSetCookie());
	return redirect(c, "/developers/login", "password");
}
