/** The part of a case's page that changes by itself: steps, who must act, history, order, documents, chain. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { CaseStatus, CourtOrder, Documents, Parties, Transactions } from "../core/case-view.tsx";
import { LinkButton, type Way, WayOn } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Tokens } from "../core/token-facts.ts";
import { walletAddress } from "../core/wallet.ts";
import { moveInWords } from "../words/move-words.ts";
import { Competing, type Others } from "./competing.tsx";
import { NotWatched } from "./not-watched.tsx";
import { type CaseOnChain, Letter, OnChain } from "./on-chain.tsx";
import { CaseProgress } from "./progress.tsx";
import { isOpen, nextAct, takesOrder } from "./standing.ts";

type Props = { c: PageContext; record: CaseRecord };

export function LivePart({
	c,
	record,
	observation,
	others,
}: Props & Pick<CaseOnChain, "observation"> & { others: Others }) {
	const account = walletAddress(c);
	const isClaimant = account === record.case.recoveryAccount;
	const isOwner = account === record.case.lostAccount;
	const reader = isClaimant ? "claimant" : isOwner ? "owner" : "partner";
	return (
		<div
			data-live={record.caseId}
			data-version={String(record.version)}
			{...(!isOpen(record) && { "data-closed": "" })}
		>
			<CaseProgress
				c={c}
				of={record}
				reader={reader}
				filedBy={record.case.recoveryAccount}
				below={<Competing c={c} record={record} others={others} isClaimant={isClaimant} />}
				ways={
					isClaimant ? (
						<Ways c={c} record={record} />
					) : (
						isOwner && isOpen(record) && <Objection c={c} record={record} />
					)
				}
			/>
			{isClaimant && nextAct(record, Date.now()) === "executable" && <Letter c={c} record={record} />}
			<NotWatched c={c} of={record} />
			<Timeline c={c} record={record} reader={isClaimant ? "recovery_account" : "lost_account"} />
			{record.courtOrder !== null && <CourtOrder c={c} order={record.courtOrder} />}
			<Documents
				c={c}
				documents={record.documents}
				path={isClaimant ? `/cases/${record.caseId}/documents` : undefined}
			/>
			<OnChain c={c} chainId={record.case.chainId} execution={record.execution} observation={observation} />
		</div>
	);
}

/** The claimant's own next steps. The first is the page's main button. */
function Ways({ c, record }: Props) {
	const { cases, exhibit, petition } = c.get("copy");
	const { order, documents, execution } = cases;
	const address = `/cases/${record.caseId}`;
	// Nothing is left to do. The form for a document has the way to another order.
	if (record.answeredAt !== null) return null;
	const enter = record.courtOrder === null ? order.enter : order.replace;
	const add = { href: "#add-document", text: documents.addHeading };
	const isRejected = record.status === "rejected";
	const ways: Way[] = [
		...(isRejected ? [{ href: "/recover", text: cases.start }] : []),
		...(record.statusReason === "documents_missing" ? [add] : []),
		...(record.status === "created" ? [{ href: `${address}/exhibit`, text: exhibit.open }] : []),
		...(takesOrder(record) ? [{ href: `${address}/order`, text: enter }] : []),
		...(record.statusReason === "order_unverifiable" ? [add] : []),
		...(nextAct(record, Date.now()) === "executable"
			? [
					{ href: "#letter", text: execution.ask.open },
					{ href: "#txHashes", text: execution.enter },
				]
			: []),
	];
	if (ways.length === 0) return null;
	return (
		<>
			<p class="actions">
				{ways.map((way, at) => (
					<LinkButton {...way} kind={at === 0 ? undefined : "second"} />
				))}
			</p>
			{record.status === "created" && (
				<p class="links">
					<a href={`${address}/petition`}>{petition.title}</a>
					<a href={`${address}/evidence`} download>
						{exhibit.evidence}
					</a>
				</p>
			)}
		</>
	);
}

/** The owner's way to stop the case. */
function Objection({ c, record: { caseId, statusReason } }: Props) {
	const { contest } = c.get("copy").cases.close;
	if (statusReason === "contested") return null;
	return <WayOn href={`/cases/${caseId}/contest`} text={contest.title} kind="danger" />;
}

/** Newest first. @param reader as the history names her */
function Timeline({ c, record, reader }: Props & { reader: string }) {
	const copy = c.get("copy");
	return (
		<>
			<h2>{copy.cases.case.timeline}</h2>
			<ol class="timeline" reversed>
				{record.history.toReversed().map(({ at, actor, move }) => (
					<li>
						<p class="sentence">{moveInWords(actor === reader ? "you" : actor, move, copy)}.</p>
						<Time c={c} iso={at} />
					</li>
				))}
			</ol>
		</>
	);
}

/** The filed intent, which never changes, and the exact status, which the script keeps up to date. */
export function Filed({ c, record, tokens }: Props & { tokens: Tokens }) {
	const { cases, labels, recover } = c.get("copy");
	return (
		<>
			<h3>{cases.case.parties}</h3>
			<Parties
				c={c}
				of={record}
				before={[
					[labels.caseId, <Code c={c} text={record.caseId} />],
					[labels.status, <CaseStatus c={c} of={record} isNow />],
				]}
				after={[
					[labels.email, record.case.email],
					[labels.fingerprint, <Code c={c} text={record.jrcHash} />],
				]}
			/>
			<h4>{recover.read.happens}</h4>
			<Transactions c={c} calls={record.transactions} tokens={tokens} />
		</>
	);
}
