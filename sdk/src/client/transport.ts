/** Sends requests: credential, timeout, retries, errors. */
import type { Operations } from "../generated/api.ts";
import { type Answer, ApiPromise } from "./api-promise.ts";
import { apiUrl, checkOptions, credentialHeaders, isBrowser } from "./credentials.ts";
import { ConnectionError, ReplevinError, TimeoutError } from "./errors.ts";
import type { Attempt, Fetch, Hooks, ReplevinOptions, RequestOptions, RequestParts } from "./options.ts";
import { readResponse } from "./read-response.ts";
import { encodeBody, routeOf } from "./request.ts";
import { delayBefore, isRepeatable, isTemporary, takesKey, wait } from "./retry.ts";

const DEFAULTS = { timeoutMs: 30_000, maxRetries: 2, maxRetryWaitMs: 30_000 };

/** Calls an operation of the OpenAPI document. */
export type Call = <Id extends keyof Operations>(
	operation: Id,
	parts?: RequestParts,
	options?: RequestOptions,
) => ApiPromise<Operations[Id]["result"]>;

type Sending = {
	operation: keyof Operations;
	method: string;
	url: string;
	isFile: boolean;
	init: RequestInit;
	timeoutMs: number;
	signal: AbortSignal | undefined;
};

/** @throws TypeError for options that cannot work, or that would expose a secret */
export function createCall(options: ReplevinOptions): Call {
	checkOptions(options);
	const base = apiUrl(options.baseUrl);
	const settings = { ...DEFAULTS, ...definedOf(options) };
	const send: Fetch = options.fetch ?? ((url, init) => fetch(url, init));
	const hook = callerOf(options.hooks ?? {});

	const start = async (operation: keyof Operations, parts: RequestParts, call: RequestOptions) => {
		const { signal, timeoutMs, maxRetries } = { ...settings, ...definedOf(call) } as typeof settings &
			RequestOptions;
		signal?.throwIfAborted();
		const route = routeOf(base, operation, parts);
		const { body, headers } = encodeBody(parts.body);
		const key = takesKey(operation) ? { "Idempotency-Key": call.idempotencyKey ?? randomKey() } : {};
		const retries = isRepeatable(operation) ? maxRetries : 0;
		for (let attempt = 1; ; attempt++) {
			const shown: Attempt = { operation, method: route.method, url: route.url, attempt };
			// A token may have been renewed meanwhile.
			const all = { ...ownHeaders(), ...headers, ...key, ...(await credentialHeaders(options)) };
			const init = { ...ownInit(), method: route.method, headers: all, ...(body !== undefined && { body }) };
			try {
				return await attemptOnce({ operation, ...route, init, timeoutMs, signal }, shown);
			} catch (error) {
				const delayMs = delayBefore(attempt, error);
				const isLast = attempt > retries || !isTemporary(error) || delayMs > settings.maxRetryWaitMs;
				if (isLast) throw error;
				hook("onRetry", { ...shown, error, delayMs });
				await wait(delayMs, signal);
			}
		}
	};

	const attemptOnce = async ({ init, ...sending }: Sending, shown: Attempt): Promise<Answer<unknown>> => {
		const limit = limitedSignal(sending.timeoutMs, sending.signal);
		const started = Date.now();
		hook("onRequest", shown);
		try {
			const response = await send(sending.url, { ...init, signal: limit.signal });
			const answer = readResponse(response, sending);
			const respond = () =>
				hook("onResponse", {
					...shown,
					status: response.status,
					requestId: response.headers.get("X-Request-Id"),
					durationMs: Date.now() - started,
				});
			await answer.then(respond, respond);
			return await answer;
		} catch (error) {
			sending.signal?.throwIfAborted();
			throw namedError(error, limit.isOver(), sending);
		} finally {
			limit.end();
		}
	};

	return (operation, parts = {}, call = {}) =>
		new ApiPromise(start(operation, parts, call) as Promise<never>);
}

/** Errors of `fetch` differ between runtimes, so they get a name and a cause. */
function namedError(error: unknown, isOver: boolean, { method, url, timeoutMs }: Omit<Sending, "init">) {
	if (isOver)
		return new TimeoutError(`${method} ${url} got no response within ${timeoutMs} ms.`, { cause: error });
	if (error instanceof ReplevinError) return error;
	const reason = error instanceof Error ? error.message : String(error);
	return new ConnectionError(`${method} ${url} got no response: ${reason}`, { cause: error });
}

/** A signal that is aborted by the other one, or after the time. Node 20.0 has no `AbortSignal.any`. */
function limitedSignal(timeoutMs: number, outer: AbortSignal | undefined) {
	const controller = new AbortController();
	let isOver = false;
	const timer = setTimeout(() => {
		isOver = true;
		controller.abort();
	}, timeoutMs);
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
			(hooks[name] as ((given: unknown) => void) | undefined)?.(given);
		} catch {}
	};
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

function randomKey(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return `sdk_${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
