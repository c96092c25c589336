/** The other open claims on a case's account, which its readers must know of. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { callApi } from "../core/api.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { isOpen } from "./standing.ts";

/** `isComplete`: false if there are further cases, or the list could not be read. */
export type Others = { cases: ResponseBody<"listNotices">["data"]; isComplete: boolean };

const MAX_SHOWN = 5;

const ofAccount = ({ case: { chainId, lostAccount } }: CaseRecord) =>
	new URLSearchParams({ account: lostAccount, chainId: String(chainId) });

export async function competingCases(c: PageContext, record: CaseRecord): Promise<Others> {
	if (!isOpen(record)) return { cases: [], isComplete: true };
	const path = `/notices?${ofAccount(record)}`;
	const result = await callApi<ResponseBody<"listNotices">>(c, { method: "GET", path, as: "none" });
	if (!result.ok) return { cases: [], isComplete: false };
	const { data, nextCursor } = result.body;
	return { cases: data.filter(({ caseId }) => caseId !== record.caseId), isComplete: nextCursor === null };
}

type Props = { c: PageContext; record: CaseRecord; others: Others; isClaimant: boolean };

export function Competing({ c, record, others: { cases, isComplete }, isClaimant }: Props) {
	const { cases: copy, verify, common } = c.get("copy");
	const { competing: words } = copy;
	const all = <a href={`/contest?${ofAccount(record)}`}>{words.all}</a>;
	if (cases.length === 0) return isComplete ? null : <p>{all}</p>;
	return (
		<>
			<h3>{words.title}</h3>
			<ul>
				{cases.slice(0, MAX_SHOWN).map(({ reasonForRecovery, createdAt, status }) => (
					<li>
						{verify.reasons[reasonForRecovery]}, {common.times.since}{" "}
						<Time c={c} iso={createdAt} only="day" />: {verify.statuses[status]}
					</li>
				))}
			</ul>
			<p>
				{isClaimant && words.advice} {(!isClaimant || !isComplete || cases.length > MAX_SHOWN) && all}
			</p>
		</>
	);
}
