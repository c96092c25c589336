/** sdk.md "Requests": retries, waits, timeouts and signals, with a scripted network and a clock of the test. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, ConnectionError, TimeoutError, UnexpectedResponseError } from "../../../sdk/src/index.ts";
import { json, problem, scriptedClient } from "../../support/sdk/scripted-fetch.ts";

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const lost = () => new TypeError("fetch failed");
const busy = (headers = {}) => problem("SERVICE_UNAVAILABLE", 503, {}, headers);
const intent = { lostAccount: "0x1", recoveryAccount: "0x2", chainId: 1 } as never;

/** Runs all timers, and resolves to the error of a call. */
async function errorOf(call: PromiseLike<unknown>): Promise<unknown> {
	const caught = Promise.resolve(call).then(
		() => undefined,
		(error) => error,
	);
	await vi.runAllTimersAsync();
	return caught;
}

describe("a request that is safe to repeat", () => {
	it.each([
		["a broken connection", lost],
		["503", busy],
		["500", () => problem("INTERNAL_SERVER_ERROR", 500)],
		["429", () => problem("RATE_LIMITED", 429, {}, { "Retry-After": "1" })],
		["408", () => problem("REQUEST_TIMEOUT", 408)],
		["a proxy's error page", () => new Response("<html>", { status: 502 })],
	])("is repeated after %s", async (_, failure) => {
		const { replevin, sent } = scriptedClient([failure(), failure(), json({ caseId: "rc_1" })]);
		const call = replevin.cases.get("rc_1");
		await vi.runAllTimersAsync();
		expect((await call).caseId).toBe("rc_1");
		expect(sent).toHaveLength(3);
	});

	it("is not repeated after maxRetries, and throws the last error", async () => {
		const { replevin, sent } = scriptedClient([lost(), lost(), busy(), json({})]);
		expect(await errorOf(replevin.cases.get("rc_1"))).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
		expect(sent).toHaveLength(3);
	});

	it.each([
		["a rejection", "FORBIDDEN", 403],
		["a full quota, which has no Retry-After", "RATE_LIMITED", 429],
	])("is not repeated after %s", async (_, code, status) => {
		const { replevin, sent } = scriptedClient([problem(code, status)]);
		expect(await errorOf(replevin.cases.get("rc_1"))).toMatchObject({ status });
		expect(sent).toHaveLength(1);
	});

	it("sends the same Idempotency-Key again, and another one for the next call", async () => {
		const inProgress = problem("IDEMPOTENCY_KEY_IN_PROGRESS", 409, {}, { "Retry-After": "2" });
		const { replevin, sent } = scriptedClient([lost(), inProgress, json({}), json({})]);
		const create = () => replevin.links.create({ kind: "recovery", origin: "https://a.example" } as never);
		const call = create();
		await vi.runAllTimersAsync();
		await call;
		await create();
		const keys = sent.map(({ headers }) => headers.get("Idempotency-Key"));
		expect(keys[0]).toMatch(/^sdk_[0-9a-f]{32}$/);
		expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
		expect(keys[3]).not.toBe(keys[0]);
	});

	it("takes the caller's Idempotency-Key", async () => {
		const { replevin, sent } = scriptedClient([json({})]);
		await replevin.links.create({} as never, { idempotencyKey: "order-7" });
		expect(sent[0]?.headers.get("Idempotency-Key")).toBe("order-7");
	});
});

it.each([
	["a filed case, whose repetition is the same case", "create", [{}]],
	["a question that is sent as POST", "hash", [intent]],
] as const)("repeats %s", async (_, method, args) => {
	const { replevin, sent } = scriptedClient([lost(), json({})]);
	const call = (replevin.cases[method] as (body: unknown) => PromiseLike<unknown>)(args[0]);
	await vi.runAllTimersAsync();
	await call;
	expect(sent).toHaveLength(2);
});

