/** A case on its chain's recovery module: approvals, the state of the schedule, and the calls. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { callApi } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { networkText, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import type { SessionKind } from "../core/sessions.ts";
import { CallToSend, StopOnChain } from "../core/stop-on-chain.tsx";

export type CaseApproval = ResponseBody<"getApproval">;

type Approved = Pick<CaseRecord, "caseId" | "courtOrder" | "case">;

/** Null where the module plays no part. "unavailable": the node did not respond. @throws SessionNeeded */
export async function readApproval(
	c: PageContext,
	as: SessionKind,
	{ caseId, courtOrder, case: { chainId } }: Approved,
): Promise<CaseApproval | "unavailable" | null> {
	if (courtOrder === null || !c.env.settings.moduleReviewers.has(chainId)) return null;
	const path = `/recovery-cases/${caseId}/approval`;
	const read = await callApi<CaseApproval>(c, { method: "GET", path, as });
	if (!read.ok) return "unavailable";
	return read.body.state === "not_configured" ? null : read.body;
}

type Props = { c: PageContext; approval: CaseApproval | "unavailable" | null };

/** The page has the script `wallet`. */
export function ApprovalPanel({ c, approval }: Props) {
	const { module: words } = c.get("copy").cases;
	if (approval === null) return null;
	if (approval === "unavailable") {
		return (
			<>
				<h2 id="module">{words.heading}</h2>
				<p>{words.unavailable}</p>
			</>
		);
	}
	const { state, readyAt, endsAt, calls, account, jrcHash, chainId } = approval;
	const isScheduled = state === "waiting" || state === "ready";
	return (
		<>
			<h2 id="module">{words.heading}</h2>
			<p>{words.states[state]}</p>
			<ApprovalFacts c={c} approval={approval} />
			{isScheduled && !approval.isExecutable && <p class="note danger">{words.stopped}</p>}
			{calls.schedule && <CallToSend c={c} call={calls.schedule} title={words.schedule} />}
			{calls.execute && <CallToSend c={c} call={calls.execute} title={words.execute} />}
			{readyAt !== null && endsAt !== null && (
				<p class="quiet">
					{words.from} <Time c={c} iso={readyAt} />, {words.until} <Time c={c} iso={endsAt} />.
				</p>
			)}
			{calls.veto && <StopOnChain c={c} of={{ account, jrcHash, chainId }} />}
		</>
	);
}

export function ApprovalFacts({ c, approval }: { c: PageContext; approval: CaseApproval }) {
	const { module: words } = c.get("copy").cases;
	const { configuration, approvals, chainId, vetoes } = approval;
	const count = approvals.filter(({ isCurrent }) => isCurrent).length;
	return (
		<Facts
			of={[
				[words.chain, networkText(c, chainId)],
				[words.approvals, configuration && words.of(count, configuration.threshold)],
				[words.vetoes, vetoes !== null && vetoes > 0 && vetoes],
			]}
		/>
	);
}
