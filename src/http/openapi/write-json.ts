/** Writes JSON that people can read and whose diffs are small. */

const LINE_WIDTH = 120;

/** Keeps an object or array on one line if it fits; else indents by one space, because linters warn of tabs. */
export function writeJson(value: unknown): string {
	return `${write(value, 0, 0)}\n`;
}

/** @param used characters before the value on its line, without indentation */
function write(value: unknown, depth: number, used: number): string {
	const line = JSON.stringify(value);
	if (typeof value !== "object" || value === null) return line;
	if (depth + used + line.length <= LINE_WIDTH) return line;
	const indent = `\n${" ".repeat(depth + 1)}`;
	const [open, close] = Array.isArray(value) ? "[]" : "{}";
	const members = Array.isArray(value)
		? value.map((item) => write(item, depth + 1, 0))
		: Object.entries(value)
				.filter(([, member]) => member !== undefined)
				.map(([name, member]) => {
					const key = `${JSON.stringify(name)}: `;
					return key + write(member, depth + 1, key.length);
				});
	return `${open}${indent}${members.join(`,${indent}`)}\n${" ".repeat(depth)}${close}`;
}
