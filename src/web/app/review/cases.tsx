/** `/review/cases`: a search among all cases. */

import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf, readSearch, Search } from "../core/search.tsx";
import { CaseTable } from "./case-table.tsx";
import { Rest } from "./parts.tsx";

type Cases = ResponseBody<"reviewRecoveryCases">;

const TYPED = ["account", "fullCaseNumber", "developerId", "reference"] as const;
const NAMES = [...TYPED, "chainId", "status", "statusReason", "verification", "sort"];

export async function casesPage(c: PageContext): Promise<Response> {
	const { common, review } = c.get("copy");
	const { cases: copy, failures, list: words } = review;
	const query = queryOf(c, NAMES);
	const { list, rejected } = await readSearch<Cases>(c, "/review/recovery-cases", {
		query,
		words: failures,
	});
	const labels = { ...copy.fields, otherChainId: common.network.number };
	return page(
		c,
		{ title: copy.title, area: "reviewers", ...rejected, labels },
		<>
			<Search c={c} fields={searchFields(c)} problems={rejected.problems} submit={words.show} />
			{list && (
				<>
					<p role="status">{copy.total(list.total.count, list.total.isExact)}</p>
					<CaseTable c={c} cases={list.data} caption={copy.title} />
					<Rest c={c} nextCursor={list.nextCursor} hasRows={list.data.length > 0} />
				</>
			)}
		</>,
	);
}

function searchFields(c: PageContext) {
	const { review, verify } = c.get("copy");
	const { fields, verifications, sorts } = review.cases;
	const anyOf = (words: Record<string, string>) => [["", review.list.any], ...Object.entries(words)] as const;
	return [
		...TYPED.map((name) => ({ name, label: fields[name] })),
		{ name: "chainId", label: fields.chainId, anyNetwork: review.list.any },
		{ name: "status", label: fields.status, options: anyOf(verify.statuses) },
		{ name: "statusReason", label: fields.statusReason, options: anyOf(verify.statusReasons) },
		{ name: "verification", label: fields.verification, options: anyOf(verifications) },
		{ name: "sort", label: fields.sort, options: Object.entries(sorts) },
	];
}
