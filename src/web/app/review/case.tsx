/** `/review/cases/{caseId}`: all that a reviewer needs apart from the court's papers, and the decision. */
import { ApprovalPanel, readApproval } from "../cases/approval-panel.tsx";
import { CaseProgress } from "../cases/progress.tsx";
import { isOpen, nextAct } from "../cases/standing.ts";
import { ACTORS } from "../cases/steps.ts";
import { download } from "../core/api.ts";
import { type Entry, History } from "../core/case-view.tsx";
import { notFoundPage } from "../core/errors.tsx";
import { LinkButton, LinkLine, type Way } from "../core/form.tsx";
import { Hash } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem, Rejected } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { sessionToken } from "../core/sessions.ts";
import { WALLET_SCRIPTS } from "../core/signing.tsx";
import { tokensOf } from "../core/token-facts.ts";
import { read } from "./access.tsx";
import { type ReviewedCase, reasonAt } from "./case-table.tsx";
import { Claim } from "./claim.tsx";
import { claimedIn } from "./claimed.ts";
import { labelsOfValues } from "./compared.ts";
import { DECISIONS, DecisionForm, isVerification, possible, type Typed } from "./decision-form.tsx";
import { DOCUMENT, type ShownDocument, viewerOf } from "./document-viewer.tsx";
import { Notes, readNotes } from "./notes.tsx";
import { isObjectedTo, ObjectionPart, objectionOf } from "./objection.tsx";
import { HowToCheck } from "./parts.tsx";
import { Taking } from "./taking.tsx";

type Props = { c: PageContext; of: ReviewedCase };

/** In the address: the decision that asks for a missing document is chosen already. */
const ASK = "ask";
const ASKED = { decision: "require_action", statusReason: "documents_missing" } as const;

/** The id is judged by the API. */
export const casePath = (c: PageContext) => encodeURIComponent(c.req.param("caseId") ?? "");

export const readCase = (c: PageContext) => read<ReviewedCase>(c, `/review/recovery-cases/${casePath(c)}`);

export async function casePage(c: PageContext): Promise<Response> {
	const of = await readCase(c);
	if (c.req.query(DOCUMENT) !== undefined && shownDocument(c, of) === undefined) return notFoundPage(c);
	return showCase(c, of, { typed: c.req.query(ASK) === undefined ? {} : ASKED });
}

export function caseDocument(c: PageContext): Promise<Response> {
	const documentId = encodeURIComponent(c.req.param("documentId") ?? "");
	return download(c, `/recovery-cases/${casePath(c)}/documents/${documentId}`, "developer");
}

type Shown = Rejected & { typed: Typed & { note?: string } };

/** @param shown.problems of a form that changed nothing */
export async function showCase(c: PageContext, of: ReviewedCase, shown: Shown): Promise<Response> {
	const [tokens, approval, notes, draft] = await Promise.all([
		tokensOf(c, "developer", of),
		readApproval(c, "developer", of),
		readNotes(c, of.caseId),
		draftOf(c, of),
	]);
	const { typed, ...rejected } = shown;
	const { problems = [] } = rejected;
	const { review, desk, labels: shared } = c.get("copy");
	const { which, statusReason, txHash, did } = desk.decision;
	const { note, added, removed } = desk.notes;
	const claimed = claimedIn(c, of, tokens);
	const objection = objectionOf(of);
	const done = {
		...{ taken: desk.taking.done, givenBack: desk.taking.givenBack },
		...{ ...did, done: review.case.done, noteAdded: added, noteRemoved: removed },
	};
	const ofDecisions = { decision: which, statusReason, reason: shared.yourReason, txHash };
	const labels = { ...ofDecisions, ...labelsOfValues(claimed) };
	// Beside the decision, where they are mended.
	const [ofDecision, others] = possible(of).length > 0 ? parted(problems, labels) : [[], problems];
	return page(
		c,
		{
			...{ title: titleOf(c, of), area: "reviewers", done, ...rejected, problems: others, labels: { note } },
			above: <Ways c={c} of={of} />,
			scripts: ["compare", "queue", ...(approval === null ? [] : WALLET_SCRIPTS)],
			...viewerOf(c, shownDocument(c, of), `/review/cases/${of.caseId}`, "#compare"),
		},
		<>
			<CaseProgress c={c} of={of} reader="reviewer" ways={<WaysOn c={c} of={of} objection={objection} />} />
			<HowToCheck c={c} />
			<Claim c={c} of={of} tokens={tokens} />
			<ApprovalPanel c={c} approval={approval} />
			{approval !== null && of.status === "pending" && (
				<LinkLine href={`/review/cases/${of.caseId}/approval`} text={review.approval.title} />
			)}
			<DecisionForm {...{ c, of, claimed, typed, labels, draft }} problems={ofDecision}>
				{!isObjectedTo(of) && objection !== null && (
					<>
						<h2>{desk.objection.heading}</h2>
						<ObjectionPart c={c} objection={objection} />
					</>
				)}
			</DecisionForm>
			<Notes c={c} caseId={of.caseId} notes={notes} typed={typed.note} problems={problems} />
			<CaseHistory c={c} of={of} values={claimed.length} />
			<LinkLine
				href={`/review/cases/${of.caseId}/download`}
				text={c.get("copy").signing.download.title.case}
			/>
		</>,
	);
}

