/** Sends requests: credential, timeout, retries, errors. */
import type { Operations } from "../generated/api.ts";
import { ApiPromise, type WithResponse } from "./api-promise.ts";
import { apiUrl, checkOptions, credentialHeaders, isBrowser } from "./credentials.ts";
import { ConnectionError, ReplevinError, TimeoutError } from "./errors.ts";
import type { Attempt, Fetch, Hooks, ReplevinOptions, RequestOptions, RequestParts } from "./options.ts";
import { readResponse } from "./read-response.ts";
import { encodeBody, routeOf } from "./request.ts";
import {
	delayBefore,
	LONGEST_TIMER_MS,
	mayRepeat,
	retryAfterOf,
	takesKey,
	unlessAborted,
	wait,
} from "./retry.ts";

const DEFAULTS = { timeoutMs: 30_000, maxRetries: 2, maxRetryWaitMs: 60_000 };

/** Calls an operation of the OpenAPI document. */
export type Call = <Id extends keyof Operations>(
	operation: Id,
	parts?: RequestParts,
	options?: RequestOptions,
) => ApiPromise<Operations[Id]["result"]>;

/** A request that was made ready, before its credential. */
type Sending = {
	operation: keyof Operations;
	method: string;
	url: string;
	isFile: boolean;
	isOpen: boolean;
	headers: Record<string, string>;
	body: string | FormData | undefined;
	timeoutMs: number;
	maxRetries: number;
	signal: AbortSignal | undefined;
};
type Client = {
	options: ReplevinOptions;
	maxRetryWaitMs: number;
	send: Fetch;
	hook: ReturnType<typeof callerOf>;
};

/** @throws TypeError for options that cannot work, or that would expose a secret */
export function createCall(options: ReplevinOptions): Call {
	checkOptions(options);
	const base = apiUrl(options.baseUrl);
	const settings = { ...DEFAULTS, ...definedOf(options) };
	const { maxRetryWaitMs } = settings;
	checkNumbers(settings);
	const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
	const client = { options, maxRetryWaitMs, send, hook: callerOf(options.hooks ?? {}) };
	const start = async (operation: keyof Operations, parts: RequestParts, call: RequestOptions) => {
		call.signal?.throwIfAborted();
		const { timeoutMs, maxRetries } = { ...settings, ...definedOf(call) };
		checkNumbers({ timeoutMs, maxRetries });
		const { body, headers } = encodeBody(parts.body);
		const key = takesKey(operation) ? { "Idempotency-Key": keyOf(call) } : {};
		return sendWithRetries(client, {
			...routeOf(base, operation, parts),
			...{ operation, body, timeoutMs, maxRetries, signal: call.signal },
			headers: { ...ownHeaders(), ...headers, ...key },
		});
	};
	return (operation, parts = {}, call = {}) =>
		new ApiPromise(start(operation, parts, call) as Promise<never>);
}

async function sendWithRetries(client: Client, sending: Sending): Promise<WithResponse<unknown>> {
	const { operation, method, url, maxRetries, signal } = sending;
	// Every page may send an open operation, so the service lets no page send a credential with it.
	const isBare = sending.isOpen && isBrowser();
	for (let attempt = 1; ; attempt++) {
		const shown: Attempt = { operation, method, url, attempt };
		// A token may have been renewed meanwhile.
		const credential = isBare ? {} : await unlessAborted(credentialHeaders(client.options), signal);
		// The caller may have ended the call meanwhile, and an ended signal tells no later listener.
		signal?.throwIfAborted();
		try {
			return await sendOnce(client, { ...sending, headers: { ...sending.headers, ...credential } }, shown);
		} catch (error) {
			const retryAfter = retryAfterOf(error);
			const isTooLong = (retryAfter ?? 0) * 1000 > client.maxRetryWaitMs;
			if (attempt > maxRetries || !mayRepeat(operation, error) || isTooLong) throw error;
			const delayMs = delayBefore(attempt, retryAfter);
			client.hook("onRetry", { ...shown, error, delayMs });
			await wait(delayMs, signal);
		}
	}
}

