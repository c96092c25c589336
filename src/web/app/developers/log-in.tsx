/** `/developers/login`, where a page that needs a developer's session leads. */

import type { ApiFailure } from "../core/api.ts";
import { callApi, endPresentSession } from "../core/api.ts";
import { CODE_INPUT, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { ownPath, sessionToken } from "../core/sessions.ts";
import { PASSKEYS_PATH } from "./passkeys.tsx";
import { EmailField, PresentPasswordField } from "./password-fields.tsx";

const FIRST_PAGE = "/developers";
const SECOND_STEP = "/developers/login/passkey";

export function openLogIn(c: PageContext): Response | Promise<Response> {
	const next = ownPath(c.req.query("next"), FIRST_PAGE);
	const hasEnded = c.req.query("ended") === "1";
	// A session that has ended is found out there, and leads back here without its cookie.
	if (!hasEnded && sessionToken(c, "developer") !== undefined) return redirect(c, next);
	return logInPage(c, { next, hasEnded });
}

type Shown = Rejected & { next: string; hasEnded?: boolean; email?: string };

function logInPage(c: PageContext, { next, hasEnded, email, ...rejected }: Shown): Promise<Response> {
	const { common } = c.get("copy");
	const { problems } = rejected;
	const { labels, logIn } = c.get("copy").developers.entry;
	return page(
		c,
		{ title: common.action.logIn, area: "developers", done: logIn.done, ...rejected, labels },
		<>
			{hasEnded && (
				<p class="note caution" role="status">
					{logIn.ended}
				</p>
			)}
			<PostForm action="/developers/login" submit={common.action.logIn} fields={{ next }}>
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
	const { failure, asked } = await openSession(c, { email, password: form.raw("password") });
	if (asked) return secondStep(c, next, asked);
	if (failure === null) return redirect(c, next);
	const { words } = c.get("copy").developers.entry;
	return logInPage(c, { next, email, ...rejectedBy(c, failure, words) });
}

type Options = ResponseBody<"beginPasskeyProof">;
/** `asked`: the account has a passkey, which opens the session. */
type Opened = { failure: ApiFailure | null; asked?: Options; accessToken?: string | undefined };

/** Hands the cookies of the API's response on. The session that this browser had before ends. */
export async function openSession(
	c: PageContext,
	body: { email: string; password: string },
): Promise<Opened> {
	const response = await callApi<Options | ResponseBody<"login">>(c, {
		method: "POST",
		path: "/auth/login",
		as: "none",
		body,
	});
	if (!response.ok) return { failure: response };
	if ("challenge" in response.body) return { failure: null, asked: response.body };
	await keepSession(c, response.headers);
	return { failure: null, accessToken: response.body.accessToken };
}

async function keepSession(c: PageContext, headers: Headers): Promise<void> {
	await endPresentSession(c, "developer");
	c.get("cookies").push(...headers.getSetCookie());
}

function secondStep(c: PageContext, next: string, asked: Options): Promise<Response> {
	const { logIn: copy } = c.get("copy").developers.passkeys;
	return page(
		c,
		{ title: copy.title, area: "developers", lead: copy.lead, scripts: PASSKEY_SCRIPTS },
		<>
			<PasskeyForm c={c} action={SECOND_STEP} submit={copy.action} ask={asked} fields={{ next }} />
			<details>
				<summary>{copy.lost}</summary>
				<PostForm action={SECOND_STEP} submit={copy.useCode} fields={{ next, challenge: asked.challenge }}>
					<TextField name="code" label={copy.code} hint={copy.codeHint} {...CODE_INPUT} required />
				</PostForm>
			</details>
		</>,
	);
}

export async function finishLogIn(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const next = ownPath(form.text("next"), FIRST_PAGE);
	const passkey = answerIn(form, "passkey");
	const recovery = { challenge: form.text("challenge"), code: form.text("code") };
	const body = passkey === undefined ? { recovery } : { passkey };
	const response = await callApi(c, { method: "POST", path: "/auth/login/passkey", as: "none", body });
	if (response.ok) {
		await keepSession(c, response.headers);
		return redirect(c, passkey === undefined ? PASSKEYS_PATH : next);
	}
	const { entry, passkeys } = c.get("copy").developers;
	// The fields of a rejection are none of this page.
	const rejected = rejectedBy(c, { ...response, details: [] }, { ...entry.words, ...passkeys.logIn.words });
	return logInPage(c, { next, ...rejected });
}
