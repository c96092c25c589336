// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets the roles of elements with another `display`
/** A table of the app: where space is short, each row is a card whose cells name their columns (pages.css ".table"). */
import type { Child } from "hono/jsx";

export type Column<Row> = readonly [heading: string, cell: (row: Row) => Child];

type Props<Row> = {
	/** For screen readers. Others read the heading above. */
	caption: string;
	rows: readonly Row[];
	/** The cell of the first one is the row's header. */
	columns: readonly Column<Row>[];
	/** Buttons in a last column, which say by themselves what they do. */
	action?: Column<Row>;
	/** A line of its own below a row; false or null for none. */
	below?: (row: Row) => Child;
};

export function Table<Row>({ caption, rows, columns, action, below }: Props<Row>) {
	if (rows.length === 0) return null;
	return (
		<div class="table">
			<table role="table">
				<caption class="hidden-visually">{caption}</caption>
				<thead role="rowgroup">
					<tr role="row">
						{columns.map(([heading]) => (
							<th scope="col" role="columnheader">
								{heading}
							</th>
						))}
						{action && (
							<th scope="col" role="columnheader">
								<span class="hidden-visually">{action[0]}</span>
							</th>
						)}
					</tr>
				</thead>
				{rows.map((row) => (
					// A body for each row, so that paper does not part it from the line below it.
					<tbody role="rowgroup">
						<tr role="row">
							{columns.map(([heading, cell], at) =>
								at === 0 ? (
									<th scope="row" role="rowheader" data-label={heading}>
										{cell(row)}
									</th>
								) : (
									<td role="cell" data-label={heading}>
										{cell(row)}
									</td>
								),
							)}
							{action && <td role="cell">{action[1](row)}</td>}
						</tr>
						<Below span={columns.length} of={below?.(row)} />
					</tbody>
				))}
			</table>
		</div>
	);
}

function Below({ of, span }: { of: Child; span: number }) {
	if (!of) return null;
	return (
		<tr role="row">
			<td role="cell" colspan={span}>
				{of}
			</td>
		</tr>
	);
}
