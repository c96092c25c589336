/** `/developers/account/delete`: a password and a tick, since nothing brings the account back. */
import { callApi } from "../core/api.ts";
import { CheckField } from "../core/fields.tsx";
import { PostForm } from "../core/form.tsx";
import { Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { dropSession } from "../core/sessions.ts";
import { PresentPasswordField } from "./password-fields.tsx";

export function deletionPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { problems } = rejected;
	const { entry, account } = c.get("copy").developers;
	const { deletion } = account;
	const labels = { password: entry.labels.password, sure: deletion.sure };
	return page(
		c,
		{ title: deletion.title, area: "developers", ...rejected, labels },
		<>
			<Items of={deletion.effects} />
			<PostForm
				action="/developers/account/delete"
				submit={deletion.action}
				kind="danger"
				cancel={{ href: "/developers/account", text: deletion.keep }}
			>
				<PresentPasswordField c={c} name="password" problems={problems} />
				<CheckField name="sure" label={deletion.sure} problems={problems} />
			</PostForm>
		</>,
	);
}

export async function deleteAccount(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { entry, account } = c.get("copy").developers;
	if (!form.has("sure")) {
		const unsure = [{ field: "sure", text: account.unsure }];
		return deletionPage(c, { problems: withMissing(c, form, ["password"], unsure) });
	}
	const body = { password: form.raw("password") };
	const answer = await callApi(c, { method: "DELETE", path: "/auth/me", as: "developer", body });
	if (!answer.ok) {
		const isWrong = answer.code === "INVALID_PASSWORD";
		const problems = isWrong ? [{ field: "password", text: entry.wrongPassword }] : problemsOf(c, answer);
		return deletionPage(c, { problems, status: answer.status });
	}
	dropSession(c, "developer");
	return redirect(c, "/developers", "deleted");
}
