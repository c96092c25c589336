/** `/review/cases/{caseId}`: all that a reviewer needs apart from the court's papers, and the decision. */
import { ApprovalPanel, readApproval } from "../cases/approval-panel.tsx";
import { NotWatched } from "../cases/not-watched.tsx";
import { CaseProgress } from "../cases/progress.tsx";
import { isOpen } from "../cases/standing.ts";
import { download } from "../core/api.ts";
import {
	CallFacts,
	CourtOrder,
	Documents,
	type Entry,
	History,
	Parties,
	Transactions,
} from "../core/case-view.tsx";
import { notFoundPage } from "../core/errors.tsx";
import { LinkLine, WayOn } from "../core/form.tsx";
import { Code, Hash, Items, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Rejected } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { sessionToken } from "../core/sessions.ts";
import { WALLET_SCRIPTS } from "../core/signing.tsx";
import { type Tokens, tokensOf } from "../core/token-facts.ts";
import { read } from "./access.tsx";
import { CaseTable, type ReviewedCase } from "./case-table.tsx";
import { claimedIn } from "./claimed.ts";
import { labelsOfValues } from "./compared.ts";
import { DecisionForm, isVerification, possible, type Typed } from "./decision-form.tsx";
import { DOCUMENT, ShowLink, type ShownDocument, viewerOf } from "./document-viewer.tsx";
import { Notes, readNotes } from "./notes.tsx";
import { isObjectedTo, ObjectionPart, readObjection } from "./objection.tsx";
import { HowToCheck } from "./parts.tsx";
import { Taking } from "./taking.tsx";

type Props = { c: PageContext; of: ReviewedCase };

/** The id is judged by the API. */
export const casePath = (c: PageContext) => encodeURIComponent(c.req.param("caseId") ?? "");

export const readCase = (c: PageContext) => read<ReviewedCase>(c, `/review/recovery-cases/${casePath(c)}`);

export async function casePage(c: PageContext): Promise<Response> {
	const of = await readCase(c);
	if (c.req.query(DOCUMENT) !== undefined && shownDocument(c, of) === undefined) return notFoundPage(c);
	return showCase(c, of, { typed: {} });
}

export function caseDocument(c: PageContext): Promise<Response> {
	const documentId = encodeURIComponent(c.req.param("documentId") ?? "");
	return download(c, `/recovery-cases/${casePath(c)}/documents/${documentId}`, "developer");
}

type Shown = Rejected & { typed: Typed & { note?: string } };

/** @param shown.problems of a form that changed nothing */
export async function showCase(c: PageContext, of: ReviewedCase, shown: Shown): Promise<Response> {
	const [tokens, approval, notes, draft, objection] = await Promise.all([
		tokensOf(c, "developer", of),
		readApproval(c, "developer", of),
		readNotes(c, of.caseId),
		draftOf(c, of),
		readObjection(c, of),
	]);
	const { typed, ...rejected } = shown;
	const { problems = [] } = rejected;
	const { review, desk } = c.get("copy");
	const { which, reason, txHash, did } = desk.decision;
	const { note, added, removed } = desk.notes;
	const claimed = claimedIn(c, of, tokens);
	const done = {
		...{ taken: desk.taking.done, givenBack: desk.taking.givenBack },
		...{ ...did, done: review.case.done, noteAdded: added, noteRemoved: removed },
	};
	const labels = { decision: which, reason, txHash, note, ...labelsOfValues(claimed) };
	return page(
		c,
		{
			...{ title: titleOf(c, of), area: "reviewers", done, ...rejected, labels },
			above: <Ways c={c} of={of} />,
			scripts: ["compare", "queue", ...(approval === null ? [] : WALLET_SCRIPTS)],
			...viewerOf(c, shownDocument(c, of), `/review/cases/${of.caseId}`, "#compare"),
		},
		<>
			<CaseProgress c={c} of={of} reader="reviewer" ways={<WayToDecide c={c} of={of} />} />
			{isOpen(of) && <Taking c={c} caseId={of.caseId} taken={of.taken} />}
			<HowToCheck c={c} />
			<Claim c={c} of={of} tokens={tokens} />
			<ApprovalPanel c={c} approval={approval} />
			{approval !== null && of.status === "pending" && (
				<LinkLine href={`/review/cases/${of.caseId}/approval`} text={review.case.approve} />
			)}
			<DecisionForm c={c} of={of} claimed={claimed} typed={typed} problems={problems} draft={draft}>
				<ObjectionPart c={c} objection={objection} />
			</DecisionForm>
			<Notes c={c} caseId={of.caseId} notes={notes} typed={typed.note} problems={problems} />
			<CaseHistory c={c} of={of} />
			<LinkLine
				href={`/review/cases/${of.caseId}/download`}
				text={c.get("copy").signing.download.title.case}
			/>
		</>,
	);
}

/** As the papers call it, where there are any. */
const titleOf = (c: PageContext, { courtOrder }: ReviewedCase): string =>
	courtOrder === null ? c.get("copy").review.case.title : `${courtOrder.title}, ${courtOrder.fullCaseNumber}`;

/** Under what the script keeps what was typed: for this session alone, and until the case has moved. */
async function draftOf(c: PageContext, { caseId, version }: ReviewedCase): Promise<string> {
	const text = `${sessionToken(c, "developer")} ${caseId} ${version}`;
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return `review:${Buffer.from(hash).toString("hex")}`;
}