async function sendOnce(
	{ send, hook }: Client,
	sending: Sending,
	shown: Attempt,
): Promise<WithResponse<unknown>> {
	const { method, url, headers, body, signal } = sending;
	const limit = limitedSignal(sending.timeoutMs, signal);
	const started = Date.now();
	const init = { ...ownInit(), method, headers, ...(body !== undefined && { body }), signal: limit.signal };
	hook("onRequest", shown);
	try {
		const response = await send(url, init);
		const received = readResponse(response, sending);
		const { status, headers } = response;
		const respond = () => {
			const requestId = headers.get("X-Request-Id");
			hook("onResponse", { ...shown, status, requestId, durationMs: Date.now() - started });
		};
		await received.then(respond, respond);
		return await received;
	} catch (error) {
		signal?.throwIfAborted();
		throw namedError(error, limit.isOver(), sending);
	} finally {
		limit.end();
	}
}

/** Errors of `fetch` differ between runtimes, so they get a name and a cause. */
function namedError(error: unknown, isOver: boolean, { method, url, timeoutMs }: Sending) {
	if (isOver)
		return new TimeoutError(`${method} ${url} got no response within ${timeoutMs} ms.`, { cause: error });
	if (error instanceof ReplevinError) return error;
	// Node.js says "fetch failed", and only the cause says why.
	const { cause, message } = Object(error) as { cause?: { message?: string }; message?: string };
	const reason = cause?.message || message || String(error);
	return new ConnectionError(`${method} ${url} got no response: ${reason}`, { cause: error });
}

/** A signal that is aborted by the other one, or after the time. Node 20.0 has no `AbortSignal.any`. */
function limitedSignal(timeoutMs: number, outer: AbortSignal | undefined) {
	const controller = new AbortController();
	let isOver = false;
	const timer = setTimeout(
		() => {
			isOver = true;
			controller.abort();
		},
		Math.min(timeoutMs, LONGEST_TIMER_MS),
	);
	const abort = () => controller.abort(outer?.reason);
	outer?.addEventListener("abort", abort, { once: true });
	return {
		signal: controller.signal,
		isOver: () => isOver,
		end() {
			clearTimeout(timer);
			outer?.removeEventListener("abort", abort);
		},
	};
}

/** Each hook is called so that an error of it cannot hide a response. */
function callerOf(hooks: Hooks) {
	return <Name extends keyof Hooks>(name: Name, given: Parameters<NonNullable<Hooks[Name]>>[0]) => {
		try {
			const result: unknown = (hooks[name] as ((given: unknown) => unknown) | undefined)?.(given);
			// A hook may be an async function, whose rejection would end a process of Node.js.
			Promise.resolve(result).catch(() => {});
		} catch {}
	};
}

/** @throws TypeError for NaN, as Number() gives for a variable that is not set: it would mean retries without an end */
function checkNumbers(given: Partial<Record<keyof typeof DEFAULTS, unknown>>): void {
	for (const name of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])
		if (name in given && !(typeof given[name] === "number" && given[name] >= 0))
			throw new TypeError(`${name} must be a number from 0 on, but it is ${given[name]}`);
}

/** Leaves out the members that are undefined, so that they do not hide defaults. */
function definedOf<T extends object>(given: T): Partial<T> {
	return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** Redirects would send key and secret to another host. workerd knows neither `error` nor `credentials`. */
function ownInit(): RequestInit {
	return { redirect: "manual", ...(isBrowser() && { credentials: "omit" }) };
}

/** Pages may not send other headers than the service allows. */
function ownHeaders(): Record<string, string> {
	return isBrowser() ? {} : { "User-Agent": "replevin-sdk" };
}

/** @throws TypeError for a key that no header can carry, which `fetch` would report as a broken connection */
function keyOf({ idempotencyKey = randomKey() }: RequestOptions): string {
	if (/^[ -~]+$/.test(idempotencyKey)) return idempotencyKey;
	throw new TypeError(
		`idempotencyKey must be text of visible ASCII characters, but it is ${JSON.stringify(idempotencyKey)}`,
	);
}

function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return `sdk_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
