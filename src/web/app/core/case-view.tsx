/**
 * The parts of a case, for the pages of its claimant, its developer and its reviewers, and for the exhibit. Each takes
 * the record as the API returns it, and shows what all of them show. A page adds what its readers alone need.
 */
import type { Child } from "hono/jsx";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import type { Call } from "../../../protocol/intent.ts";
import { CallText } from "../words/call-text.tsx";
import { isReadFromData } from "../words/call-words.ts";
import { courtName } from "../words/court-words.ts";
import { moveInWords } from "../words/move-words.ts";
import { statusClass, statusWords } from "../words/status-words.ts";
import { type Fact, Facts } from "./facts.tsx";
import { Code, ExplorerLink, Hash, networkText, Time } from "./format.tsx";
import type { PageContext } from "./page-env.ts";
import { type Column, Table } from "./table.tsx";
import type { Tokens } from "./token-facts.ts";

type Order = NonNullable<CaseRecord["courtOrder"]>;
type Document = CaseRecord["documents"][number];
/** A newer API may have an actor or a move that the pages lack. */
export type Entry = Omit<CaseRecord["history"][number], "actor" | "move"> & { actor: string; move: string };

type StatusProps = {
	c: PageContext;
	of: Parameters<typeof statusWords>[0];
	/** On the page of the case, whose script replaces it. */
	isNow?: boolean;
};

export function CaseStatus({ c, of, isNow = false }: StatusProps) {
	return (
		<span class={statusClass(of)} data-status={isNow || undefined}>
			{statusWords(of, c.get("copy"))}
		</span>
	);
}

type PartiesProps = {
	c: PageContext;
	of: Pick<CaseRecord, "case" | "createdAt">;
	/** Further facts of the page, above and below. */
	before?: readonly Fact[];
	after?: readonly Fact[];
};

/** The accounts and the filing, which never change. */
export function Parties({ c, of, before = [], after = [] }: PartiesProps) {
	const { labels, verify } = c.get("copy");
	const { lostAccount, recoveryAccount, chainId, reasonForRecovery } = of.case;
	return (
		<Facts
			of={[
				...before,
				[
					labels.lostAccountOf(reasonForRecovery),
					<Code c={c} text={lostAccount} />,
					<ExplorerLink c={c} chainId={chainId} path={`address/${lostAccount}`} />,
				],
				[labels.recoveryAccount, <Code c={c} text={recoveryAccount} />],
				[labels.chain, networkText(c, chainId)],
				[labels.reason, verify.reasons[reasonForRecovery]],
				[labels.filed, <Time c={c} iso={of.createdAt} />],
				...after,
			]}
		/>
	);
}

type TransactionsProps = {
	c: PageContext;
	calls: readonly Call[];
	tokens: Tokens;
	/** What the page says of a transaction, behind its words and below them. */
	beside?: (call: Call) => Child;
	/** For readers who check what the words rest on. */
	isCautious?: boolean;
	below?: (call: Call, at: number) => Child;
};

/** The transactions in words, in their order. */
export function Transactions({ c, calls, tokens, beside, below, isCautious }: TransactionsProps) {
	const copy = c.get("copy");
	return (
		<>
			<ol class="transactions">
				{calls.map((call, at) => (
					<li>
						<p>
							<CallText copy={copy} call={call} tokens={tokens} /> {beside?.(call)}
						</p>
						{below?.(call, at)}
					</li>
				))}
			</ol>
			{isCautious && calls.some(isReadFromData) && <p class="quiet">{copy.acts.caution}</p>}
		</>
	);
}

