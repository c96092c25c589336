/** `/developers/login`, where a page that needs a developer's session leads. */

import type { ApiFailure } from "../core/api.ts";
import { callApi, endPresentSession } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { ownPath, sessionToken } from "../core/sessions.ts";
import { DoneNote } from "./parts.tsx";
import { EmailField, PresentPasswordField } from "./password-fields.tsx";

const FIRST_PAGE = "/developers";

export function logInPage(c: PageContext): Response | Promise<Response> {
	const next = ownPath(c.req.query("next"), FIRST_PAGE);
	const hasEnded = c.req.query("ended") === "1";
	// A session that has ended is found out there, and leads back here without its cookie.
	if (!hasEnded && sessionToken(c, "developer") !== undefined) return redirect(c, next);
	return show(c, { next, hasEnded });
}

export async function logInWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const next = ownPath(form.text("next"), FIRST_PAGE);
	const email = form.text("email");
	const failure = await openSession(c, { email, password: form.raw("password") });
	if (failure === null) return redirect(c, next);
	const { words } = c.get("copy").developers.entry;
	return show(c, { next, email, problems: problemsOf(c, failure, words), status: failure.status });
}

/** Hands the cookies of the API's answer on. The session that this browser had before ends. */
export async function openSession(
	c: PageContext,
	body: { email: string; password: string },
): Promise<ApiFailure | null> {
	const answer = await callApi(c, { method: "POST", path: "/auth/login", as: "none", body });
	if (!answer.ok) return answer;
	await endPresentSession(c, "developer");
	c.get("cookies").push(...answer.headers.getSetCookie());
	return null;
}

type State = {
	next: string;
	hasEnded?: boolean;
	email?: string;
	problems?: Problem[];
	status?: number;
};

function show(c: PageContext, { next, hasEnded, email, problems = [], status = 200 }: State) {
	const { entry } = c.get("copy").developers;
	const { logIn } = entry;
	return page(
		c,
		{ title: logIn.title, area: "developers", status },
		<>
			<h1>{logIn.title}</h1>
			{hasEnded && (
				<p class="note caution" role="status">
					{logIn.ended}
				</p>
			)}
			<DoneNote c={c} words={logIn.done} />
			<ProblemList c={c} problems={problems} labels={entry.labels} />
			<form novalidate method="post" action="/developers/login">
				<input type="hidden" name="next" value={next} />
				<EmailField c={c} value={email} problems={problems} />
				<PresentPasswordField c={c} name="password" problems={problems} />
				<div class="actions">
					<button type="submit">{logIn.action}</button>
				</div>
			</form>
			<p>
				<a href="/developers/register">{logIn.register}</a>
			</p>
			<p>
				<a href="/developers/reset">{logIn.forgotten}</a>
			</p>
		</>,
	);
}
