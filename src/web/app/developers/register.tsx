/** `/developers/register`. The new account is logged in at once. */
import { callApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { openSession } from "./log-in.tsx";
import { EmailField, NewPasswordFields, unequalPasswords } from "./password-fields.tsx";

export const registerPage = (c: PageContext): Promise<Response> => show(c, {});

export async function registerWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words } = c.get("copy").developers.entry;
	const email = form.text("email");
	const unequal = unequalPasswords(c, form, "password");
	if (unequal.length > 0) {
		const problems = withMissing(c, form, ["email", "password"], unequal);
		return show(c, { email, problems, status: 400 });
	}
	const body = { email, password: form.raw("password") };
	const answer = await callApi(c, { method: "POST", path: "/auth/register", as: "none", body });
	if (!answer.ok) return show(c, { email, problems: problemsOf(c, answer, words), status: answer.status });
	const failure = await openSession(c, body);
	return redirect(c, failure === null ? "/developers" : "/developers/login");
}

type State = { email?: string; problems?: Problem[]; status?: number };

function show(c: PageContext, { email, problems = [], status = 200 }: State): Promise<Response> {
	const { entry } = c.get("copy").developers;
	const { labels, register } = entry;
	return page(
		c,
		{ title: register.title, area: "developers", status },
		<>
			<h1>{register.title}</h1>
			<p class="lead">{register.lead}</p>
			<ProblemList c={c} problems={problems} labels={labels} />
			<form novalidate method="post" action="/developers/register">
				<EmailField c={c} value={email} hint={register.emailHint} problems={problems} />
				<NewPasswordFields c={c} name="password" problems={problems} />
				<div class="actions">
					<button type="submit">{register.action}</button>
				</div>
			</form>
			<p>
				<a href="/developers/login">{register.logIn}</a>
			</p>
		</>,
	);
}