/** Those of the named fields, and the others. */
function parted(problems: readonly Problem[], labels: Readonly<Record<string, string>>) {
	const isNamed = ({ field }: Problem) => Object.hasOwn(labels, field);
	return [problems.filter(isNamed), problems.filter((problem) => !isNamed(problem))] as const;
}

/** As the papers call it, where there are any. */
const titleOf = (c: PageContext, { courtOrder }: ReviewedCase): string =>
	courtOrder === null ? c.get("copy").labels.case : `${courtOrder.title}, ${courtOrder.fullCaseNumber}`;

/** Under what the script keeps what was typed: for this session alone, and until the case has moved. */
async function draftOf(c: PageContext, { caseId, version }: ReviewedCase): Promise<string> {
	const text = `${sessionToken(c, "developer")} ${caseId} ${version}`;
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
	return `review:${Buffer.from(hash).toString("hex")}`;
}

/** Whether it waits for a reviewer. */
const isWaiting = (of: ReviewedCase): boolean => ACTORS[nextAct(of, Date.now())] === "reviewers";

function nextWay(c: PageContext, { caseId, developer }: ReviewedCase): Way {
	const filer = developer && { filer: developer.developerId };
	const query = new URLSearchParams({ after: caseId, ...filer });
	return { href: `/review/next?${query}`, text: c.get("copy").review.queue.next };
}

/** Back to the queue, and on to its next case where that is no button. */
function Ways({ c, of }: Props) {
	const { queue } = c.get("copy").review;
	const { href, text } = nextWay(c, of);
	return (
		<nav class="links unprinted" aria-label={queue.title}>
			<a href="/review">{queue.back}</a>
			{isWaiting(of) && <a href={href}>{text}</a>}
		</nav>
	);
}

/** To the decision, beside a document if the case has one. Where nothing waits for it, first to the next case. */
function WaysOn({ c, of, objection }: Props & Pick<Parameters<typeof ObjectionPart>[0], "objection">) {
	const next = <LinkButton {...nextWay(c, of)} />;
	if (!isOpen(of)) return <p class="actions">{next}</p>;
	const { noPaper, ask } = c.get("copy").desk.decision;
	const isBare = isBareOrder(of);
	return (
		<>
			{isObjectedTo(of) && <ObjectionPart c={c} objection={objection} />}
			{isBare && <p>{noPaper}</p>}
			<Taking c={c} caseId={of.caseId} taken={of.taken}>
				{!isWaiting(of) && next}
				{isBare && <LinkButton href={`?${ASK}#decide`} text={ask} />}
				<LinkButton {...wayToDecide(c, of)} kind={isWaiting(of) && !isBare ? undefined : "second"} />
			</Taking>
		</>
	);
}

/** An order that nobody has added a paper to. */
const isBareOrder = (of: ReviewedCase): boolean =>
	nextAct(of, Date.now()) === "order_attached" && of.documents.length === 0;

function wayToDecide(c: PageContext, of: ReviewedCase): Way {
	const { comparison, decision } = c.get("copy").desk;
	const [document] = of.documents;
	const shown = c.req.query(DOCUMENT) ?? document?.documentId;
	const search = shown === undefined ? "" : `?${new URLSearchParams({ [DOCUMENT]: shown })}`;
	if (isObjectedTo(of)) return { href: `${search}#decide`, text: decision.heading };
	const decisions = possible(of);
	if (decisions.some(isVerification)) return { href: `${search}#compare`, text: comparison.way };
	const text = decisions.includes("clear") ? decision.heading : decision.remaining;
	return { href: "#decide", text };
}

/** The document that the address names. Its bytes are those of the hash in the case's record, or they are not shown. */
function shownDocument(c: PageContext, { caseId, documents }: ReviewedCase): ShownDocument | undefined {
	const found = documents.find(({ documentId }) => documentId === c.req.query(DOCUMENT));
	if (found === undefined) return undefined;
	return { ...found, path: `/review/cases/${caseId}/documents/${found.documentId}` };
}

/** `values`: how many could be compared. */
type HistoryProps = { c: PageContext; of: ReviewedCase; values: number };

/** Reviewers see which colleague decided. */
function CaseHistory({ c, of, values }: HistoryProps) {
	const { labels, review } = c.get("copy");
	return (
		<History
			c={c}
			history={of.history}
			below={({ sequence, move }) => (
				<Said c={c} said={isDecision(move) && reasonAt(of, sequence)} values={isShown(of) ? values : 0} />
			)}
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

const isDecision = (move: string): boolean => DECISIONS.some((decision) => decision === move);

/** A second reviewer is not shown what the first one found (recovery.md "What a reviewer compared"). */
const isShown = ({ courtOrder }: ReviewedCase): boolean => courtOrder?.verification !== "verified_once";

type SaidProps = Pick<HistoryProps, "c" | "values"> & { said: ReturnType<typeof reasonAt> | false };

function Said({ c, said, values }: SaidProps) {
	const { labels, desk } = c.get("copy");
	if (!said) return null;
	const { text, compared = [] } = said;
	const differing = compared.filter(({ differs }) => differs !== undefined).length;
	return (
		<div class="quiet">
			{labels.reason}: <bdi>{text}</bdi>
			{values > 0 && (
				<>
					<br />
					{desk.comparison.stored(compared.length, values, differing)}
				</>
			)}
		</div>
	);
}
