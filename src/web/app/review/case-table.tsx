/** A table of cases, with the columns that its page names. */
import type { Child } from "hono/jsx";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { CaseLink, CaseStatus, chainWords } from "./case-words.tsx";

type Line = Parameters<typeof CaseStatus>[0]["of"] & {
	caseId: string;
	createdAt: string;
	fullCaseNumber: string | null;
	lostAccount: string;
	chainId: number;
	notWatched: { since: string } | null;
};

export type Column<L> = readonly [heading: string, cell: (line: L) => Child];

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
	if (cases.length === 0) return null;
	const headings = [queue.filed, queue.case, queue.status, queue.order];
	const columns: readonly Column<L>[] = [
		...before,
		[
			queue.lost,
			({ lostAccount, chainId }) => (
				<>
					<code class="hash">{lostAccount}</code> {chainWords(c, chainId)}
				</>
			),
		],
		...after,
	];
	return (
		<div class="scroll" tabindex={0}>
			<table>
				<caption class="hidden-visually">{caption}</caption>
				<thead>
					<tr>
						{[...headings, ...columns.map(([heading]) => heading)].map((heading) => (
							<th scope="col">{heading}</th>
						))}
					</tr>
				</thead>
				<tbody>
					{cases.map((line) => (
						<tr>
							<td>
								<Time c={c} only="short" iso={line.createdAt} />
							</td>
							<th scope="row">
								<CaseLink caseId={line.caseId} />
							</th>
							<td>
								<CaseStatus c={c} of={line} />
								{line.notWatched && (
									<>
										<br />
										{c.get("copy").cases.watch.short} <Time c={c} only="short" iso={line.notWatched.since} />
									</>
								)}
							</td>
							<td>{line.fullCaseNumber ?? list.none}</td>
							{columns.map(([, cell]) => (
								<td>{cell(line)}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
