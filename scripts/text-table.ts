/** Columns of equal width, the headings underlined. */
export function textTable(rows: readonly (readonly string[])[]): string {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(...rows.map((row) => (row[column] ?? "").length)),
	);
	const lines = rows.map((row) =>
		row
			.map((cell, column) => cell.padEnd(widths[column] ?? 0))
			.join("  ")
			.trimEnd(),
	);
	lines.splice(1, 0, widths.map((width) => "─".repeat(width)).join("  "));
	return lines.join("\n");
}