it.each([
	["a court order", (replevin) => replevin.cases.order(`0x${"ab".repeat(32)}`, {} as never)],
	["a privacy code", (replevin) => replevin.estates.createCode("0x1", {} as never)],
	["a login", (replevin) => replevin.auth.login({} as never)],
	["a deletion", (replevin) => replevin.webhooks.delete("we_1")],
] satisfies [string, (replevin: ReturnType<typeof scriptedClient>["replevin"]) => PromiseLike<unknown>][])(
	"sends %s once, even if the connection broke, and again only after a 429 of the service",
	async (_, send) => {
		const { replevin, sent } = scriptedClient([lost(), json({})]);
		expect(await errorOf(send(replevin))).toBeInstanceOf(ConnectionError);
		expect(sent).toHaveLength(1);
		const refused = problem("RATE_LIMITED", 429, {}, { "Retry-After": "60" });
		const limited = scriptedClient([refused, json({}), json({})]);
		const call = send(limited.replevin);
		await vi.runAllTimersAsync();
		await call;
		expect(limited.sent).toHaveLength(2);
		const proxy = scriptedClient([new Response("<html>", { status: 429, headers: { "Retry-After": "1" } })]);
		expect(await errorOf(send(proxy.replevin))).toBeInstanceOf(UnexpectedResponseError);
	},
);

describe("the wait before a retry", () => {
	/** The waits of a call that succeeds after this response. */
	async function waitAfter(first: Response): Promise<number[]> {
		const delays: number[] = [];
		const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) };
		const { replevin } = scriptedClient([first, json({})], { hooks });
		expect(await errorOf(replevin.health())).toBeUndefined();
		return delays;
	}

	it("doubles, and half of it is random", async () => {
		const delays: number[] = [];
		const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => void delays.push(delayMs) };
		const { replevin } = scriptedClient(Array.from({ length: 8 }, lost), { hooks, maxRetries: 6 });
		await errorOf(replevin.health());
		expect(delays).toEqual([250, 500, 1000, 2000, 4000, 4000]);
		vi.mocked(Math.random).mockReturnValue(0.999_999);
		const other = scriptedClient([lost(), lost()], { hooks, maxRetries: 1 });
		await errorOf(other.replevin.health());
		expect(delays.at(-1)).toBeCloseTo(500, 1);
	});

	it.each([
		["seconds", "7", 7000],
		["a date", "Mon, 23 Nov 2026 00:00:09 GMT", 9000],
	])("is that of Retry-After in %s", async (_, header, expected) => {
		vi.setSystemTime("2026-11-23T00:00:00Z");
		expect(await waitAfter(busy({ "Retry-After": header }))).toEqual([expected]);
	});

	it("is that of Retry-After on a proxy's error page too", async () => {
		const page = new Response("<html>", { status: 429, headers: { "Retry-After": "7" } });
		expect(await waitAfter(page)).toEqual([7000]);
		const later = new Response("<html>", { status: 503, headers: { "Retry-After": "3600" } });
		const other = scriptedClient([later, json({})]);
		expect(await errorOf(other.replevin.health())).toBeInstanceOf(UnexpectedResponseError);
		expect(other.sent).toHaveLength(1);
	});

	it.each(["1.5", "-1", "soon"])("is its own where Retry-After is %s", async (header) => {
		expect(await waitAfter(busy({ "Retry-After": header }))).toEqual([250]);
	});

	it("may be a minute by default, as that of a rate limit, and maxRetryWaitMs limits no other wait", async () => {
		vi.mocked(Math.random).mockReturnValue(0.9);
		const { replevin, sent } = scriptedClient([busy({ "Retry-After": "60" }), json({})]);
		expect(await errorOf(replevin.health())).toBeUndefined();
		expect(sent).toHaveLength(2);
		const other = scriptedClient([lost(), json({})], { maxRetryWaitMs: 0 });
		expect(await errorOf(other.replevin.health())).toBeUndefined();
		expect(other.sent).toHaveLength(2);
	});

	it("is not cut to nothing if it is longer than a timer can be", async () => {
		const days = String(30 * 86_400);
		const script = [busy({ "Retry-After": days }), json({})];
		const { replevin, sent } = scriptedClient(script, { maxRetryWaitMs: Number.POSITIVE_INFINITY });
		const call = replevin.health();
		await vi.advanceTimersByTimeAsync(60_000);
		expect(sent).toHaveLength(1);
		await vi.runAllTimersAsync();
		await call;
	});

	it("ends the call if Retry-After is longer than maxRetryWaitMs", async () => {
		const { replevin, sent } = scriptedClient([busy({ "Retry-After": "3600" })]);
		expect(await errorOf(replevin.health())).toMatchObject({ retryAfterSeconds: 3600 });
		expect(sent).toHaveLength(1);
	});

	it("ends with the caller's signal", async () => {
		const controller = new AbortController();
		const { replevin, sent } = scriptedClient([lost(), json({})]);
		const error = replevin.health({ signal: controller.signal }).catch((caught: unknown) => caught);
		await vi.advanceTimersByTimeAsync(0);
		controller.abort(new Error("the page was left"));
		expect(await error).toEqual(new Error("the page was left"));
		expect(sent).toHaveLength(1);
	});
});

