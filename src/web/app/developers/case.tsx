/** `/developers/cases/{caseId}`: the record as the API returns it, in words. */
import { NotWatched } from "../cases/not-watched.tsx";
import { statusClass, statusWords } from "../cases/standing.ts";
import type { Answer } from "../core/answers.ts";
import { readApi } from "../core/api.ts";
import { CallText } from "../core/call-text.tsx";
import { isReadFromData } from "../core/call-words.ts";
import { Facts } from "../core/facts.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, networkText, Time } from "../core/format.tsx";
import { moveInWords } from "../core/move-words.ts";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { tokensOf } from "../core/token-facts.ts";

type CaseRecord = Answer<"getRecoveryCase">;

export async function casePage(c: PageContext): Promise<Response> {
	const copy = c.get("copy");
	const { cases } = copy.developers;
	const path = `/recovery-cases/${encodeURIComponent(c.req.param("caseId") ?? "")}`;
	const record = await readApi<CaseRecord>(c, "developer", path);
	const tokens = await tokensOf(c, "developer", record);
	return page(
		c,
		{ title: cases.one, area: "developers" },
		<>
			<p>
				<span class={`${statusClass(record)} now`}>{statusWords(record, copy)}</span>
			</p>
			<NotWatched c={c} of={record} />
			<Standing c={c} record={record} />
			<h2>{cases.transactions}</h2>
			<ol class="transactions">
				{record.transactions.map((call) => (
					<li>
						<p>
							<CallText copy={copy} call={call} tokens={tokens} />
						</p>
						<Facts
							of={[
								[cases.to, <Code c={c} text={call.dest} />],
								[cases.value, call.value],
								[cases.data, <code class="hash">{call.data}</code>],
							]}
						/>
					</li>
				))}
			</ol>
			{record.transactions.some(isReadFromData) && <p class="quiet">{copy.acts.caution}</p>}
			<Order c={c} record={record} />
			<Documents c={c} record={record} />
			<History c={c} record={record} />
			<LinkLine href={`/developers/cases/${record.caseId}/evidence`} text={cases.evidence} />
			<LinkLine href={`/developers/cases/${record.caseId}/exhibit`} text={copy.exhibit.open} />
			<LinkLine href="/developers/cases" text={cases.back} />
		</>,
	);
}

type Props = { c: PageContext; record: CaseRecord };

function Standing({ c, record }: Props) {
	const { cases } = c.get("copy").developers;
	const { chainId } = record.case;
	const times = [
		[cases.filed, record.createdAt],
		[cases.executeAfter, record.executeAfter],
		[cases.expires, record.expiresAt],
	] as const;
	const codes = [
		[cases.caseId, record.caseId],
		["jrcHash", record.jrcHash],
		[cases.lostAccount, record.case.lostAccount],
		[cases.recoveryAccount, record.case.recoveryAccount],
		...(record.execution?.txHashes ?? []).map((hash) => [cases.executedBy, hash] as const),
	] as const;
	return (
		<Facts
			of={[
				...codes.map(([label, text]) => [label, <Code c={c} text={text} />] as const),
				[cases.chain, networkText(c, chainId)],
				[cases.source, cases.sources[record.source]],
				[cases.labels.reference, record.reference ?? "–"],
				[
					cases.reason,
					record.statusReason !== null && (
						<>
							<code>{record.statusReason}</code> {record.statusNote}
						</>
					),
				],
				...times.map(([label, iso]) => [label, iso === null ? "–" : <Time c={c} iso={iso} />] as const),
			]}
		/>
	);
}

function Order({ c, record: { courtOrder } }: Props) {
	const { cases } = c.get("copy").developers;
	if (courtOrder === null) return null;
	const isVerified = courtOrder.verification === "verified";
	return (
		<>
			<h2>{cases.order}</h2>
			<Facts
				of={[
					[cases.orderTitle, courtOrder.title],
					[cases.caseNumber, courtOrder.fullCaseNumber],
					[
						cases.verification,
						<span class={isVerified ? "status done" : "status waiting"}>
							{isVerified ? cases.verified : cases.unverified}
						</span>,
					],
				]}
			/>
		</>
	);
}

function Documents({ c, record }: Props) {
	const { cases } = c.get("copy").developers;
	if (record.documents.length === 0) return null;
	return (
		<>
			<h2>{cases.documents}</h2>
			<ul class="entries">
				{record.documents.map(({ documentId, title, sha256 }) => (
					<li>
						<a href={`/developers/cases/${record.caseId}/documents/${documentId}`}>{title ?? documentId}</a>
						<p class="quiet">
							SHA-256 <code class="hash">{sha256}</code>
						</p>
					</li>
				))}
			</ul>
		</>
	);
}

function History({ c, record }: Props) {
	const copy = c.get("copy");
	const { cases } = copy.developers;
	return (
		<>
			<h2>{cases.history}</h2>
			<Table
				caption={cases.history}
				rows={record.history}
				columns={[
					[cases.at, ({ at }) => <Time c={c} only="short" iso={at} />],
					[
						cases.move,
						({ actor, move }) => (
							<>
								<p class="sentence">{moveInWords(actor, move, copy)}</p>
								<code>{move}</code>
							</>
						),
					],
					[cases.actor, ({ actor }) => <code class="hash">{actor}</code>],
				]}
			/>
		</>
	);
}
