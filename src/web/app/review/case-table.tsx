/** A table of cases, with the columns that its page names. */

import { shortened } from "../core/addresses.ts";
import { CaseStatus } from "../core/case-view.tsx";
import { Hash, Network, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";

export type ReviewedCase = ResponseBody<"reviewRecoveryCase">;

/** @param sequence of an entry of the history */
export const reasonAt = ({ reasons }: ReviewedCase, sequence: number) =>
	reasons.find((reason) => reason.sequence === sequence);

/** A case by its number at the court, and by its id, which its page shows in full. */
export function CaseLink({
	of: { caseId, fullCaseNumber },
}: {
	of: Pick<Line, "caseId" | "fullCaseNumber">;
}) {
	const id = shortened(caseId);
	return (
		<>
			<a class="typed" href={`/review/cases/${caseId}`} data-line>
				{fullCaseNumber ?? id}
			</a>
			{fullCaseNumber !== null && (
				<>
					<br />
					<small class="quiet hash">{id}</small>
				</>
			)}
		</>
	);
}

type Line = Parameters<typeof CaseStatus>[0]["of"] & {
	caseId: string;
	createdAt: string;
	fullCaseNumber: string | null;
	lostAccount: string;
	chainId: number;
	notWatched: { since: string } | null;
	stopUntil: string | null;
};

type Props<L> = { c: PageContext; cases: readonly L[]; caption: string };

export function CaseTable<L extends Line & { recoveryAccount: string }>({ c, cases, caption }: Props<L>) {
	const { labels } = c.get("copy");
	return (
		<Table
			caption={caption}
			rows={cases}
			columns={[
				[labels.case, (line) => <CaseLink of={line} />],
				[labels.filed, ({ createdAt }) => <Time c={c} only="date" iso={createdAt} />],
				[
					labels.status,
					(line) => (
						<>
							<CaseStatus c={c} of={line} />
							<Warnings c={c} of={line} />
						</>
					),
				],
				[
					labels.lostAccount,
					({ lostAccount, chainId }) => (
						<>
							<Hash text={shortened(lostAccount)} /> <Network c={c} chainId={chainId} />
						</>
					),
				],
				[labels.recoveryAccount, ({ recoveryAccount }) => <Hash text={shortened(recoveryAccount)} />],
			]}
		/>
	);
}

/** Says until when a recovery can be stopped on the chain, and whether the lost account is not watched. */
export function Warnings({
	c,
	of: { stopUntil, notWatched },
}: {
	c: PageContext;
	of: Pick<Line, "stopUntil" | "notWatched">;
}) {
	const { review, cases } = c.get("copy");
	return (
		<>
			{stopUntil && (
				<>
					<br />
					<strong>
						{review.queue.stop} <Time c={c} only="short" iso={stopUntil} />
					</strong>
				</>
			)}
			{notWatched && (
				<>
					<br />
					{cases.watch.short} <Time c={c} only="short" iso={notWatched.since} />
				</>
			)}
		</>
	);
}
