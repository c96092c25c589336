/** `/review/cases`: a search among all cases. */

import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import { ProblemList } from "../core/fields.tsx";
import { atNumber } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { failOn } from "./access.tsx";
import { CaseTable, receives } from "./case-table.tsx";
import { problemsIn, queryOf, Rest } from "./parts.tsx";
import { Search } from "./search.tsx";

type Cases = Answer<"reviewRecoveryCases">;

const TYPED = ["account", "fullCaseNumber", "developerId", "reference"] as const;
const NAMES = [...TYPED, "chainId", "status", "statusReason", "verification", "sort"];

export async function casesPage(c: PageContext): Promise<Response> {
	const { common, review } = c.get("copy");
	const copy = review.cases;
	const query = queryOf(c, NAMES);
	const path = `/review/recovery-cases?${query}`;
	const answer = await callApi<Cases>(c, { method: "GET", path, as: "developer" });
	if (!answer.ok) failOn(answer, 400);
	const problems = answer.ok ? [] : atNumber(problemsIn(c, answer), query.get("chainId") ?? "");
	const labels = { ...copy.fields, otherChainId: common.network.number };
	return page(
		c,
		{ title: copy.title, area: "reviewers", status: answer.status },
		<>
			<h1>{copy.title}</h1>
			<ProblemList c={c} problems={problems} labels={labels} />
			<Search c={c} fields={fieldsOf(c)} problems={problems} />
			{answer.ok && (
				<>
					<p role="status">{copy.total(answer.body.total.count, answer.body.total.isExact)}</p>
					<CaseTable c={c} cases={answer.body.data} caption={copy.title} after={[receives(c)]} />
					<Rest c={c} nextCursor={answer.body.nextCursor} hasRows={answer.body.data.length > 0} />
				</>
			)}
		</>,
	);
}

function fieldsOf(c: PageContext) {
	const { review, verify } = c.get("copy");
	const { cases: copy, list } = review;
	const any = ["", list.any] as const;
	return [
		...TYPED.map((name) => ({ name, label: copy.fields[name] })),
		{ name: "chainId", label: copy.fields.chainId, anyNetwork: list.any },
		{ name: "status", label: copy.fields.status, options: [any, ...Object.entries(verify.statuses)] },
		{
			name: "statusReason",
			label: copy.fields.statusReason,
			options: [any, ...Object.entries(verify.statusReasons)],
		},
		{
			name: "verification",
			label: copy.fields.verification,
			options: [any, ...Object.entries(copy.verifications)],
		},
		{ name: "sort", label: copy.fields.sort, options: Object.entries(copy.sorts) },
	];
}