/** The exact values of a transaction. @param maxBytes of its data, where space is short */
export function CallFacts({ c, call, maxBytes }: { c: PageContext; call: Call; maxBytes?: number }) {
	const { labels, exhibit } = c.get("copy");
	const { dest, value, data } = call;
	const bytes = data.length / 2 - 1;
	const isCut = maxBytes !== undefined && bytes > maxBytes;
	return (
		<Facts
			of={[
				[labels.calledAccount, <Hash text={dest} />],
				[labels.wei, <Hash text={BigInt(value).toString()} />],
				[
					labels.data,
					bytes === 0 ? labels.none : <Hash text={isCut ? data.slice(0, 2 + 2 * maxBytes) : data} />,
					isCut && exhibit.transactions.cut(bytes),
				],
			]}
		/>
	);
}

/** What an order says of itself. @param number what to show for the court's number, such as a link */
export function courtFacts(
	c: PageContext,
	order: { title: string; fullCaseNumber: string; courtId: string; docketNumber: number | string },
	number: Child = order.fullCaseNumber,
): Fact[] {
	const { labels } = c.get("copy");
	return [
		[labels.orderTitle, order.title],
		[labels.caseNumber, number],
		[labels.court, <Court id={order.courtId} />],
		[labels.docketNumber, order.docketNumber === 0 ? labels.none : String(order.docketNumber)],
	];
}

/** The names are English in every language. */
export function Court({ id }: { id: string }) {
	const name = courtName(id);
	if (name === undefined) return <>{id}</>;
	return (
		<>
			<span lang="en">{name}</span> ({id})
		</>
	);
}

type OrderProps = { c: PageContext; order: Order | null; number?: Child; after?: readonly Fact[] };

export function CourtOrder({ c, order, number, after = [] }: OrderProps) {
	const { labels, cases } = c.get("copy");
	return (
		<>
			<h2>{labels.courtOrder}</h2>
			{order === null ? (
				<p>{cases.order.none}</p>
			) : (
				<Facts
					of={[
						...courtFacts(c, order, number),
						[
							labels.status,
							<span class={order.verification === "verified" ? "status done" : "status waiting"}>
								{cases.order[order.verification]}
							</span>,
						],
						...after,
					]}
				/>
			)}
		</>
	);
}

type DocumentsProps = {
	c: PageContext;
	documents: readonly Document[];
	/** Below which path each document can be downloaded; absent for readers who may not. */
	path?: string | undefined;
	/** What the page offers for a document, below it. */
	below?: (document: Document) => Child;
};

export function Documents({ c, documents, path, below }: DocumentsProps) {
	const { labels, cases } = c.get("copy");
	return (
		<>
			<h2 id="documents">{labels.documents}</h2>
			{documents.length === 0 && <p>{cases.documents.none}</p>}
			<ul>
				{documents.map((document) => (
					<li>
						{path === undefined ? (
							document.title
						) : (
							<a href={`${path}/${document.documentId}`}>{document.title}</a>
						)}
						, {cases.documents.bytes(document.size)}, <Time c={c} iso={document.addedAt} />
						<br />
						<span class="quiet">
							SHA-256 <Hash text={document.sha256} />
						</span>
						{below?.(document)}
					</li>
				))}
			</ul>
		</>
	);
}

type HistoryProps = {
	c: PageContext;
	history: readonly Entry[];
	/** Further columns. */
	more?: readonly Column<Entry>[];
	/** What the page says of an entry, below its sentence. */
	below?: (entry: Entry) => Child;
};

/** Every entry as a sentence, the oldest first. */
export function History({ c, history, more = [], below }: HistoryProps) {
	const copy = c.get("copy");
	const { labels, verify } = copy;
	return (
		<>
			<h2>{labels.history}</h2>
			<Table
				caption={labels.history}
				rows={history}
				columns={[
					[verify.fields.entry, ({ sequence }) => sequence],
					[labels.time, ({ at }) => <Time c={c} only="short" iso={at} />],
					[
						verify.fields.what,
						(entry) => (
							<>
								<div class="sentence">{moveInWords(entry.actor, entry.move, copy)}</div>
								{below?.(entry)}
							</>
						),
					],
					...more,
				]}
			/>
		</>
	);
}
