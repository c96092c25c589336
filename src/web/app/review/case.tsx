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
import { WALLET_SCRIPTS } from "../core/signing.tsx";
import { tokensOf } from "../core/token-facts.ts";
import { read } from "./access.tsx";
import { CaseTable, type ReviewedCase, receives } from "./case-table.tsx";
import { claimedIn, labelsOfValues } from "./claimed.ts";
import { DecisionForm, type Typed } from "./decision-form.tsx";
import { DOCUMENT, ShowLink, type ShownDocument, viewerOf } from "./document-viewer.tsx";
import { Notes, readNotes } from "./notes.tsx";
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
	const [tokens, approval, notes] = await Promise.all([
		tokensOf(c, "developer", of),
		readApproval(c, "developer", of),
		readNotes(c, of.caseId),
	]);
	const copy = c.get("copy").review.case;
	const viewer = viewerOf(c, shownDocument(c, of), `/review/cases/${of.caseId}`);
	const { typed, ...rejected } = shown;
	const { which, reason, txHash, heading: decide } = c.get("copy").desk.decision;
	const claimed = claimedIn(c, of, tokens);
	const compare = { href: "#compare", text: c.get("copy").desk.comparison.way };
	const { note, added, removed } = c.get("copy").desk.notes;
	const { taking } = c.get("copy").desk;
	const done = {
		...{ taken: taking.done, givenBack: taking.givenBack },
		done: copy.done,
		noteAdded: added,
		noteRemoved: removed,
	};
	const labels = { decision: which, reason, txHash, note, ...labelsOfValues(claimed) };
	return page(
		c,
		{
			...{ title: copy.title, area: "reviewers", done, ...rejected, labels },
			scripts: ["compare", ...(approval === null ? [] : WALLET_SCRIPTS)],
			...viewer,
		},
		<>
			<p>
				<Code c={c} text={of.caseId} />
			</p>
			<CaseProgress
				c={c}
				of={of}
				reader="reviewer"
				ways={isOpen(of) && <WayOn {...(claimed.length > 0 ? compare : { href: "#decide", text: decide })} />}
			/>
			{isOpen(of) && <Taking c={c} caseId={of.caseId} taken={of.taken} />}
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
			<ApprovalPanel c={c} approval={approval} />
			{approval !== null && of.status === "pending" && (
				<LinkLine href={`/review/cases/${of.caseId}/approval`} text={copy.approve} />
			)}
			<CaseHistory c={c} of={of} />
			<Notes c={c} caseId={of.caseId} notes={notes} typed={typed.note} problems={rejected.problems ?? []} />
			<LinkLine
				href={`/review/cases/${of.caseId}/download`}
				text={c.get("copy").signing.download.title.case}
			/>
			<DecisionForm c={c} of={of} claimed={claimed} typed={typed} problems={rejected.problems ?? []} />
		</>,
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
				["jrcHash", <Code c={c} text={of.jrcHash} />],
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
				[review.case.by, ({ actor }) => <Hash text={actor.split(":")[1] ?? ""} />],
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
			<Items of={execution.txHashes.map((hash) => <Hash text={hash} />)} />
		</>
	);
}
