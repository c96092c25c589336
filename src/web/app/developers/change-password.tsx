/** `/developers/account/password`. */
import { callApi } from "../core/api.ts";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import { problemsOf, type Rejected, withMissing } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { proofOptions } from "./passkeys.tsx";
import { NewPasswordFields, PresentPasswordField, unequalPasswords } from "./password-fields.tsx";

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
	const { entry, passkeys } = c.get("copy").developers;
	const { words, wrongPassword } = entry;
	const unequal = unequalPasswords(c, form, "newPassword");
	if (unequal.length > 0) {
		const problems = withMissing(c, form, ["currentPassword", "newPassword"], unequal);
		return passwordPage(c, { problems });
	}
	const passkey = answerIn(form, "passkey");
	const body = {
		...{ currentPassword: form.raw("currentPassword"), newPassword: form.raw("newPassword") },
		...(passkey !== undefined && { passkey }),
	};
	const response = await callApi(c, { method: "POST", path: "/auth/password", as: "developer", body });
	if (!response.ok) {
		const problems =
			response.code === "INVALID_PASSWORD"
				? [{ field: "currentPassword", text: wrongPassword }]
				: problemsOf(c, response, { ...words, FORBIDDEN: passkeys.needed });
		return passwordPage(c, { problems, status: response.status });
	}
	c.get("cookies").push(...response.headers.getSetCookie());
	return redirect(c, "/developers/login", "password");
}
