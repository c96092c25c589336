/** `/review/cases/{caseId}`: all that a reviewer needs apart from the court's papers, and the decision. */
import { NotWatched } from "../cases/not-watched.tsx";
import { download } from "../core/api.ts";
import { CallText } from "../core/call-text.tsx";
import { Facts } from "../core/facts.tsx";
import { Code, Hash, networkText, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Rejected } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { type Tokens, tokensOf } from "../core/token-facts.ts";
import { read } from "./access.tsx";
import { History } from "./case-history.tsx";
import { CaseTable, receives } from "./case-table.tsx";
import { CaseStatus, type ReviewedCase } from "./case-words.tsx";
import { DecisionForm, type Typed } from "./decision-form.tsx";

type Props = { c: PageContext; of: ReviewedCase };

/** The id is judged by the API. */
export const casePath = (c: PageContext) => encodeURIComponent(c.req.param("caseId") ?? "");

export const readCase = (c: PageContext) => read<ReviewedCase>(c, `/review/recovery-cases/${casePath(c)}`);

export async function casePage(c: PageContext): Promise<Response> {
	return showCase(c, await readCase(c), { typed: {} });
}

export function caseDocument(c: PageContext): Promise<Response> {
	const documentId = encodeURIComponent(c.req.param("documentId") ?? "");
	return download(c, `/recovery-cases/${casePath(c)}/documents/${documentId}`, "developer");
}

type Shown = Rejected & { typed: Typed };

/** @param shown.problems of a form that changed nothing */
export async function showCase(c: PageContext, of: ReviewedCase, shown: Shown): Promise<Response> {
	const tokens = await tokensOf(c, "developer", of);
	const copy = c.get("copy").review.case;
	const { typed, ...rejected } = shown;
	const { which, reason, txHash } = c.get("copy").review.decision;
	const labels = { decision: which, reason, txHash };
	return page(
		c,
		{ title: copy.title, area: "reviewers", done: { done: copy.done }, ...rejected, labels },
		<>
			<p>
				<Code c={c} text={of.caseId} />
			</p>
			<p class="lead">
				<CaseStatus c={c} of={of} />
			</p>
			{of.statusNote !== null && <p class="note">{copy.note(of.statusNote)}</p>}
			<Order c={c} of={of} />
			<Documents c={c} of={of} />
			<Parties c={c} of={of} />
			<Transactions c={c} of={of} tokens={tokens} />
			<Liveness c={c} of={of} />
			<Competing c={c} of={of} />
			<Execution c={c} of={of} />
			<History c={c} of={of} />
			<DecisionForm c={c} of={of} typed={typed} problems={rejected.problems ?? []} />
		</>,
	);
}

function Order({ c, of: { courtOrder } }: Props) {
	const { case: copy, releases, cases } = c.get("copy").review;
	return (
		<>
			<h2>{copy.order}</h2>
			{courtOrder === null ? (
				<p>{copy.noOrder}</p>
			) : (
				<Facts
					of={[
						[releases.caption, courtOrder.title],
						[
							releases.caseNumber,
							<a href={`/review/cases?${new URLSearchParams({ fullCaseNumber: courtOrder.fullCaseNumber })}`}>
								{courtOrder.fullCaseNumber}
							</a>,
						],
						[releases.court, courtOrder.courtId],
						[releases.docket, courtOrder.docketNumber],
						[copy.attached, <Time c={c} iso={courtOrder.attachedAt} />],
						[
							cases.fields.verification,
							<>
								<span class={`status ${courtOrder.verifiedAt === null ? "waiting" : "done"}`}>
									{cases.verifications[courtOrder.verification]}
								</span>{" "}
								{courtOrder.verifiedAt !== null && <Time c={c} iso={courtOrder.verifiedAt} />}
							</>,
						],
					]}
				/>
			)}
		</>
	);
}

