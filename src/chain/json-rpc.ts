// A JSON-RPC client that never throws and limits each call's time and size.
import * as z from "zod";
import { lazy } from "../kernel/once.ts";

export type RpcResponse =
	| { readonly ok: true; readonly result: unknown }
	| {
			readonly ok: false;
			readonly kind: "rpc_error";
			readonly code: number;
			readonly message: string;
			readonly data?: unknown;
	  }
	| { readonly ok: false; readonly kind: "unreachable"; readonly reason: string };

export type JsonRpc = {
	call(method: string, params: readonly unknown[]): Promise<RpcResponse>;
};

export type JsonRpcOptions = {
	readonly url: string;
	/** For headers and body. */
	readonly timeoutMs: number;
	readonly maxBodyBytes?: number;
	readonly fetch?: typeof fetch;
};

/** Fits a receipt with thousands of logs. */
const DEFAULT_MAX_BODY_BYTES = 4 * 1024 * 1024;
const REQUEST_ID = 1;

const errorSchema = lazy(() =>
	z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
);
// Some nodes send `error: null`, or omit an error's id.
const failureSchema = lazy(() => z.object({ jsonrpc: z.literal("2.0"), error: errorSchema() }));
const successSchema = lazy(() =>
	z.object({
		jsonrpc: z.literal("2.0"),
		id: z.literal(REQUEST_ID),
		error: z.null().optional(),
		result: z.unknown().refine((result) => result !== undefined),
	}),
);

export function createJsonRpc(options: JsonRpcOptions): JsonRpc {
	return { call: (method, params) => call(options, method, params) };
}

async function call(
	options: JsonRpcOptions,
	method: string,
	params: readonly unknown[],
): Promise<RpcResponse> {
	const { url, timeoutMs, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
	// workerd's fetch rejects another `this`.
	const send = options.fetch ?? fetch;
	// AbortSignal.timeout would keep a Durable Object in memory until it fires.
	const timeout = new AbortController();
	const timer = setTimeout(() => timeout.abort(), timeoutMs);
	try {
		const response = await send(url, {
			method: "POST",
			headers: { "content-type": "application/json", accept: "application/json" },
			body: JSON.stringify({ jsonrpc: "2.0", id: REQUEST_ID, method, params }),
			redirect: "manual",
			signal: timeout.signal,
		});
		if (!response.ok) {
			await response.body?.cancel();
			return unreachable(`the node responded with HTTP status ${response.status}`);
		}
		const text = await readBody(response, maxBodyBytes);
		return text === null ? unreachable("the node's response is too large") : parseResponse(text);
	} catch {
		// Dropped, because the text may contain a URL with a key.
		return unreachable(
			timeout.signal.aborted ? "the node did not respond in time" : "the node could not be reached",
		);
	} finally {
		clearTimeout(timer);
	}
}

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

function parseResponse(text: string): RpcResponse {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return unreachable("the node's response is not JSON");
	}
	const success = successSchema().safeParse(body);
	if (success.success) return { ok: true, result: success.data.result };
	const failure = failureSchema().safeParse(body);
	if (!failure.success) return unreachable("the node's response is not JSON-RPC");
	return { ok: false, kind: "rpc_error", ...failure.data.error };
}

function unreachable(reason: string): RpcResponse {
	return { ok: false, kind: "unreachable", reason };
}
