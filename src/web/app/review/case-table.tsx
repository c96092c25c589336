/** A table of cases, with the columns that its page names. */

import { CaseStatus } from "../core/case-view.tsx";
import { networkText, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ResponseBody } from "../core/response-body.ts";
import { type Column, Table } from "../core/table.tsx";

export type ReviewedCase = ResponseBody<"reviewRecoveryCase">;

/** A case by its id, which its page shows in full. */
export function CaseLink({ caseId }: { caseId: string }) {
	return (
		<a class="hash" href={`/review/cases/${caseId}`} data-line>
			{caseId}
		</a>
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

type Props<L> = {
	c: PageContext;
	cases: readonly L[];
	caption: string;
	/** Columns before the lost account, and after it. */
	before?: readonly Column<L>[];
	after: readonly Column<L>[];
};

export const receives = (c: PageContext): Column<{ recoveryAccount: string }> => [
	c.get("copy").review.queue.receives,
	({ recoveryAccount }) => <code class="hash">{recoveryAccount}</code>,
];

export function CaseTable<L extends Line>({ c, cases, caption, before = [], after }: Props<L>) {
	const { queue, list } = c.get("copy").review;
	const { watch } = c.get("copy").cases;
	return (
		<Table
			caption={caption}
			rows={cases}
			columns={[
				[queue.case, ({ caseId }) => <CaseLink caseId={caseId} />],
				[queue.filed, ({ createdAt }) => <Time c={c} only="short" iso={createdAt} />],
				[
					queue.status,
					(line) => (
						<>
							<CaseStatus c={c} of={line} />
							{line.stopUntil && (
								<>
									<br />
									<strong>
										{queue.stop} <Time c={c} only="short" iso={line.stopUntil} />
									</strong>
								</>
							)}
							{line.notWatched && (
								<>
									<br />
									{watch.short} <Time c={c} only="short" iso={line.notWatched.since} />
								</>
							)}
						</>
					),
				],
				[queue.order, ({ fullCaseNumber }) => <span class="typed">{fullCaseNumber ?? list.none}</span>],
				...before,
				[
					queue.lost,
					({ lostAccount, chainId }) => (
						<>
							<code class="hash">{lostAccount}</code> {networkText(c, chainId)}
						</>
					),
				],
				...after,
			]}
		/>
	);
}
