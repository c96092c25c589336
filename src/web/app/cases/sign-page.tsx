/** The page on which the order, the withdrawal and the objection are signed. */
import type { PropsWithChildren } from "hono/jsx";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { ApiError, type ApiFailure } from "../core/api.ts";
import { CaseStatus } from "../core/case-view.tsx";
import { type Fact, Facts } from "../core/facts.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { SigningForm, type TypedDataToSign, WALLET_SCRIPTS } from "../core/signing.tsx";
import { signatureProblem } from "../signing/message.ts";

type Refusal = {
	status: number;
	/** The problem with the signature. */
	signature?: string;
	problems?: Problem[];
	/** The signature to send once more. */
	again?: string;
};

type Props = PropsWithChildren<{
	title: string;
	lead: string;
	submit: string;
	/** Of the page, and of the form's target. */
	path: string;
	back: string;
	typedData: TypedDataToSign;
	signer: string;
	/** What is signed, from the object that the wallet gets. */
	words: readonly Fact[];
	refusal?: Refusal | undefined;
}>;

/** `children`: the hidden fields of the form. */
export function signPage(c: PageContext, props: Props): Promise<Response> {
	const { title, lead, submit, path, back, typedData, signer, words, refusal, children } = props;
	const { cases, signing } = c.get("copy");
	return page(
		c,
		{
			title,
			area: "people",
			status: refusal?.status ?? 200,
			scripts: [...WALLET_SCRIPTS, "case"],
			lead,
			problems: refusal?.problems ?? [],
		},
		<>
			<Facts of={[...words, [cases.sign.account, <Code c={c} text={signer} />]]} />
			{signing.language !== null && <p class="quiet">{signing.language}</p>}
			<SigningForm
				c={c}
				action={path}
				message={{ kind: "typed_data", typedData }}
				signer={signer}
				name="message"
				submit={submit}
				error={refusal?.signature}
				signature={refusal?.again}
			>
				{children}
			</SigningForm>
			<LinkLine href={back} text={cases.sign.back} />
		</>,
	);
}

/** In place of a form whose signature the case would not take: so no wallet is asked for one. */
export function tooLatePage(c: PageContext, record: CaseRecord, title: string): Promise<Response> {
	const copy = c.get("copy");
	return page(
		c,
		{ title, area: "people", status: c.req.method === "GET" ? 200 : 409 },
		<>
			<p>
				{copy.cases.case.status}: <CaseStatus c={c} of={record} />
			</p>
			<WayOn href={`/cases/${record.caseId}`} text={copy.cases.sign.back} />
		</>,
	);
}

/** @throws ApiError if there is no such case */
export function refusalOf(c: PageContext, failure: ApiFailure, signature: string): Refusal {
	const isSignature =
		failure.code === "INVALID_SIGNER" || failure.details.some((d) => d.field === "signature");
	if (isSignature) return { status: 400, signature: signatureProblem(c, failure) };
	const { status } = failure;
	if (status === 404) throw new ApiError(failure);
	const isLater = status === 429 || status >= 500;
	return { status: isLater ? status : 400, problems: problemsOf(c, failure), again: signature };
}
