/** `/developers/account/delete`: a password and a tick, since nothing brings the account back. */
import { callApi } from "../core/api.ts";
import { CheckField } from "../core/fields.tsx";
import { Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import { type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { dropSession } from "../core/sessions.ts";
import { proofOptions } from "./passkeys.tsx";
import { PresentPasswordField, rejectedProof } from "./password-fields.tsx";

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
				submit={deletion.action}
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
