/** The last step: the signature, and the filing with the wallet session. */
import { type ApiFailure, callApi } from "../core/api.ts";
import { Transactions } from "../core/case-view.tsx";
import { Code, Items } from "../core/format.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { reasonOf } from "../core/problems.ts";
import { redirect } from "../core/respond.tsx";
import { SigningForm, WALLET_SCRIPTS } from "../core/signing.tsx";
import { walletAddress } from "../core/wallet.ts";
import { linkHeader } from "../links/link-calls.ts";
import { linkRefusal } from "../links/link-refusal.tsx";
import { Sees } from "../links/marks.tsx";
import { keepLink } from "../links/started-link.ts";
import { signatureProblem } from "../signing/message.ts";
import { type Draft, intentOf } from "./draft.ts";
import { DraftFields, DraftForm, recoverPath, stepPage, Ways } from "./frame.tsx";
import { caseOnFile, type Prepared, prepare } from "./prepare.ts";
import { readPage } from "./read.tsx";
import { decimalsToFile, tokensIn } from "./tokens.ts";
import { unticked, warningsOf } from "./warnings.ts";

type Refused = {
	status: number;
	/** The problem with the signature. */
	signature?: string;
	other?: string;
	/** The signature to send once more. */
	again?: string;
	caseId?: string | null;
};

/** Checks the ticks, so that no signature is possible without them. */
export async function signPage(c: PageContext, draft: Draft, form: Form): Promise<Response> {
	const ticks = form.all("tick");
	const checked = await prepareTicked(c, draft, ticks);
	if (checked instanceof Response) return checked;
	if (form.text("step") !== "sign" || !form.has("signature"))
		return askPage(c, { draft, ticks, prepared: checked });
	const body = {
		...intentOf(draft, walletAddress(c)),
		tokenDecimals: decimalsToFile(draft),
		signature: form.text("signature"),
	};
	const result = await callApi<{ caseId: string }>(c, {
		method: "POST",
		path: "/recovery-cases/new-case",
		as: "wallet",
		body,
		headers: linkHeader(c),
	});
	if (result.ok) return redirect(c, keepLink(c, `/recover/next/${result.body.caseId}`));
	const byLink = await linkRefusal(c, result);
	if (byLink instanceof Response) return byLink;
	const refused = byLink === undefined ? await refusalOf(c, draft, result) : { status: 400, other: byLink };
	const again = refused.signature === undefined ? body.signature : "";
	return askPage(c, { draft, ticks, prepared: checked, refused: { ...refused, again } });
}

async function prepareTicked(c: PageContext, draft: Draft, ticks: string[]): Promise<Prepared | Response> {
	const result = await prepare(c, draft);
	if (!result.ok) return readPage(c, draft, { ticks });
	const { intent } = result.prepared.typedData.message;
	const isIncomplete = unticked(warningsOf(intent.txs, intent), ticks).length > 0;
	return isIncomplete ? readPage(c, draft, { ticks, isIncomplete }) : result.prepared;
}

async function refusalOf(c: PageContext, draft: Draft, failure: ApiFailure): Promise<Refused> {
	const { links, recover } = c.get("copy");
	const { sign } = recover;
	const link = c.get("link");
	const isSignature =
		failure.code === "INVALID_SIGNER" || failure.details.some((d) => d.field === "signature");
	if (isSignature) return { status: 400, signature: signatureProblem(c, failure) };
	if (failure.code === "CASE_ALREADY_EXISTS") {
		const other = link ? links.refused.onFile(link.view.host) : sign.taken;
		return { status: 400, other, caseId: await caseOnFile(c, draft) };
	}
	const { status } = failure;
	if (status === 429 && failure.details.some(({ rule }) => rule === "quota_full")) {
		return { status, other: link ? links.refused.tooManyOpen(link.view.host) : sign.tooManyOpen };
	}
	const isLater = status === 429 || status >= 500;
	return { status: isLater ? status : 400, other: reasonOf(c, failure) };
}

type Ask = { draft: Draft; ticks: readonly string[]; prepared: Prepared; refused?: Refused };

function askPage(c: PageContext, { draft, ticks, prepared, refused }: Ask): Promise<Response> {
	const { labels, recover, signing } = c.get("copy");
	const { read, sign } = recover;
	const { typedData } = prepared;
	const link = c.get("link");
	return stepPage(
		c,
		{
			step: "sign",
			heading: sign.heading,
			lead: sign.lead,
			status: refused?.status,
			scripts: WALLET_SCRIPTS,
		},
		<>
			{refused?.other !== undefined && (
				<div class="note danger" role="alert" tabindex={-1} autofocus>
					<p>
						{sign.notFiled} {refused.other}{" "}
						{refused.caseId && <a href={`/cases/${refused.caseId}`}>{read.toCase}</a>}
					</p>
				</div>
			)}
			<Transactions c={c} calls={typedData.message.intent.txs} tokens={tokensIn(draft)} />
			<h2>{sign.allows}</h2>
			<Items of={sign.allowsItems} />
			<h2>{sign.forbids}</h2>
			<Items of={sign.forbidsItems} />
			<p>
				{read.fingerprint}: <Code c={c} text={prepared.jrcHash} />
			</p>
			<p>
				{labels.signer}: <Code c={c} text={typedData.message.intent.recoveryAccount} />
			</p>
			{link && <Sees c={c} view={link.view} />}
			{signing.language !== null && <p class="quiet">{signing.language}</p>}
			<SigningForm
				c={c}
				action={recoverPath(c)}
				message={{ kind: "typed_data", typedData }}
				signer={typedData.message.intent.recoveryAccount}
				name={`recovery-${prepared.jrcHash.slice(2, 10)}`}
				submit={sign.submit}
				error={refused?.signature}
				signature={refused?.again}
			>
				<DraftFields step="sign" draft={draft} />
				<input type="hidden" name="go" value="sign" />
				{ticks.map((tick) => (
					<input type="hidden" name="tick" value={tick} />
				))}
			</SigningForm>
			<DraftForm c={c} step="read" on="sign" draft={draft}>
				{ticks.map((tick) => (
					<input type="hidden" name="tick" value={tick} />
				))}
				<Ways c={c} back="read" />
			</DraftForm>
		</>,
	);
}
