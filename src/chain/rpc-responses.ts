// Requests to a chain's node and schemas of their results (Ethereum "execution-apis"). Never throws; hex is lower
// case.
import * as z from "zod";
import { type Hex, isHexText } from "../kernel/encoding/hex.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import type { JsonRpc } from "./json-rpc.ts";

export type RpcResult<T> = { readonly ok: true; readonly value: T } | RpcFailure;

export type RpcFailure =
	| { readonly ok: false; readonly kind: "rpc_error"; readonly code: number; readonly message: string }
	| { readonly ok: false; readonly kind: "unavailable"; readonly reason: string };

export async function request<T>(
	rpc: JsonRpc,
	method: string,
	params: readonly unknown[],
	schema: z.ZodType<T>,
): Promise<RpcResult<T>> {
	const response = await rpc.call(method, params);
	if (!response.ok) {
		if (response.kind === "unreachable")
			return { ok: false, kind: "unavailable", reason: `${method}: ${response.reason}` };
		return { ok: false, kind: "rpc_error", code: response.code, message: response.message };
	}
	const parsed = schema.safeParse(response.result);
	if (!parsed.success)
		return { ok: false, kind: "unavailable", reason: `${method}: the node's result is malformed` };
	return { ok: true, value: parsed.data };
}

/** Without the node's text, which may repeat a key. */
export function failureReason(failure: RpcFailure, method: string): string {
	return failure.kind === "rpc_error"
		? `${method}: the node responded with error ${failure.code}`
		: failure.reason;
}

/** Null if the node serves this chain. */
export async function checkChainId(rpc: JsonRpc, chainId: number): Promise<string | null> {
	const served = await request(rpc, "eth_chainId", [], smallQuantitySchema());
	if (!served.ok) return failureReason(served, "eth_chainId");
	if (served.value === chainId) return null;
	return `the node configured for chain ${chainId} serves chain ${served.value}`;
}

/** The cast is safe, because every pattern begins with `0x`. */
const hexText = (pattern: RegExp) => z.string().regex(pattern).toLowerCase() as unknown as z.ZodType<Hex>;

/** Below 2^52, which a number holds exactly. */
export const smallQuantitySchema = lazy(() =>
	z
		.string()
		.regex(/^0x[0-9a-fA-F]{1,13}$/)
		.transform(Number),
);
export const quantitySchema = lazy(() =>
	z
		.string()
		.regex(/^0x[0-9a-fA-F]{1,64}$/)
		.transform(BigInt),
);
export const addressSchema = lazy(() => hexText(/^0x[0-9a-fA-F]{40}$/));
const hashSchema = lazy(() => hexText(/^0x[0-9a-fA-F]{64}$/));
/** A pattern over megabytes would run out of stack. */
export const bytesSchema = lazy(
	() =>
		z
			.string()
			.refine((text) => text.length % 2 === 0 && isHexText(text))
			.toLowerCase() as unknown as z.ZodType<Hex>,
);
/** Some nodes omit leading zeros. */
export const storageWordSchema = lazy(() => hexText(/^0x[0-9a-fA-F]{1,64}$/));

export const blockSchema = lazy(() =>
	z
		.object({ number: smallQuantitySchema(), hash: hashSchema(), timestamp: smallQuantitySchema() })
		.nullable(),
);
export type Block = NonNullable<Infer<typeof blockSchema>>;

/** `blockHash` is absent until the transaction is mined. */
export const transactionSchema = lazy(() =>
	z
		.object({
			hash: hashSchema(),
			blockHash: hashSchema().nullish(),
			from: addressSchema(),
			to: addressSchema()
				.nullish()
				.transform((to) => to ?? null),
			value: quantitySchema(),
			input: bytesSchema(),
			type: smallQuantitySchema().optional(),
		})
		.nullable(),
);
export type Transaction = NonNullable<Infer<typeof transactionSchema>>;

export const receiptSchema = lazy(() =>
	z
		.object({
			transactionHash: hashSchema(),
			transactionIndex: smallQuantitySchema(),
			blockHash: hashSchema(),
			blockNumber: smallQuantitySchema(),
			from: addressSchema(),
			to: addressSchema()
				.nullish()
				.transform((to) => to ?? null),
			status: z.enum(["0x0", "0x1"]),
			/** Parsed later, because there may be thousands. */
			logs: z.array(z.unknown()),
		})
		.nullable(),
);
export type Receipt = NonNullable<Infer<typeof receiptSchema>>;

export const logSchema = lazy(() =>
	z.object({ address: addressSchema(), topics: z.array(hashSchema()).max(4), data: bytesSchema() }),
);
export type Log = Infer<typeof logSchema>;

/** The result of `eth_getLogs`. Logs of a pending block have no place. */
export const loggedSchema = lazy(() =>
	z.array(
		logSchema().extend({
			transactionHash: hashSchema(),
			blockNumber: smallQuantitySchema(),
			logIndex: smallQuantitySchema(),
		}),
	),
);
