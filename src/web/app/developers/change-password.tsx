/** `/developers/account/password`. */
import { callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import { type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { proofOptions } from "./passkeys.tsx";
import {
	NewPasswordFields,
	PresentPasswordField,
	rejectedProof,
	unequalPasswords,
} from "./password-fields.tsx";

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
			<PasskeyForm c={c} action="/developers/account/password" submit={change.action} ask={ask}>
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
