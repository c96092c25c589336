/** The part of a case's page that changes by itself: status, who must act, timeline, order, documents, chain. */

import type { CaseRecord } from "../../../protocol/case-record.ts";
import { CallText } from "../core/call-text.tsx";
import { isReadFromData } from "../core/call-words.ts";
import { Facts } from "../core/facts.tsx";
import { LinkButton } from "../core/form.tsx";
import { Code, networkText, Time } from "../core/format.tsx";
import { moveInWords } from "../core/move-words.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Tokens } from "../core/token-facts.ts";
import { walletAddress } from "../core/wallet.ts";
import { NotWatched } from "./not-watched.tsx";
import { type CaseOnChain, OnChain } from "./on-chain.tsx";
import { isOpen, nextAct, statusClass, statusWords, takesOrder } from "./standing.ts";

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
				<span class={`${statusClass(record)} now`} data-status>
					{statusWords(record, copy)}
				</span>
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
			<Order c={c} record={record} />
			<OnChain c={c} execution={record.execution} observation={observation} />
			<Documents c={c} record={record} />
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

function Order({ c, record: { courtOrder } }: Props) {
	const { order } = c.get("copy").cases;
	return (
		<>
			<h2>{order.title}</h2>
			{courtOrder === null ? (
				<p>{order.none}</p>
			) : (
				<Facts
					of={[
						[order.caption, courtOrder.title],
						[order.number, courtOrder.fullCaseNumber],
						[order.court, courtOrder.courtId],
						[order.docket, courtOrder.docketNumber],
						[
							c.get("copy").cases.case.status,
							<span class={courtOrder.verification === "verified" ? "status done" : "status waiting"}>
								{order[courtOrder.verification]}
							</span>,
						],
					]}
				/>
			)}
		</>
	);
}

function Documents({ c, record: { caseId, case: rec, documents } }: Props) {
	const { documents: words } = c.get("copy").cases;
	const isClaimant = walletAddress(c) === rec.recoveryAccount;
	return (
		<>
			<h2 id="documents">{words.title}</h2>
			{documents.length === 0 && <p>{words.none}</p>}
			<ul>
				{documents.map(({ documentId, title, size, sha256 }) => (
					<li>
						{isClaimant ? <a href={`/cases/${caseId}/documents/${documentId}`}>{title}</a> : title},{" "}
						{words.bytes(size)}
						<br />
						{words.sha} <span class="hash">{sha256}</span>
					</li>
				))}
			</ul>
		</>
	);
}

/** The filed intent, which never changes. */
export function Filed({ c, record, tokens }: Props & { tokens: Tokens }) {
	const copy = c.get("copy");
	const { lostAccount, recoveryAccount, chainId, reasonForRecovery, email } = record.case;
	const { read, lost } = copy.recover;
	return (
		<>
			<h2>{copy.cases.case.parties}</h2>
			<Facts
				of={[
					[copy.verify.fields.caseId, <Code c={c} text={record.caseId} />],
					[read.lost, <Code c={c} text={lostAccount} />],
					[read.receives, <Code c={c} text={recoveryAccount} />],
					[read.chain, networkText(c, chainId)],
					[read.reason, lost.reasons[reasonForRecovery]],
					[read.email, email !== null && email],
					[read.fingerprint, <Code c={c} text={record.jrcHash} />],
				]}
			/>
			<h3>{read.happens}</h3>
			<ol class="transactions">
				{record.transactions.map((call) => (
					<li>
						<CallText copy={copy} call={call} tokens={tokens} />
					</li>
				))}
			</ol>
			{record.transactions.some(isReadFromData) && <p class="quiet">{copy.acts.caution}</p>}
		</>
	);
}
