/** `/developers/cases`: the developer's cases, with filters in the address. */

import { CaseStatus } from "../core/case-view.tsx";
import { chainName } from "../core/chains.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import type { Rejected } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf, readSearch, Search } from "../core/search.tsx";
import { Table } from "../core/table.tsx";

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
				[copy.labels.chain, ({ chainId }) => chainName(chainId) ?? chainId],
				[cases.labels.reference, ({ reference }) => <span class="typed">{reference ?? "–"}</span>],
				[cases.updated, ({ updatedAt }) => <Time c={c} only="short" iso={updatedAt} />],
			]}
		/>
	);
}
