type Level = "warn" | "error";

/**
 * Writes one structured line to the platform's log: `{ level, event, …fields }`. A `cause` is written as text.
 * Never hand over secrets, tokens, e-mail addresses or document contents.
 * @param event a stable name in kebab-case; docs/operations.md lists them for operators
 */
function write(level: Level, event: string, fields: Record<string, unknown>): void {
	const { cause } = fields;
	const line = { level, event, ...fields, ...("cause" in fields && { cause: cause && String(cause) }) };
	console[level](JSON.stringify(line));
}

export const log = {
	warn: (event: string, fields: Record<string, unknown> = {}): void => write("warn", event, fields),
	error: (event: string, fields: Record<string, unknown> = {}): void => write("error", event, fields),
};
