type Level = "warn" | "error";

/**
 * Writes one structured line to the platform's log. Never pass secrets, tokens, e-mail addresses or document
 * contents.
 * @param event a stable name in kebab-case, documented in docs/operations.md
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
