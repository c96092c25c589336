/** Open cases that name the same lost account. Anybody may list them. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import type { Answer } from "../core/answers.ts";
import { callApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";

/** `isComplete`: false if there are further cases, or the list could not be read. */
export type Others = { cases: Answer<"listNotices">["data"]; isComplete: boolean };

const ofAccount = ({ case: { chainId, lostAccount } }: CaseRecord) =>
	new URLSearchParams({ account: lostAccount, chainId: String(chainId) });

export async function competingCases(c: PageContext, record: CaseRecord): Promise<Others> {
	const path = `/notices?${ofAccount(record)}`;
	const result = await callApi<Answer<"listNotices">>(c, { method: "GET", path, as: "none" });
	if (!result.ok) return { cases: [], isComplete: false };
	const { data, nextCursor } = result.body;
	return { cases: data.filter(({ caseId }) => caseId !== record.caseId), isComplete: nextCursor === null };
}

export function Competing({ c, record, others }: { c: PageContext; record: CaseRecord; others: Others }) {
	const { cases, verify } = c.get("copy");
	const { competing: words } = cases;
	if (others.cases.length === 0 && others.isComplete) return null;
	return (
		<>
			<h2>{words.title}</h2>
			{others.cases.length > 0 && <p>{words.lead}</p>}
			<ul>
				{others.cases.map(({ caseId, status }) => (
					<li>
						{verify.statuses[status]}: <span class="hash">{caseId}</span>
					</li>
				))}
			</ul>
			{!others.isComplete && (
				<p>
					{words.more} <a href={`/contest?${ofAccount(record)}`}>{words.all}</a>
				</p>
			)}
		</>
	);
}
