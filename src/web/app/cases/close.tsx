/** `/cases/{caseId}/withdraw` and `…/contest`: a second thought, a reason, and the signature. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { ApiError, callApi } from "../core/api.ts";
import { CheckField, TextField } from "../core/fields.tsx";
import { PostForm } from "../core/form.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { type TypedDataToSign, WALLET_SCRIPTS } from "../core/signing.tsx";
import { StopOnChain } from "../core/stop-on-chain.tsx";
import { readCase } from "./case-page.tsx";
import { refusalOf, signPage, tooLatePage } from "./sign-page.tsx";
import { canClose } from "./standing.ts";

type Action = "withdraw" | "contest";
type Prepared = { typedData: TypedDataToSign & { message: { reason: string } } };

export async function closePage(c: PageContext, action: Action): Promise<Response> {
	const record = await readCase(c);
	if (!canClose(record, action)) return tooLatePage(c, record, c.get("copy").cases.close.notNow);
	return secondThought(c, record, { action, reason: "" });
}

export async function closeCase(c: PageContext, action: Action): Promise<Response> {
	const form = await readForm(c);
	const record = await readCase(c);
	const { cases } = c.get("copy");
	if (!canClose(record, action)) return tooLatePage(c, record, cases.close.notNow);
	const reason = form.text("reason");
	const { jrcHash } = record;
	const { chainId, recoveryAccount, lostAccount } = record.case;
	const body = { message: "CloseCase", jrcHash, chainId, action, reason };
	const prepared = await callApi<Prepared>(c, { method: "POST", path: "/typed-data", as: "none", body });
	if (!prepared.ok && prepared.details.length === 0) throw new ApiError(prepared);
	const isSure = form.text("sure") === "yes";
	if (!prepared.ok || !isSure) {
		const problems = prepared.ok ? [] : problemsOf(c, prepared);
		if (!isSure) problems.push({ field: "sure", text: cases.close.unsure });
		return secondThought(c, record, { action, reason, problems });
	}
	const { typedData } = prepared.body;
	const words = cases.close[action];
	const address = `/cases/${record.caseId}`;
	const ask = (refusal?: Parameters<typeof signPage>[1]["refusal"]) =>
		signPage(c, {
			title: words.signTitle,
			lead: words.signLead,
			submit: words.submit,
			path: `${address}/${action}`,
			back: address,
			typedData,
			signer: action === "withdraw" ? recoveryAccount : lostAccount,
			refusal,
			words: [[cases.sign.reason, typedData.message.reason]],
			children: (
				<>
					<input type="hidden" name="sure" value="yes" />
					<input type="hidden" name="reason" value={reason} />
				</>
			),
		});
	if (!form.has("signature")) return ask();
	const result = await callApi(c, {
		method: "POST",
		path: `/recovery-cases/${jrcHash}/${action}`,
		as: "none",
		body: { reason, signature: form.text("signature") },
	});
	return result.ok ? redirect(c, address) : ask(refusalOf(c, result, form.text("signature")));
}

type Thought = { action: Action; reason: string; problems?: Problem[] };

function secondThought(c: PageContext, record: CaseRecord, { action, reason, problems = [] }: Thought) {
	const { cases, common } = c.get("copy");
	const words = cases.close[action];
	const address = `/cases/${record.caseId}`;
	const { lostAccount: account, chainId } = record.case;
	return page(
		c,
		{
			...{ title: words.title, area: "people", problems, labels: { reason: words.reason, sure: "" } },
			scripts: action === "contest" ? WALLET_SCRIPTS : [],
		},
		<>
			<p class="note caution">{action === "contest" ? common.contest : cases.close.withdraw.lead}</p>
			{action === "contest" && <StopOnChain c={c} of={{ account, jrcHash: record.jrcHash, chainId }} />}
			<PostForm
				action={`${address}/${action}`}
				submit={words.go}
				kind="danger"
				cancel={{ href: address, text: cases.sign.back }}
			>
				<TextField
					name="reason"
					label={words.reason}
					value={reason}
					problems={problems}
					autocomplete="off"
					required
				/>
				<CheckField name="sure" label={words.sure} problems={problems} required />
			</PostForm>
		</>,
	);
}