/** Back to the queue, and on to its next case. */
function Ways({ c, of: { caseId, developer } }: Props) {
	const { queue } = c.get("copy").review;
	const filer = developer && { filer: developer.developerId };
	return (
		<nav class="links unprinted" aria-label={queue.title}>
			<a href="/review">{queue.back}</a>
			<a href={`/review/next?${new URLSearchParams({ after: caseId, ...filer })}`}>{queue.next}</a>
		</nav>
	);
}

/** Beside a document, if the case has one. What can still be decided after the order is verified is no main way. */
function WayToDecide({ c, of }: Props) {
	const { comparison, decision, objection } = c.get("copy").desk;
	const decisions = possible(of);
	if (decisions.length === 0) return null;
	const [document] = of.documents;
	const shown = c.req.query(DOCUMENT) ?? document?.documentId;
	const search = shown === undefined ? "" : `?${new URLSearchParams({ [DOCUMENT]: shown })}`;
	if (isObjectedTo(of)) return <WayOn href={`${search}#objection`} text={objection.way} />;
	if (decisions.some(isVerification)) {
		return <WayOn href={`${search}#compare`} text={comparison.way} />;
	}
	return <WayOn href="#decide" text={decision.remaining} kind="second" />;
}

function Claim({ c, of, tokens }: Props & { tokens: Tokens }) {
	const copy = c.get("copy").review.case;
	return (
		<>
			<Order c={c} of={of} />
			<Documents
				c={c}
				documents={of.documents}
				path={`/review/cases/${of.caseId}/documents`}
				below={({ documentId, title }) => <ShowLink c={c} document={documentId} title={title} />}
			/>
			<h2>{copy.parties}</h2>
			<Filing c={c} of={of} />
			<h2>{copy.transactions}</h2>
			<Transactions
				c={c}
				calls={of.transactions}
				tokens={tokens}
				isCautious
				below={(call) => (
					<details>
						<summary>{copy.raw}</summary>
						<CallFacts c={c} call={call} />
					</details>
				)}
			/>
			<Liveness c={c} of={of} />
			<Competing c={c} of={of} />
			<Execution c={c} of={of} />
		</>
	);
}

/** The document that the address names. Its bytes are those of the hash in the case's record, or they are not shown. */
function shownDocument(c: PageContext, { caseId, documents }: ReviewedCase): ShownDocument | undefined {
	const found = documents.find(({ documentId }) => documentId === c.req.query(DOCUMENT));
	if (found === undefined) return undefined;
	return { ...found, path: `/review/cases/${caseId}/documents/${found.documentId}` };
}

function Order({ c, of: { courtOrder } }: Props) {
	const { attached, verified } = c.get("copy").review.case;
	if (courtOrder === null) return <CourtOrder c={c} order={null} />;
	const { fullCaseNumber, attachedAt, verifiedAt } = courtOrder;
	return (
		<CourtOrder
			c={c}
			order={courtOrder}
			number={<a href={`/review/cases?${new URLSearchParams({ fullCaseNumber })}`}>{fullCaseNumber}</a>}
			after={[
				[attached, <Time c={c} iso={attachedAt} />],
				[verified, verifiedAt && <Time c={c} iso={verifiedAt} />],
			]}
		/>
	);
}

function Filing({ c, of }: Props) {
	const { review, labels } = c.get("copy");
	const copy = review.case;
	const { developer, executeAfter } = of;
	const through = developer && <Code c={c} text={developer.developerId} />;
	return (
		<Parties
			c={c}
			of={of}
			after={[
				[copy.signer, copy.signers[of.signer.kind]],
				[labels.email, of.case.email ?? labels.none],
				[copy.through, through, developer === null ? copy.hosted : (developer.email ?? copy.deleted)],
				[labels.executeAfter, executeAfter && <Time c={c} iso={executeAfter} />],
				[labels.fingerprint, <Code c={c} text={of.jrcHash} />],
				[labels.case, <Code c={c} text={of.caseId} />],
			]}
		/>
	);
}

/** Reviewers see which colleague decided. */
function CaseHistory({ c, of }: Props) {
	const { labels, review } = c.get("copy");
	return (
		<History
			c={c}
			history={of.history}
			more={[
				[review.case.by, ({ actor }) => actor.includes(":") && <Hash text={actor.split(":")[1] ?? ""} />],
				[labels.status, (entry) => newStatus(c, entry)],
			]}
		/>
	);
}

/** A dash if the entry led to no other status. What else it changed, such as the verification, is told by the move. */
function newStatus(c: PageContext, { from, to, reason, eventId }: Entry): string {
	const { statuses, statusReasons } = c.get("copy").verify;
	if (eventId === null || (from === "pending" && to === "pending")) return "–";
	return reason === null ? statuses[to] : `${statuses[to]}: ${statusReasons[reason]}`;
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
					<Items of={seen.map(({ at }) => <Time c={c} iso={at} />)} />
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
				<CaseTable c={c} cases={competingCases} caption={copy.competing} />
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
			<Items of={execution.txHashes.map((hash) => <Hash text={hash} />)} />
		</>
	);
}
