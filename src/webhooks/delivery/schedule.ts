/** The retry schedule (webhooks.md "Schedule"): ten attempts in about 75 hours. Times are unix milliseconds. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The wait before each attempt. */
export const WAITS_MS = [
	0,
	5 * SECOND_MS,
	5 * MINUTE_MS,
	30 * MINUTE_MS,
	2 * HOUR_MS,
	5 * HOUR_MS,
	10 * HOUR_MS,
	14 * HOUR_MS,
	20 * HOUR_MS,
	24 * HOUR_MS,
] as const;

/** For headers and body of the response together. */
export const ATTEMPT_TIMEOUT_MS = 15 * SECOND_MS;

export const MAX_ATTEMPTS = WAITS_MS.length;

/** Spreads deliveries that failed together. */
export const JITTER = 0.2;

export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/**
 * @param input.attempts made so far
 * @param input.random a number in [0, 1)
 * @returns the next due time; null after the last attempt
 */
export function nextAttemptAt(input: {
	attempts: number;
	now: number;
	random: number;
	retryAfterMs: number | null;
}): number | null {
	const waitMs = WAITS_MS[input.attempts];
	if (waitMs === undefined) return null;
	const jitteredMs = Math.round(waitMs * (1 + JITTER * input.random));
	const requestedMs = Math.min(Math.ceil(input.retryAfterMs ?? 0), MAX_RETRY_AFTER_MS);
	return input.now + Math.max(jitteredMs, requestedMs);
}

/**
 * Parses a `Retry-After` header (RFC 9110 section 10.2.3).
 * @returns milliseconds from now, at most 24 h; null for other text
 */
export function parseRetryAfter(value: string | null, now: number): number | null {
	if (value === null) return null;
	const text = value.replace(/^[ \t]+|[ \t]+$/g, "");
	const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : untilHttpDate(text, now);
	return waitMs === null ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const DAY_NAME = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const LONG_DAY_NAME = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";
const MONTH = `(?<month>${MONTHS.join("|")})`;
// A leap second is second 60.
const TIME = "(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)";

/** RFC 9110 section 5.6.7: the current form, and two obsolete forms. */
const HTTP_DATES = [
	new RegExp(`^${DAY_NAME}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
	new RegExp(`^${LONG_DAY_NAME}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT$`),
	new RegExp(`^${DAY_NAME} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/** `Date.parse` accepts other text too. The day's name is not compared. */
function untilHttpDate(text: string, now: number): number | null {
	const parts = HTTP_DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
	if (!parts) return null;
	const { day = "", month = "", year = "", hour, minute, second } = parts;
	const date = new Date(0);
	date.setUTCFullYear(fullYear(year, now), MONTHS.indexOf(month), Number(day));
	if (date.getUTCDate() !== Number(day)) return null;
	return date.setUTCHours(Number(hour), Number(minute), Number(second)) - now;
}

/** Two digits mean the latest such year at most 50 years ahead (RFC 9110 section 5.6.7). */
function fullYear(digits: string, now: number): number {
	if (digits.length === 4) return Number(digits);
	const latest = new Date(now).getUTCFullYear() + 50;
	return latest - ((latest - Number(digits)) % 100);
}