describe("a request without a response", () => {
	it("ends after timeoutMs, with an error that says so", async () => {
		const { replevin } = scriptedClient(["silence"], { maxRetries: 0 });
		const error = await errorOf(replevin.cases.get("rc_1", { timeoutMs: 1234 }));
		expect(error).toBeInstanceOf(TimeoutError);
		expect(String(error)).toContain(
			"GET https://replevin.example/api/v1/recovery-cases/rc_1 got no response within 1234 ms",
		);
	});

	it("ends after timeoutMs if its body does not come to an end", async () => {
		const { replevin } = scriptedClient([], {
			maxRetries: 0,
			fetch: async (_, { signal }) =>
				new Response(
					new ReadableStream({
						start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
					}),
				),
		});
		expect(await errorOf(replevin.health())).toBeInstanceOf(TimeoutError);
	});

	it("may take as long as it likes where timeoutMs is Infinity", async () => {
		const controller = new AbortController();
		const { replevin } = scriptedClient(["silence"], { timeoutMs: Number.POSITIVE_INFINITY });
		const health = replevin.health({ signal: controller.signal }).catch((error: unknown) => error);
		await vi.advanceTimersByTimeAsync(3_600_000);
		controller.abort(new Error("enough"));
		expect(await health).toEqual(new Error("enough"));
	});

	it("ends at once with the caller's signal, and is not repeated", async () => {
		const controller = new AbortController();
		const { replevin, sent } = scriptedClient(["silence", json({})]);
		const error = replevin.health({ signal: controller.signal }).catch((caught: unknown) => caught);
		await vi.advanceTimersByTimeAsync(0);
		controller.abort();
		expect(await error).toMatchObject({ name: "AbortError" });
		expect(sent).toHaveLength(1);
	});

	it("is not sent if the signal was aborted before", async () => {
		const { replevin, sent } = scriptedClient([json({})]);
		expect(await errorOf(replevin.health({ signal: AbortSignal.abort() }))).toMatchObject({
			name: "AbortError",
		});
		expect(sent).toHaveLength(0);
	});

	it("names the cause of a broken connection", async () => {
		const cause = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 192.0.2.1:443") });
		const { replevin } = scriptedClient([cause], { maxRetries: 0 });
		const error = await errorOf(replevin.health());
		expect(error).toMatchObject({ name: "ConnectionError", cause });
		expect(String(error)).toContain("got no response: connect ECONNREFUSED 192.0.2.1:443");
	});
});

it("leaves no timer behind", async () => {
	const { replevin } = scriptedClient([json({})]);
	await replevin.health();
	expect(vi.getTimerCount()).toBe(0);
});

it("keeps the classes of errors apart", async () => {
	const { replevin } = scriptedClient([problem("FORBIDDEN", 403), new Response("no", { status: 404 })]);
	expect(await errorOf(replevin.health())).toBeInstanceOf(ApiError);
	const unexpected = await errorOf(replevin.health());
	expect(unexpected).toBeInstanceOf(UnexpectedResponseError);
	expect(unexpected).not.toBeInstanceOf(ApiError);
});
