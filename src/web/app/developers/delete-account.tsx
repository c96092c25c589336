/** `/developers/account/delete`: a password and a tick, since nothing brings the account back. */
import { callApi } from "../core/api.ts";
import { CheckField, ProblemList, TextField } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { dropSession } from "../core/sessions.ts";

export const deletionPage = (c: PageContext): Promise<Response> => show(c, [], 200);

export async function deleteAccount(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { entry, account } = c.get("copy").developers;
	if (!form.has("sure")) {
		return show(c, withMissing(c, form, ["password"], [{ field: "sure", text: account.unsure }]), 400);
	}
	const body = { password: form.raw("password") };
	const answer = await callApi(c, { method: "DELETE", path: "/auth/me", as: "developer", body });
	if (!answer.ok) {
		const isWrong = answer.code === "INVALID_PASSWORD";
		const problems = isWrong ? [{ field: "password", text: entry.wrongPassword }] : problemsOf(c, answer);
		return show(c, problems, answer.status);
	}
	dropSession(c, "developer");
	return redirect(c, "/developers", "deleted");
}

function show(c: PageContext, problems: Problem[], status: number): Promise<Response> {
	const { entry, account } = c.get("copy").developers;
	const { deletion } = account;
	const labels = { password: entry.labels.password, sure: deletion.sure };
	return page(
		c,
		{ title: deletion.title, area: "developers", status },
		<>
			<h1>{deletion.title}</h1>
			<ul>
				{deletion.effects.map((effect) => (
					<li>{effect}</li>
				))}
			</ul>
			<ProblemList c={c} problems={problems} labels={labels} />
			<form novalidate method="post" action="/developers/account/delete">
				<TextField
					name="password"
					type="password"
					label={labels.password}
					problems={problems}
					autocomplete="current-password"
					required
				/>
				<CheckField name="sure" label={deletion.sure} problems={problems} />
				<div class="actions">
					<button type="submit" class="danger">
						{deletion.action}
					</button>
					<a class="button second" href="/developers/account">
						{deletion.keep}
					</a>
				</div>
			</form>
		</>,
	);
}
