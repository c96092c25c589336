/** `/developers/cases`: the developer's cases, with filters in the address. */
import { statusClass, statusWords } from "../cases/standing.ts";
import type { Answer } from "../core/answers.ts";
import { ApiError, callApi } from "../core/api.ts";
import { chainName } from "../core/chains.ts";
import { ProblemList, SelectField, TextField } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { atNumber, NetworkField, readNetwork } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { type Problem, problemsOf } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";

type CaseList = Answer<"listRecoveryCases">;

const FILTERS = ["status", "chainId", "account", "reference"] as const;

export async function casesPage(c: PageContext): Promise<Response> {
	const { common, developers } = c.get("copy");
	const { cases } = developers;
	const typed = (name: string) => c.req.query(name)?.trim();
	const chainId = readNetwork(typed) ?? "";
	const asked = [...FILTERS, "cursor"].map(
		(name) => [name, (name === "chainId" ? chainId : typed(name)) ?? ""] as const,
	);
	const query = new URLSearchParams(asked.filter(([, value]) => value !== "").map(([...pair]) => pair));
	const path = query.size === 0 ? "/recovery-cases" : `/recovery-cases?${query}`;
	const answer = await callApi<CaseList>(c, { method: "GET", path, as: "developer" });
	if (!answer.ok && answer.status !== 400) throw new ApiError(answer);
	const problems = answer.ok ? [] : atNumber(problemsOf(c, answer, cases.words), chainId);
	const labels = { ...cases.labels, otherChainId: common.network.number };
	const list = answer.ok ? answer.body : { data: [], nextCursor: null };
	return page(
		c,
		{ title: cases.title, area: "developers", status: answer.ok ? 200 : 400 },
		<>
			<h1>{cases.title}</h1>
			<ProblemList c={c} problems={problems} labels={labels} />
			<Filters c={c} chainId={chainId} problems={problems} />
			{answer.ok && list.data.length === 0 && <p>{query.size === 0 ? cases.none : cases.noneFound}</p>}
			{list.data.length > 0 && <CaseTable c={c} cases={list.data} />}
			<Pager c={c} nextCursor={list.nextCursor} />
		</>,
	);
}

type FilterProps = { c: PageContext; chainId: string; problems: readonly Problem[] };

function Filters({ c, chainId, problems }: FilterProps) {
	const { developers, verify } = c.get("copy");
	const { cases } = developers;
	const { labels } = cases;
	const typed = (name: string) => c.req.query(name);
	return (
		<form novalidate method="get" action="/developers/cases" class="search">
			<SelectField
				name="status"
				label={labels.status}
				value={typed("status") ?? ""}
				problems={problems}
				options={[["", cases.any], ...Object.entries(verify.statuses)]}
			/>
			<TextField
				name="account"
				label={labels.account}
				value={typed("account")}
				problems={problems}
				autocomplete="off"
			/>
			<NetworkField c={c} label={labels.chainId} none={cases.any} value={chainId} problems={problems} />
			<TextField
				name="reference"
				label={labels.reference}
				value={typed("reference")}
				problems={problems}
				autocomplete="off"
			/>
			<div class="actions">
				<button type="submit" class="second">
					{cases.filter}
				</button>
				<a class="button second" href="/developers/cases">
					{cases.all}
				</a>
			</div>
		</form>
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
				[cases.labels.status, (entry) => <span class={statusClass(entry)}>{statusWords(entry, copy)}</span>],
				[cases.lostAccount, ({ lostAccount }) => <code class="hash">{lostAccount}</code>],
				[cases.chain, ({ chainId }) => chainName(chainId) ?? chainId],
				[cases.labels.reference, ({ reference }) => <span class="typed">{reference ?? "–"}</span>],
				[cases.updated, ({ updatedAt }) => <Time c={c} only="short" iso={updatedAt} />],
			]}
		/>
	);
}
