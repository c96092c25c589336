/** `/developers/login`, where a page that needs a developer's session leads. */
import type { ApiFailure } from "../core/api.ts";
import { callApi, endPresentSession } from "../core/api.ts";
import { LinkLine, PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { ownPath, sessionToken } from "../core/sessions.ts";
import { EmailField, PresentPasswordField } from "./password-fields.tsx";

const FIRST_PAGE = "/developers";

export function openLogIn(c: PageContext): Response | Promise<Response> {
	const next = ownPath(c.req.query("next"), FIRST_PAGE);
	const hasEnded = c.req.query("ended") === "1";
	// A session that has ended is found out there, and leads back here without its cookie.
	if (!hasEnded && sessionToken(c, "developer") !== undefined) return redirect(c, next);
	return logInPage(c, { next, hasEnded });
}

type Shown = Rejected & { next: string; hasEnded?: boolean; email?: string };

function logInPage(c: PageContext, { next, hasEnded, email, ...rejected }: Shown): Promise<Response> {
	const { problems } = rejected;
	const { labels, logIn } = c.get("copy").developers.entry;
	return page(
		c,
		{ title: logIn.title, area: "developers", done: logIn.done, ...rejected, labels },
		<>
			{hasEnded && (
				<p class="note caution" role="status">
					{logIn.ended}
				</p>
			)}
			<PostForm action="/developers/login" submit={logIn.action} fields={{ next }}>
				<EmailField c={c} value={email} problems={problems} />
				<PresentPasswordField c={c} name="password" problems={problems} />
			</PostForm>
			<LinkLine href="/developers/register" text={logIn.register} />
			<LinkLine href="/developers/forgotten" text={logIn.forgotten} />
		</>,
	);
}

export async function logInWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const next = ownPath(form.text("next"), FIRST_PAGE);
	const email = form.text("email");
	const failure = await openSession(c, { email, password: form.raw("password") });
	if (failure === null) return redirect(c, next);
	const { words } = c.get("copy").developers.entry;
	return logInPage(c, { next, email, ...rejectedBy(c, failure, words) });
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
