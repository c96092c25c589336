type Level = "warn" | "error";

/** Stable names. operations.md "What to watch" explains each. */
export const LOG_EVENTS = [
	"account-alarm",
	"audit-not-written",
	"audit-value-refused",
	"breached-passwords",
	"budget-unreachable",
	"case-alarm",
	"case-erasure",
	"case-events",
	"cors",
	"dead-letter",
	"dead-letter-not-stored",
	"delivery-receipts",
	"execution-watch",
	"export",
	"generation-refused",
	"health",
	"idempotency-not-finished",
	"key-hint-read",
	"key-hint-write",
	"live-push",
	"mail",
	"module-schedule",
	"module-watch",
	"orphan",
	"orphans-held",
	"orphans-waiting",
	"outbox",
	"owner-watch",
	"passkey-counter",
	"rate-limit-broken",
	"refusals-not-written",
	"reindex",
	"request-failed",
	"reseal",
	"scheduled",
	"untaken-document",
	"webhook-alarm",
	"webhook-attempt",
	"webhook-secret",
] as const;

export type LogEvent = (typeof LOG_EVENTS)[number];

/** Writes one structured line. Never pass secrets, tokens, e-mail addresses or document contents. */
function write(level: Level, event: LogEvent, fields: Record<string, unknown>): void {
	const { cause } = fields;
	const line = { level, event, ...fields, ...("cause" in fields && { cause: cause && String(cause) }) };
	console[level](JSON.stringify(line));
}

export const log = {
	warn: (event: LogEvent, fields: Record<string, unknown> = {}): void => write("warn", event, fields),
	error: (event: LogEvent, fields: Record<string, unknown> = {}): void => write("error", event, fields),
};
