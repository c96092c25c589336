/** `/developers/register`. The new account is logged in at once. */
import { callApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { openSession } from "./log-in.tsx";

export const registerPage = (c: PageContext): Promise<Response> => show(c, {});

export async function registerWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words, unequal } = c.get("copy").developers.entry;
	const email = form.text("email");
	const password = form.raw("password");
	if (password !== form.raw("repeated")) {
		return show(c, { email, problems: [{ field: "repeated", text: unequal }], status: 400 });
	}
	const body = { email, password };
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
			<form method="post" action="/developers/register">
				<TextField
					name="email"
					type="email"
					label={labels.email}
					hint={register.emailHint}
					value={email}
					problems={problems}
					autocomplete="username"
					required
				/>
				<TextField
					name="password"
					type="password"
					label={labels.password}
					hint={entry.passwordRules}
					problems={problems}
					autocomplete="new-password"
					required
				/>
				<TextField
					name="repeated"
					type="password"
					label={labels.repeated}
					problems={problems}
					autocomplete="new-password"
					required
				/>
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