function Documents({ c, of: { caseId, documents } }: Props) {
	const copy = c.get("copy").review.case;
	return (
		<>
			<h2>{copy.documents}</h2>
			{documents.length === 0 && <p>{copy.noDocuments}</p>}
			<ul>
				{documents.map(({ documentId, title, size, sha256, addedAt }) => (
					<li>
						<a href={`/review/cases/${caseId}/documents/${documentId}`}>{title}</a>{" "}
						{copy.kibibytes(Math.ceil(size / 1024))}, <Time c={c} iso={addedAt} />
						<br />
						<span class="quiet">
							SHA-256 <span class="hash">{sha256}</span>
						</span>
					</li>
				))}
			</ul>
		</>
	);
}

function Parties({ c, of }: Props) {
	const { review, verify } = c.get("copy");
	const copy = review.case;
	const { lostAccount, recoveryAccount, chainId, reasonForRecovery, email } = of.case;
	const { developer } = of;
	return (
		<>
			<h2>{copy.parties}</h2>
			<Facts
				of={[
					[review.queue.lost, <Code c={c} text={lostAccount} />],
					[review.queue.receives, <Code c={c} text={recoveryAccount} />],
					[copy.signer, copy.signers[of.signer.kind]],
					[copy.chain, networkText(c, chainId)],
					[copy.reason, verify.reasons[reasonForRecovery]],
					[copy.email, email ?? review.list.none],
					[review.queue.filed, <Time c={c} iso={of.createdAt} />],
					[
						copy.through,
						developer === null ? (
							copy.hosted
						) : (
							<>
								<Code c={c} text={developer.developerId} /> {developer.email ?? copy.deleted}
							</>
						),
					],
					[copy.executeAfter, of.executeAfter !== null && <Time c={c} iso={of.executeAfter} />],
					["jrcHash", <Code c={c} text={of.jrcHash} />],
				]}
			/>
		</>
	);
}

/** The decoded transaction in words, with the raw data. */
function Transactions({ c, of, tokens }: Props & { tokens: Tokens }) {
	const { review } = c.get("copy");
	const copy = review.case;
	return (
		<>
			<h2>{copy.transactions}</h2>
			<ol class="transactions">
				{of.transactions.map((call) => (
					<li>
						<p>
							<CallText copy={c.get("copy")} call={call} tokens={tokens} />
						</p>
						<details>
							<summary>{copy.raw}</summary>
							<Facts
								of={[
									[copy.to, <Hash text={call.dest} />],
									[copy.value, <Hash text={BigInt(call.value).toString()} />],
									[copy.data, <Hash text={call.data} />],
								]}
							/>
						</details>
					</li>
				))}
			</ol>
		</>
	);
}

/** The service compares the account's activity once a day, and writes into the history what it saw. */
function Liveness({ c, of }: Props) {
	const copy = c.get("copy").review.case;
	const seen = of.history.filter(({ move }) => move === "observe_activity");
	return (
		<>
			<h2>{copy.liveness}</h2>
			<NotWatched c={c} of={of} />
			{seen.length === 0 ? (
				<p>{copy.quietAccount}</p>
			) : (
				<>
					<p class="note caution">{copy.activeAccount}</p>
					<ul>
						{seen.map(({ at }) => (
							<li>
								<Time c={c} iso={at} />
							</li>
						))}
					</ul>
				</>
			)}
		</>
	);
}

function Competing({ c, of: { competingCases } }: Props) {
	const copy = c.get("copy").review.case;
	return (
		<>
			<h2>{copy.competing}</h2>
			{competingCases.length === 0 ? (
				<p>{copy.noCompeting}</p>
			) : (
				<CaseTable c={c} cases={competingCases} caption={copy.competing} after={[receives(c)]} />
			)}
		</>
	);
}

function Execution({ c, of: { execution } }: Props) {
	const copy = c.get("copy").review.case;
	if (execution === null) return null;
	return (
		<>
			<h2>{copy.execution}</h2>
			<p>
				{copy.executionStates[execution.state]} {copy.proofs[execution.proof]}
			</p>
			<ul>
				{execution.txHashes.map((hash) => (
					<li class="hash">{hash}</li>
				))}
			</ul>
		</>
	);
}
