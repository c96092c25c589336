/**
 * `/developers/reset`, the page that sets a new password with the operator's one-time code. Only the posted form
 * contains the code, because platforms log addresses and browsers keep them.
 */
import { readResetCode } from "../../../developers/passwords/reset-code.ts";
import { ApiError, callApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { NewPasswordFields, unequalPasswords } from "./password-fields.tsx";

/** A query may hold a code that somebody took for part of the address. It goes, and nothing repeats it. */
export function resetPage(c: PageContext): Response | Promise<Response> {
	return new URL(c.req.url).search === "" ? show(c, {}) : redirect(c, "/developers/reset");
}

export async function resetWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words } = c.get("copy").developers.entry;
	const typed = form.text("code");
	// Shows the code again after a failure, but repeats no text that is not a code.
	const code = readResetCode(typed) ?? "";
	const unequal = unequalPasswords(c, form, "newPassword");
	if (unequal.length > 0) {
		return show(c, {
			code,
			problems: withMissing(c, form, ["code", "newPassword"], unequal),
			status: 400,
		});
	}
	// The API rejects an empty text as a field, and another one as a code.
	const body = { token: typed === "" ? "-" : typed, newPassword: form.raw("newPassword") };
	const answer = await callApi(c, { method: "POST", path: "/auth/password-reset", as: "none", body });
	if (!answer.ok) {
		if (answer.status >= 500 || answer.status === 429) throw new ApiError(answer);
		const problems = problemsOf(c, answer, { ...words, INVALID_TOKEN: words.RESET_CODE });
		const fields = problems.map((problem) =>
			problem.field === "" ? { ...problem, field: "code" } : problem,
		);
		return show(c, { code, problems: withMissing(c, form, ["code"], fields), status: answer.status });
	}
	c.get("cookies").push(...answer.headers.getSetCookie());
	return showDone(c);
}

type State = { code?: string; problems?: Problem[]; status?: number };

function show(c: PageContext, { code = "", problems = [], status = 200 }: State): Promise<Response> {
	const { entry } = c.get("copy").developers;
	const { labels, reset } = entry;
	const headers = { ...(status === 401 && { "WWW-Authenticate": "Bearer" }) };
	return page(
		c,
		{ title: reset.title, area: "developers", status, headers },
		<>
			<h1>{reset.title}</h1>
			<ProblemList c={c} problems={problems} labels={labels} />
			<form novalidate method="post" action="/developers/reset">
				<TextField
					name="code"
					label={labels.code}
					hint={reset.codeHint}
					value={code}
					problems={problems}
					autocomplete="off"
					autocapitalize="characters"
					spellcheck="false"
					required
				/>
				<NewPasswordFields c={c} name="newPassword" problems={problems} />
				<p class="quiet">{reset.effect}</p>
				<div class="actions">
					<button type="submit">{reset.action}</button>
				</div>
			</form>
		</>,
	);
}

function showDone(c: PageContext): Promise<Response> {
	const { done } = c.get("copy").developers.entry.reset;
	return page(
		c,
		{ title: done.title, area: "developers" },
		<>
			<h1>{done.title}</h1>
			<p>{done.text}</p>
			<p>
				<a class="button" href="/developers/login">
					{done.logIn}
				</a>
			</p>
		</>,
	);
}
