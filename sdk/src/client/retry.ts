/** Which requests are repeated, and when. */
import { type Operations, ROUTES } from "../generated/api.ts";
import { ApiError, ConnectionError, type ReplevinError, UnexpectedResponseError } from "./errors.ts";

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** A longer timer would end at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Spreads clients that were all told the same `Retry-After`. */
const SPREAD_MS = 250;

/**
 * Operations that only read although they are no GET, and those that respond to a repetition with the result of the
 * first request. All others are repeated only after a 429: their repetition would be an error, or would act again.
 */
const REPEATABLE: ReadonlySet<keyof Operations> = new Set<keyof Operations>([
	...(["prepareTypedData", "findDuplicateCase", "calculateJrcHash", "readLinkedEvidence"] as const),
	...(["createRecoveryCase", "contestAllRecoveryCases", "addCaseDocument"] as const),
	...(["acceptEstateAgreement", "requeueDeadLetter"] as const),
]);

/** Whether the operation has the same effect if it is sent twice. */
function isRepeatable(operation: keyof Operations): boolean {
	const route = ROUTES[operation];
	return route.startsWith("GET ") || takesKey(operation) || REPEATABLE.has(operation);
}

/** Whether the operation takes an `Idempotency-Key`. */
export function takesKey(operation: keyof Operations): boolean {
	return / key\b/.test(ROUTES[operation]);
}

/** Whether the error may pass, and a repetition acts once. A 429 means that the service has done nothing. */
export function mayRepeat(operation: keyof Operations, error: unknown): error is ReplevinError {
	const isRejected = error instanceof ApiError && error.status === 429;
	return (isRejected || isRepeatable(operation)) && isTemporary(error);
}

function isTemporary(error: unknown): boolean {
	if (error instanceof ConnectionError) return true;
	if (error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_IN_PROGRESS") return true;
	if (!(error instanceof ApiError || error instanceof UnexpectedResponseError)) return false;
	// A full quota, such as that of open cases, names no time.
	if (error instanceof ApiError && error.status === 429) return error.retryAfterSeconds !== undefined;
	return error.status === 408 || error.status === 429 || error.status >= 500;
}

/** Seconds, if the response named them. A proxy's error page may have the header too. */
export function retryAfterOf(error: unknown): number | undefined {
	if (error instanceof ApiError) return error.retryAfterSeconds;
	if (!(error instanceof UnexpectedResponseError)) return undefined;
	return parseRetryAfter(error.response.headers.get("Retry-After"));
}

/** @param retry from 1 */
export function delayBefore(retry: number, retryAfter: number | undefined): number {
	if (retryAfter !== undefined) return retryAfter * 1000 + Math.random() * SPREAD_MS;
	const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (retry - 1));
	return longest * (0.5 + Math.random() / 2);
}

/** @returns seconds; undefined without the header or for one that is neither a number nor a date */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
	if (header === null) return undefined;
	if (/^\d+$/.test(header)) return Number(header);
	// A date begins with its day. Date.parse would take "1.5" for a day of 2001.
	const until = /^[A-Za-z]{3}/.test(header) ? Date.parse(header) : Number.NaN;
	return Number.isNaN(until) ? undefined : Math.max(0, (until - now) / 1000);
}

/** Resolves after the time, or rejects with the signal's reason. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve, reject) => {
		const abort = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(
			() => {
				signal?.removeEventListener("abort", abort);
				resolve();
			},
			Math.min(ms, LONGEST_TIMER_MS),
		);
		if (signal?.aborted) abort();
		else signal?.addEventListener("abort", abort, { once: true });
	});
}

/** Settles as the promise does, or rejects with the signal's reason before that. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (signal === undefined) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener("abort", abort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
	});
}
