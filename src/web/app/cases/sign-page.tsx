/** The page on which the order, the withdrawal and the objection are signed. */
import type { PropsWithChildren } from "hono/jsx";
import { ApiError, type ApiFailure } from "../core/api.ts";
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { reasonOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { SigningForm, type TypedDataToSign, WALLET_SCRIPTS } from "../core/signing.tsx";

type Refusal = { signature?: string; other?: string };

type Props = PropsWithChildren<{
	title: string;
	lead: string;
	submit: string;
	/** Of the page, and of the form's target. */
	path: string;
	back: string;
	typedData: TypedDataToSign;
	signer: string;
	/** Label and value, from the object that the wallet gets. */
	words: readonly (readonly [string, string])[];
	refusal?: Refusal | undefined;
}>;

/** `children`: the hidden fields of the form. */
export function signPage(c: PageContext, props: Props): Promise<Response> {
	const { title, lead, submit, path, back, typedData, signer, words, refusal, children } = props;
	const { cases, signing } = c.get("copy");
	return page(
		c,
		{ title, area: "people", status: refusal ? 400 : 200, scripts: WALLET_SCRIPTS },
		<>
			<h1>{title}</h1>
			<p class="lead">{lead}</p>
			{refusal?.other !== undefined && (
				<p class="note danger" role="alert">
					{cases.sign.refused} {refusal.other}
				</p>
			)}
			<dl>
				{words.map(([label, value]) => (
					<>
						<dt>{label}</dt>
						<dd>{value}</dd>
					</>
				))}
				<dt>{cases.sign.account}</dt>
				<dd>
					<Code c={c} text={signer} />
				</dd>
			</dl>
			<p class="quiet">{signing.language}</p>
			<SigningForm
				c={c}
				action={path}
				message={{ kind: "typed_data", typedData }}
				signer={signer}
				name="message"
				submit={submit}
				error={refusal?.signature}
			>
				{children}
			</SigningForm>
			<p>
				<a href={back}>{cases.sign.back}</a>
			</p>
		</>,
	);
}

/** @throws ApiError for what is not about the message or its signature */
export function refusalOf(c: PageContext, failure: ApiFailure): Refusal {
	const { sign } = c.get("copy").cases;
	const isSignature =
		failure.code === "INVALID_SIGNER" || failure.details.some((d) => d.field === "signature");
	if (isSignature) return { signature: sign.bad };
	if (failure.status >= 500 || failure.status === 429 || failure.status === 404) throw new ApiError(failure);
	return { other: reasonOf(c, failure) };
}
