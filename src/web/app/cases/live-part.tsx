/** The part of a case's page that changes by itself: status, who must act, timeline, order, documents, chain. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { CaseStatus, CourtOrder, Documents, Parties, Transactions } from "../core/case-view.tsx";
import { LinkButton } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Tokens } from "../core/token-facts.ts";
import { walletAddress } from "../core/wallet.ts";
import { moveInWords } from "../words/move-words.ts";
import { NotWatched } from "./not-watched.tsx";
import { type CaseOnChain, OnChain } from "./on-chain.tsx";
import { isOpen, nextAct, takesOrder } from "./standing.ts";

type Props = { c: PageContext; record: CaseRecord };

export function LivePart({ c, record, observation }: Props & Pick<CaseOnChain, "observation">) {
	const copy = c.get("copy");
	const { cases } = copy;
	const isClaimant = walletAddress(c) === record.case.recoveryAccount;
	const isOwner = walletAddress(c) === record.case.lostAccount;
	const canObject = isOwner && isOpen(record) && record.statusReason !== "contested";
	const doing = cases.doing[nextAct(record, Date.now())][isClaimant ? 0 : 1];
	return (
		<div
			data-live={record.caseId}
			data-version={String(record.version)}
			{...(!isOpen(record) && { "data-closed": "" })}
		>
			<p>
				<CaseStatus c={c} of={record} isNow />
			</p>
			<div class={canObject ? "note danger" : "note"}>
				<h2 class="note-title">{cases.case.now}</h2>
				<p>{doing}</p>
				{canObject && (
					<p>
						{cases.case.object} {copy.common.contest}
					</p>
				)}
				{record.statusNote !== null && (
					<p>
						{cases.case.note}: “{record.statusNote}”
					</p>
				)}
			</div>
			<NotWatched c={c} of={record} />
			<Ways c={c} record={record} isClaimant={isClaimant} />
			<Timeline c={c} record={record} />
			<CourtOrder c={c} order={record.courtOrder} />
			<OnChain c={c} execution={record.execution} observation={observation} />
			<Documents
				c={c}
				documents={record.documents}
				path={isClaimant ? `/cases/${record.caseId}/documents` : undefined}
			/>
		</div>
	);
}

function Ways({ c, record, isClaimant }: Props & { isClaimant: boolean }) {
	const {
		order,
		close,
		documents,
		case: { print },
	} = c.get("copy").cases;
	const address = `/cases/${record.caseId}`;
	const isOwner = walletAddress(c) === record.case.lostAccount;
	const asksForDocuments = record.statusReason === "documents_missing" && record.answeredAt === null;
	if (!isOpen(record)) return null;
	return (
		<p class="actions">
			{isClaimant && asksForDocuments && <LinkButton href="#add-document" text={documents.addHeading} />}
			{isClaimant && takesOrder(record) && (
				<a class={asksForDocuments ? "button second" : "button"} href={`${address}/order`}>
					{record.courtOrder === null ? order.enter : order.replace}
				</a>
			)}
			{isClaimant && record.status === "created" && (
				<LinkButton href={`${address}/exhibit`} text={print} kind="second" />
			)}
			{isOwner && <LinkButton href={`${address}/contest`} text={close.contest.title} kind="danger" />}
		</p>
	);
}

function Timeline({ c, record }: Props) {
	const copy = c.get("copy");
	const { cases } = copy;
	const { expiresAt, executeAfter } = record;
	const hasExpiry = record.status === "created" && expiresAt !== null;
	const hasPeriod =
		record.status === "pending" && executeAfter !== null && Date.parse(executeAfter) > Date.now();
	return (
		<>
			<h2>{cases.case.timeline}</h2>
			<ol class="timeline">
				{record.history.map(({ at, actor, move }) => (
					<li>
						<Time c={c} iso={at} />
						<p class="sentence">{moveInWords(actor, move, copy)}.</p>
					</li>
				))}
				{hasExpiry && (
					<li class="next">
						<Time c={c} iso={expiresAt} />
						{cases.case.next.expires}
					</li>
				)}
				{hasPeriod && (
					<li class="next">
						<Time c={c} iso={executeAfter} />
						{cases.case.next.executeAfter}
					</li>
				)}
			</ol>
		</>
	);
}

/** The filed intent, which never changes. */
export function Filed({ c, record, tokens }: Props & { tokens: Tokens }) {
	const { cases, labels, recover } = c.get("copy");
	return (
		<>
			<h2>{cases.case.parties}</h2>
			<Parties
				c={c}
				of={record}
				before={[[labels.caseId, <Code c={c} text={record.caseId} />]]}
				after={[
					[labels.email, record.case.email],
					[recover.read.fingerprint, <Code c={c} text={record.jrcHash} />],
				]}
			/>
			<h3>{recover.read.happens}</h3>
			<Transactions c={c} calls={record.transactions} tokens={tokens} />
		</>
	);
}
