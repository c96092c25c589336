/** What a password, and a passkey of an account that has one, change in `/developers/account`. */
import { ApiError, callApi, readApi } from "../core/api.ts";
import { CheckField, CODE_INPUT, fieldsOf, TextField } from "../core/fields.tsx";
import { LinkLine, PostForm } from "../core/form.tsx";
import { Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import { type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { dropSession } from "../core/sessions.ts";
import { proofOptions } from "./passkeys.tsx";
import {
	NewPasswordFields,
	PresentPasswordField,
	rejectedProof,
	unequalPasswords,
} from "./password-fields.tsx";

/** `/developers/account/password`. */
export async function passwordPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { problems } = rejected;
	const { entry, account } = c.get("copy").developers;
	const { change } = account;
	const ask = await proofOptions(c);
	return page(
		c,
		{
			...{ title: change.title, area: "developers", ...rejected, labels: entry.labels },
			scripts: ask ? PASSKEY_SCRIPTS : [],
		},
		<>
			<p>{change.effect}</p>
			<PasskeyForm c={c} action="/developers/account/password" submit={change.title} ask={ask}>
				<PresentPasswordField c={c} name="currentPassword" problems={problems} />
				<NewPasswordFields c={c} name="newPassword" problems={problems} />
			</PasskeyForm>
		</>,
	);
}

export async function changePassword(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { words } = c.get("copy").developers.entry;
	const unequal = unequalPasswords(c, form, "newPassword");
	if (unequal.length > 0) {
		const problems = withMissing(c, form, ["currentPassword", "newPassword"], unequal);
		return passwordPage(c, { problems });
	}
	const body = {
		currentPassword: form.raw("currentPassword"),
		newPassword: form.raw("newPassword"),
		passkey: answerIn(form, "passkey"),
	};
	const response = await callApi(c, { method: "POST", path: "/auth/password", as: "developer", body });
	if (!response.ok) return passwordPage(c, rejectedProof(c, response, { field: "currentPassword", words }));
	c.get("cookies").push(...response.headers.getSetCookie());
	return redirect(c, "/developers/login", "password");
}

const EMAIL_PATH = "/developers/account/email";
const CODES = ["currentCode", "newCode"] as const;
type TypedEmail = { newEmail?: string; currentCode?: string; newCode?: string };

/** `/developers/account/email`: asks for a change of the address, and takes the two mailed codes. */
export async function emailPage(
	c: PageContext,
	{ typed = {}, ...rejected }: Rejected & { typed?: TypedEmail } = {},
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
				<PasskeyForm c={c} ask={ask} action={EMAIL_PATH} submit={copy.ask}>
					<TextField {...field("newEmail")} type="email" autocomplete="email" required />
					<PresentPasswordField c={c} name="currentPassword" problems={problems} />
				</PasskeyForm>
				<h2>{copy.codes}</h2>
				<p>{copy.effect}</p>
				<PostForm action={EMAIL_PATH} submit={copy.title}>
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
	const typed: TypedEmail = isDone
		? { currentCode: form.text("currentCode"), newCode: form.text("newCode") }
		: { newEmail: form.text("newEmail") };
	const proof = { currentPassword: form.raw("currentPassword"), passkey: answerIn(form, "passkey") };
	const response = await callApi(c, {
		method: "POST",
		path: isDone ? "/auth/email-change" : "/auth/email-change/request",
		as: "developer",
		body: isDone ? typed : { ...typed, ...proof },
	});
	if (response.ok) return redirect(c, isDone ? "/developers/account" : EMAIL_PATH, isDone ? "email" : "sent");
	if (response.status >= 500) throw new ApiError(response);
	const { words } = c.get("copy").developers.account.emailChange;
	return emailPage(c, { typed, ...rejectedProof(c, response, { field: "currentPassword", words }) });
}

/** `/developers/account/delete`: also a tick, since nothing brings the account back. */
export async function deletionPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { problems } = rejected;
	const { entry, account } = c.get("copy").developers;
	const { deletion } = account;
	const labels = { password: entry.labels.password, sure: deletion.sure };
	const ask = await proofOptions(c);
	return page(
		c,
		{
			...{ title: deletion.title, area: "developers", ...rejected, labels },
			scripts: ask ? PASSKEY_SCRIPTS : [],
		},
		<>
			<Items of={deletion.effects} />
			<PasskeyForm
				c={c}
				ask={ask}
				action="/developers/account/delete"
				submit={deletion.title}
				kind="danger"
				cancel={{ href: "/developers/account", text: deletion.keep }}
			>
				<PresentPasswordField c={c} name="password" problems={problems} />
				<CheckField name="sure" label={deletion.sure} problems={problems} />
			</PasskeyForm>
		</>,
	);
}

export async function deleteAccount(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const { account } = c.get("copy").developers;
	if (!form.has("sure")) {
		const unsure = [{ field: "sure", text: account.unsure }];
		return deletionPage(c, { problems: withMissing(c, form, ["password"], unsure) });
	}
	const body = { password: form.raw("password"), passkey: answerIn(form, "passkey") };
	const response = await callApi(c, { method: "DELETE", path: "/auth/me", as: "developer", body });
	if (!response.ok) return deletionPage(c, rejectedProof(c, response, { field: "password" }));
	dropSession(c, "developer");
	return redirect(c, "/developers", "deleted");
}
