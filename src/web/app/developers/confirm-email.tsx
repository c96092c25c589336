/** `/developers/account/confirm`: mails a code, and takes it. */

import { ApiError, callApi, readApi } from "../core/api.ts";
import { CODE_INPUT, TextField } from "../core/fields.tsx";
import { ButtonForm, PostForm, WayOn } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import { MailStopNote } from "../core/mail-stop.tsx";
import type { PageContext } from "../core/page-env.ts";
import { problemsOf, type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";

const PATH = "/developers/account/confirm";

export async function confirmationPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { confirmation: copy } = c.get("copy").developers.account;
	const { labels } = c.get("copy").developers.entry;
	const me = await readApi<ResponseBody<"getCurrentUser">>(c, "developer", "/auth/me");
	const { user, emailConfirmedAt, mailStopped } = me;
	const isDone = emailConfirmedAt !== null && mailStopped === null;
	const isPossible = c.env.settings.mailFrom !== null;
	const canAsk = !isDone && isPossible && mailStopped?.canBeLifted !== false;
	return page(
		c,
		{ title: copy.title, area: "developers", done: copy.done, ...rejected, labels },
		<>
			<p>{isDone ? copy.confirmed(user.email) : isPossible ? copy.lead(user.email) : copy.impossible}</p>
			<MailStopNote c={c} stop={mailStopped} />
			{canAsk && (
				<>
					<PostForm action={PATH} submit={copy.title} cancel={{ href: "/developers", text: copy.later }}>
						<TextField
							name="code"
							label={labels.code}
							hint={copy.codeHint}
							problems={rejected.problems}
							{...CODE_INPUT}
							required
						/>
						{emailConfirmedAt === null && <p class="quiet">{copy.effect}</p>}
					</PostForm>
					<ButtonForm action={PATH} submit={copy.ask} name="ask" value="1" />
				</>
			)}
			{!canAsk && <WayOn href="/developers" text={copy.goOn} />}
		</>,
	);
}

export async function confirmWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	if (form.has("ask")) return redirect(c, PATH, await askForCode(c));
	const body = { code: form.text("code") };
	const response = await callApi(c, {
		method: "POST",
		path: "/auth/email-confirmation",
		as: "developer",
		body,
	});
	if (response.ok) return redirect(c, PATH, "confirmed");
	if (response.status >= 500 || response.status === 429) throw new ApiError(response);
	const { words } = c.get("copy").developers.account.confirmation;
	const problems = withMissing(c, form, ["code"], problemsOf(c, response, words));
	return confirmationPage(c, { problems, status: response.status });
}

/**
 * @param accessToken of a session that this request has opened
 * @returns the note that the page of the confirmation shows next
 */
export async function askForCode(c: PageContext, accessToken?: string): Promise<string> {
	const path = "/auth/email-confirmation/request";
	const response = await callApi<ResponseBody<"requestEmailConfirmation", 202>>(c, {
		method: "POST",
		path,
		...(accessToken === undefined
			? { as: "developer" }
			: { as: "none", headers: { Authorization: `Bearer ${accessToken}` } }),
	});
	if (!response.ok) throw new ApiError(response);
	return response.body.confirmation;
}
