/** `/developers/cases`: the developer's cases, with filters in the address. */

import { NotWatched } from "../cases/not-watched.tsx";
import { CaseProgress } from "../cases/progress.tsx";
import { download as passOn, readApi, readFile } from "../core/api.ts";
import {
	CallFacts,
	CaseStatus,
	CourtOrder,
	Documents,
	History,
	Parties,
	Transactions,
} from "../core/case-view.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import type { Rejected } from "../core/problems.ts";
import { download, page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf, readSearch, Search } from "../core/search.tsx";
import { Table } from "../core/table.tsx";
import { tokensOf } from "../core/token-facts.ts";

type CaseList = ResponseBody<"listRecoveryCases">;

const FILTERS = ["status", "account", "chainId", "reference"] as const;

export async function casesPage(c: PageContext): Promise<Response> {
	const { common, developers } = c.get("copy");
	const { cases } = developers;
	const { words } = cases;
	const query = queryOf(c, FILTERS);
	const { list, rejected } = await readSearch<CaseList>(c, "/recovery-cases", { query, words });
	const labels = { ...cases.labels, otherChainId: common.network.number };
	return page(
		c,
		{ title: cases.title, area: "developers", ...rejected, labels },
		<>
			<Filters c={c} problems={rejected.problems} />
			{list?.data.length === 0 && <p>{query.size === 0 ? cases.none : cases.noneFound}</p>}
			{list !== null && <CaseTable c={c} cases={list.data} />}
			<Pager c={c} nextCursor={list?.nextCursor ?? null} />
		</>,
	);
}

function Filters({ c, problems }: { c: PageContext; problems: Rejected["problems"] }) {
	const { labels, common, developers, verify } = c.get("copy");
	const { cases } = developers;
	const statuses = [["", labels.any], ...Object.entries(verify.statuses)] as const;
	return (
		<Search
			c={c}
			problems={problems}
			fields={FILTERS.map((name) => ({
				name,
				label: cases.labels[name],
				...(name === "status" && { options: statuses }),
				...(name === "chainId" && { anyNetwork: labels.any }),
			}))}
			submit={common.action.filter}
			all={{ href: "/developers/cases", text: cases.all }}
		/>
	);
}

function CaseTable({ c, cases: data }: { c: PageContext; cases: CaseList["data"] }) {
	const copy = c.get("copy");
	const { cases } = copy.developers;
	return (
		<Table
			caption={cases.title}
			rows={data}
			columns={[
				[
					cases.caseId,
					({ caseId }) => (
						<a href={`/developers/cases/${caseId}`}>
							<code>{caseId}</code>
						</a>
					),
				],
				[cases.labels.status, (entry) => <CaseStatus c={c} of={entry} />],
				[cases.lostAccount, ({ lostAccount }) => <code class="hash">{lostAccount}</code>],
				[copy.labels.chain, ({ chainId }) => <Network c={c} chainId={chainId} />],
				[cases.labels.reference, ({ reference }) => <span class="typed">{reference ?? "–"}</span>],
				[cases.updated, ({ updatedAt }) => <Time c={c} only="short" iso={updatedAt} />],
			]}
		/>
	);
}

type CaseRecord = ResponseBody<"getRecoveryCase">;

const apiPath = (c: PageContext): string =>
	`/recovery-cases/${encodeURIComponent(c.req.param("caseId") ?? "")}`;

/** `/developers/cases/{caseId}`: the record as the API returns it, in words. */
export async function casePage(c: PageContext): Promise<Response> {
	const { labels, developers, exhibit, signing } = c.get("copy");
	const { cases } = developers;
	const record = await readApi<CaseRecord>(c, "developer", apiPath(c));
	const tokens = await tokensOf(c, "developer", record);
	const path = `/developers/cases/${record.caseId}`;
	return page(
		c,
		{ title: labels.case, area: "developers" },
		<>
			<CaseProgress c={c} of={record} reader="partner" />
			<NotWatched c={c} of={record} />
			<CaseFacts c={c} record={record} />
			<h2>{cases.transactions}</h2>
			<Transactions
				c={c}
				calls={record.transactions}
				tokens={tokens}
				below={(call) => <CallFacts c={c} call={call} />}
			/>
			<CourtOrder c={c} order={record.courtOrder} />
			<Documents c={c} documents={record.documents} path={`${path}/documents`} />
			<History
				c={c}
				history={record.history}
				more={[
					[cases.move, ({ move }) => <code>{move}</code>],
					[cases.actor, ({ actor }) => <code class="hash">{actor}</code>],
				]}
			/>
			<LinkLine href={`${path}/evidence`} text={cases.evidence} />
			<LinkLine href={`${path}/download`} text={signing.download.title.case} />
			<LinkLine href={`${path}/exhibit`} text={exhibit.open} />
			<LinkLine href="/developers/cases" text={cases.back} />
		</>,
	);
}

function CaseFacts({ c, record }: { c: PageContext; record: CaseRecord }) {
	const { developers, labels } = c.get("copy");
	const { cases } = developers;
	const { statusReason, statusNote, executeAfter, expiresAt } = record;
	const hashes = record.execution?.txHashes ?? [];
	return (
		<Parties
			c={c}
			of={record}
			before={[
				[labels.caseId, <Code c={c} text={record.caseId} />],
				["jrcHash", <Code c={c} text={record.jrcHash} />],
			]}
			after={[
				[cases.source, cases.sources[record.source]],
				[labels.reference, record.reference ?? "–"],
				[labels.statusReason, statusReason && <code>{statusReason}</code>, statusReason && statusNote],
				[labels.executeAfter, executeAfter === null ? "–" : <Time c={c} iso={executeAfter} />],
				[cases.expires, expiresAt === null ? "–" : <Time c={c} iso={expiresAt} />],
				...hashes.map((hash) => [cases.executedBy, <Code c={c} text={hash} />] as const),
			]}
		/>
	);
}

/** Files are downloads, never shown in our origin. */
export function caseDocument(c: PageContext): Promise<Response> {
	const documentId = encodeURIComponent(c.req.param("documentId") ?? "");
	return passOn(c, `${apiPath(c)}/documents/${documentId}`, "developer");
}

/** Byte for byte as the service signed it. */
export async function caseEvidence(c: PageContext): Promise<Response> {
	const { body } = await readFile(c, "developer", `${apiPath(c)}/evidence`);
	return download(c, body, { name: `${c.req.param("caseId")}-evidence.json`, type: "application/json" });
}
