/** Files that would occupy a verifier for long: as large as `/verify` opens, and as it looks for changes in. */

const OPENED = 32 * 1024 * 1024 - 1024;
const DIAGNOSED = 3 * 1024 * 1024 - 1024;

/** @param bundle a genuine one, as text. Its head verifies in every file, because anybody may take it. */
export function hostileFiles(bundle: string): Record<string, () => string> {
	const { history, events, caseId } = JSON.parse(bundle);
	const entry = JSON.stringify(history.at(-1));
	const withMember = (name: string, former: unknown, value: string) =>
		bundle.replace(`"${name}":${JSON.stringify(former)}`, () => `"${name}":${value}`);
	const withHistory = (items: string) => withMember("history", history, `[${items}]`);
	const entries = (size: number) => withHistory(`${JSON.stringify(history[0])},${filled(entry, size)}`);
	const values = (size: number) => withHistory(filled(`{"entry":[${filled('""', 3_000)}]}`, size));
	const opened = OPENED - bundle.length;
	const diagnosed = DIAGNOSED - bundle.length;
	return {
		"32 MiB of repeated entries": () => entries(opened),
		"3 MiB of repeated entries": () => entries(diagnosed),
		"32 MiB of numbers for entries": () => withHistory(filled("0", opened)),
		"3 MiB of numbers for entries": () => withHistory(filled("0", diagnosed)),
		"32 MiB of entries with many values": () => values(opened),
		"3 MiB of entries with many values": () => values(diagnosed),
		"32 MiB of values in an entry": () => withHistory(`[${filled("[]", opened)}]`),
		"32 MiB of lists within lists": () =>
			withMember("events", events, "[".repeat(opened / 2) + "]".repeat(opened / 2)),
		"32 MiB of events with large texts": () =>
			withMember("events", events, `[${filled(`{"body":"${"\u20ac".repeat(400_000)}"}`, opened / 3)}]`),
		"32 MiB of text": () => withMember("caseId", caseId, `"${"a".repeat(opened)}"`),
		"32 MiB of members": () => bundle.replace("{", () => `{${filled('"a":1', opened)},`),
		"32 MiB of spaces": () => bundle + " ".repeat(opened),
	};
}

function filled(item: string, size: number): string {
	return Array(Math.floor(size / (item.length + 1)))
		.fill(item)
		.join();
}
