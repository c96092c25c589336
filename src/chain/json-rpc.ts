// JSON-RPC over fetch. Guarantees: never throws, never waits longer than its timeout, never reads more than
// its limit, and keeps apart what a node said (a result or an error) from not having been answered at all.
import * as z from "zod";
import { lazy } from "../kernel/once.ts";

export type RpcResult =
	| { readonly ok: true; readonly result: unknown }
	/** The node answered with a JSON-RPC error object. */
	| {
			readonly ok: false;
			readonly kind: "rpc_error";
			readonly code: number;
			readonly message: string;
			readonly data?: unknown;
	  }
	/** No answer in the protocol: network, time, HTTP status, or a body that is no JSON-RPC answer. */
	| { readonly ok: false; readonly kind: "unreachable"; readonly reason: string };

export type JsonRpc = {
	call(method: string, params: readonly unknown[]): Promise<RpcResult>;
};

export type JsonRpcOptions = {
	readonly url: string;
	/** For the whole of a call, headers and body. */
	readonly timeoutMs: number;
	readonly maxBodyBytes?: number;
	readonly fetch?: typeof fetch;
};

/** A receipt with thousands of logs fits; a node has no reason to send more. */
const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024;
const REQUEST_ID = 1;

const rpcError = lazy(() => z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }));
// Some nodes send `error: null` beside a result, or leave out the id of an error.
const failure = lazy(() => z.object({ jsonrpc: z.literal("2.0"), error: rpcError() }));
const success = lazy(() =>
	z.object({
		jsonrpc: z.literal("2.0"),
		id: z.literal(REQUEST_ID),
		error: z.null().optional(),
		result: z.unknown().refine((result) => result !== undefined),
	}),
);

/** A client of one endpoint. Credentials in its URL appear in no result. */
export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
	return { call: (method, params) => call(options, method, params) };
}

async function call(options: JsonRpcOptions, method: string, params: readonly unknown[]): Promise<RpcResult> {
	const { url, timeoutMs, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
	// A plain call, not a method call: workerd's fetch refuses any other `this`.
	const send = options.fetch ?? fetch;
	// Not AbortSignal.timeout: its timer outlives the answer, and holds a Durable Object in memory until it fires.
	const over = new AbortController();
	const timer = setTimeout(() => over.abort(), timeoutMs);
	try {
		const response = await send(url, {
			method: "POST",
			headers: { "content-type": "application/json", accept: "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", id: REQUEST_ID, method, params }),
			redirect: "manual",
			signal: over.signal,
		});
		if (!response.ok) {
			await response.body?.cancel();
			return unreachable(`the node responded with HTTP status ${response.status}`);
		}
		const text = await readBody(response, maxBodyBytes);
		return text === null ? unreachable("the node's response is too large") : parseAnswer(text);
	} catch {
		// The error's text may hold the URL, and with it a provider's key.
		return unreachable(
			over.signal.aborted ? "the node did not respond in time" : "the node could not be reached",
		);
	} finally {
		clearTimeout(timer);
	}
}

/** The body as text, or null where it is longer than `maxBytes`. Rejects where the connection breaks. */
async function readBody(response: Response, maxBytes: number): Promise<string | null> {
	if (response.body === null) return "";
	const decoder = new TextDecoder();
	const reader = response.body.getReader();
	let text = "";
	let length = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return text + decoder.decode();
		length += value.length;
		if (length > maxBytes) {
			await reader.cancel();
			return null;
		}
		text += decoder.decode(value, { stream: true });
	}
}

function parseAnswer(text: string): RpcResult {
	let answer: unknown;
	try {
		answer = JSON.parse(text);
	} catch {
		return unreachable("the node's response is not JSON");
	}
	const succeeded = success().safeParse(answer);
	if (succeeded.success) return { ok: true, result: succeeded.data.result };
	const failed = failure().safeParse(answer);
	if (!failed.success) return unreachable("the node's response is not JSON-RPC");
	return { ok: false, kind: "rpc_error", ...failed.data.error };
}

function unreachable(reason: string): RpcResult {
	return { ok: false, kind: "unreachable", reason };
}
