/** `/developers/account/email`: asks for a change of the address, and takes the two mailed codes. */

import { ApiError, callApi, readApi } from "../core/api.ts";
import { CODE_INPUT, fieldsOf, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import type { Rejected } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { proofOptions } from "./passkeys.tsx";
import { PresentPasswordField, rejectedProof } from "./password-fields.tsx";

const PATH = "/developers/account/email";
const CODES = ["currentCode", "newCode"] as const;
type Typed = { newEmail?: string; currentCode?: string; newCode?: string };

export async function emailPage(
	c: PageContext,
	{ typed = {}, ...rejected }: Rejected & { typed?: Typed } = {},
): Promise<Response> {
	const { emailChange: copy } = c.get("copy").developers.account;
	const { labels } = c.get("copy").developers.entry;
	const { problems } = rejected;
	const field = fieldsOf({ labels: copy.labels, typed, problems });
	const { user, emailConfirmedAt } = await readApi<ResponseBody<"getCurrentUser">>(
		c,
		"developer",
		"/auth/me",
	);
	const isPossible = c.env.settings.mailFrom !== null && emailConfirmedAt !== null;
	const ask = isPossible ? await proofOptions(c) : undefined;
	return page(
		c,
		{
			...{ title: copy.title, area: "developers", done: copy.done, lead: copy.lead(user.email) },
			...{ ...rejected, labels: { ...labels, ...copy.labels }, scripts: ask ? PASSKEY_SCRIPTS : [] },
		},
		isPossible ? (
			<>
				<PasskeyForm c={c} ask={ask} action={PATH} submit={copy.ask}>
					<TextField {...field("newEmail")} type="email" autocomplete="email" required />
					<PresentPasswordField c={c} name="currentPassword" problems={problems} />
				</PasskeyForm>
				<h2>{copy.codes}</h2>
				<p>{copy.effect}</p>
				<PostForm action={PATH} submit={copy.action}>
					{CODES.map((name) => (
						<TextField {...field(name)} {...CODE_INPUT} required />
					))}
				</PostForm>
			</>
		) : (
			<>
				<p>{copy.impossible}</p>
				<LinkLine href="/developers/account/confirm" text={copy.confirm} />
			</>
		),
	);
}

export async function changeEmailWithForm(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const isDone = form.has("newCode");
	const typed: Typed = isDone
		? { currentCode: form.text("currentCode"), newCode: form.text("newCode") }
		: { newEmail: form.text("newEmail") };
	const proof = { currentPassword: form.raw("currentPassword"), passkey: answerIn(form, "passkey") };
	const response = await callApi(c, {
		method: "POST",
		path: isDone ? "/auth/email-change" : "/auth/email-change/request",
		as: "developer",
		body: isDone ? typed : { ...typed, ...proof },
	});
	if (response.ok) return redirect(c, isDone ? "/developers/account" : PATH, isDone ? "email" : "sent");
	if (response.status >= 500) throw new ApiError(response);
	const { words } = c.get("copy").developers.account.emailChange;
	return emailPage(c, { typed, ...rejectedProof(c, response, { field: "currentPassword", words }) });
}
