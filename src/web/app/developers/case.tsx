/** `/developers/cases/{caseId}`: the record as the API returns it, in words. */
import { NotWatched } from "../cases/not-watched.tsx";
import { CaseProgress } from "../cases/progress.tsx";
import { download as passOn, readApi, readFile } from "../core/api.ts";
import { CallFacts, CourtOrder, Documents, History, Parties, Transactions } from "../core/case-view.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { download, page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { tokensOf } from "../core/token-facts.ts";

type CaseRecord = ResponseBody<"getRecoveryCase">;

const apiPath = (c: PageContext): string =>
	`/recovery-cases/${encodeURIComponent(c.req.param("caseId") ?? "")}`;

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
