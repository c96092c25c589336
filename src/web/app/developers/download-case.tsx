/** `/developers/cases/{caseId}/download` and `/review/cases/…`: the password, and a passkey of an account that has one. */
import { ApiError, tryDownload } from "../core/api.ts";
import { LinkLine } from "../core/form.tsx";
import { Items } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { answerIn, PASSKEY_SCRIPTS, PasskeyForm } from "../core/passkey-form.tsx";
import type { Rejected } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { proofOptions } from "./passkeys.tsx";
import { PresentPasswordField, rejectedProof } from "./password-fields.tsx";

const caseIdOf = (c: PageContext): string => encodeURIComponent(c.req.param("caseId") ?? "");

export async function downloadCasePage(c: PageContext, rejected: Rejected = {}): Promise<Response> {
	const { developers, signing } = c.get("copy");
	const { download: copy } = signing;
	const isReviewed = c.req.path.startsWith("/review/");
	const ask = await proofOptions(c);
	const labels = { password: developers.entry.labels.password };
	return page(
		c,
		{
			...{ title: copy.title.case, area: isReviewed ? "reviewers" : "developers", ...rejected, labels },
			scripts: ask ? PASSKEY_SCRIPTS : [],
		},
		<>
			<Items of={copy.holds.case} />
			<p class="note caution">{copy.keep}</p>
			<p>{copy.password}</p>
			<PasskeyForm c={c} ask={ask} submit={copy.submit}>
				<PresentPasswordField c={c} name="password" problems={rejected.problems} />
			</PasskeyForm>
			<LinkLine href={c.req.path.replace(/\/download$/, "")} text={copy.back.case} />
		</>,
	);
}

export async function downloadCase(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const body = { password: form.raw("password"), passkey: answerIn(form, "passkey") };
	const path = `/recovery-cases/${caseIdOf(c)}/download`;
	const result = await tryDownload(c, { method: "POST", path, as: "developer", body });
	if (result.ok) return result.file;
	if (result.status === 404 || result.status >= 500) throw new ApiError(result);
	return downloadCasePage(c, rejectedProof(c, result, { field: "password" }));
}
