/** `/developers/account/passkeys`: the passkeys of the account, and its recovery codes. */

import { ApiError, callApi, readApi } from "../core/api.ts";
import { CODE_INPUT, TextField } from "../core/fields.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import { type Rejected, rejectedBy } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import { PresentPasswordField } from "./password-fields.tsx";

export const PASSKEYS_PATH = "/developers/account/passkeys";

type Options = ResponseBody<"beginPasskeyProof">;

/** The question that proves a passkey of the account; undefined if it has none. */
export async function proofOptions(c: PageContext): Promise<Options | undefined> {
	const { data } = await readApi<ResponseBody<"listPasskeys">>(c, "developer", "/auth/passkeys");
	if (data.length === 0) return undefined;
	const asked = await callApi<Options>(c, { method: "POST", path: "/auth/passkeys/proof", as: "developer" });
	if (!asked.ok) throw new ApiError(asked);
	return asked.body;
}

export async function passkeysPage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { passkeys: copy, entry } = c.get("copy").developers;
	const [{ data, recoveryCodesLeft }, { user }, begun] = await Promise.all([
		readApi<ResponseBody<"listPasskeys">>(c, "developer", "/auth/passkeys"),
		readApi<ResponseBody<"getCurrentUser">>(c, "developer", "/auth/me"),
		callApi<ResponseBody<"beginPasskey">>(c, {
			method: "POST",
			path: "/auth/passkeys/registration",
			as: "developer",
		}),
	]);
	const ask = await proofOptions(c);
	const { problems } = rejected;
	const labels = { ...entry.labels, ...copy.labels };
	return page(
		c,
		{
			...{ title: copy.title, area: "developers", lead: copy.lead, done: copy.done },
			...{ ...rejected, labels, scripts: PASSKEY_SCRIPTS },
		},
		<>
			{data.length > 0 && (
				<>
					<Table
						caption={copy.title}
						rows={data}
						columns={[
							[copy.labels.name, ({ name }) => name],
							[copy.added, ({ createdAt }) => <Time c={c} iso={createdAt} only="day" />],
							[
								c.get("copy").labels.lastUsed,
								({ lastUsedAt }) => lastUsedAt && <Time c={c} iso={lastUsedAt} only="short" />,
							],
						]}
						action={[
							copy.remove,
							({ credentialId }) => (
								<PasskeyForm
									c={c}
									action={PASSKEYS_PATH}
									submit={copy.remove}
									kind="danger"
									ask={ask}
									fields={{ remove: credentialId }}
								/>
							),
						]}
					/>
					<h2>{copy.codes.heading}</h2>
					<p>{copy.codes.left(recoveryCodesLeft)}</p>
					<PasskeyForm
						c={c}
						action={PASSKEYS_PATH}
						submit={copy.codes.renew}
						kind="second"
						ask={ask}
						fields={{ renew: "1" }}
					/>
				</>
			)}
			<h2>{copy.add}</h2>
			{begun.ok ? (
				<PasskeyForm c={c} action={PASSKEYS_PATH} submit={copy.add} ask={ask} create={begun.body}>
					<TextField name="name" label={copy.labels.name} hint={copy.nameHint} problems={problems} required />
					<PresentPasswordField c={c} name="password" problems={problems} />
					{data.length === 0 && user.role !== "developer" && (
						<TextField
							name="operatorCode"
							label={copy.labels.operatorCode}
							hint={copy.operatorHint}
							problems={problems}
							autocomplete="off"
							spellcheck="false"
						/>
					)}
					{data.length > 0 && (
						<details>
							<summary>{copy.logIn.lost}</summary>
							<TextField
								name="recoveryCode"
								label={copy.logIn.code}
								hint={copy.logIn.codeHint}
								problems={problems}
								{...CODE_INPUT}
							/>
						</details>
					)}
				</PasskeyForm>
			) : (
				<p class="note caution">{copy.impossible}</p>
			)}
			<LinkLine href="/developers/account" text={copy.back} />
		</>,
	);
}

export async function changePasskeys(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const passkey = answerIn(form, "passkey");
	const removed = form.text("remove");
	if (removed !== "") {
		const path = `/auth/passkeys/${encodeURIComponent(removed)}`;
		const response = await callApi(c, { method: "DELETE", path, as: "developer", body: { passkey } });
		return response.ok ? redirect(c, PASSKEYS_PATH, "removed") : refused(c, response);
	}
	if (form.has("renew")) {
		const path = "/auth/passkeys/recovery-codes";
		const call = { method: "POST", path, as: "developer", body: { passkey } } as const;
		const response = await callApi<ResponseBody<"renewRecoveryCodes">>(c, call);
		return response.ok ? codesPage(c, response.body.recoveryCodes) : refused(c, response);
	}
	const [operatorCode, recoveryCode] = [form.text("operatorCode"), form.text("recoveryCode")];
	const body = {
		...{ name: form.text("name"), credential: answerIn(form, "credential"), password: form.raw("password") },
		passkey,
		...(operatorCode !== "" && { operatorCode }),
		...(recoveryCode !== "" && { recoveryCode }),
	};
	const call = { method: "POST", path: "/auth/passkeys", as: "developer", body } as const;
	const response = await callApi<ResponseBody<"addPasskey", 201>>(c, call);
	if (!response.ok) return refused(c, response);
	const { recoveryCodes } = response.body;
	return recoveryCodes.length > 0 ? codesPage(c, recoveryCodes) : redirect(c, PASSKEYS_PATH, "added");
}

function refused(c: PageContext, failure: Parameters<typeof rejectedBy>[1]): Promise<Response> {
	if (failure.status >= 500) throw new ApiError(failure);
	const { passkeys, entry } = c.get("copy").developers;
	if (failure.code !== "INVALID_PASSWORD") return passkeysPage(c, rejectedBy(c, failure, passkeys.words));
	const problems = [{ field: "password", text: entry.wrongPassword }];
	return passkeysPage(c, { problems, status: failure.status });
}

/** The only page that shows the codes. */
function codesPage(c: PageContext, codes: readonly string[]): Promise<Response> {
	const { codes: copy } = c.get("copy").developers.passkeys;
	return page(
		c,
		{ title: copy.title, area: "developers", lead: copy.once },
		<>
			<ol class="codes">
				{codes.map((code) => (
					<li>
						<code>{code}</code>
					</li>
				))}
			</ol>
			<WayOn href={PASSKEYS_PATH} text={copy.kept} />
		</>,
	);
}
