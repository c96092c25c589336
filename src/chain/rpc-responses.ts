// What a node's answers must look like (Ethereum JSON-RPC, "execution-apis"). Guarantees: an answer of another
// form is no answer; hex comes out in lower case, quantities as numbers.
import * as z from "zod";
import { type Hex, isHexText } from "../kernel/hex.ts";
import { lazy } from "../kernel/once.ts";
import type { JsonRpc } from "./json-rpc.ts";

export type Asked<T> =
	| { readonly ok: true; readonly value: T }
	/** The node refused the question, by a JSON-RPC error. */
	| { readonly ok: false; readonly kind: "refused"; readonly code: number; readonly message: string }
	/** No answer, or one of a wrong form. `reason` is for the log. */
	| { readonly ok: false; readonly kind: "unavailable"; readonly reason: string };

/** Asks for something of a given form. Never throws. */
export async function ask<T>(
	rpc: JsonRpc,
	method: string,
	params: readonly unknown[],
	form: z.ZodType<T>,
): Promise<Asked<T>> {
	const answer = await rpc.call(method, params);
	if (!answer.ok) {
		if (answer.kind === "unreachable")
			return { ok: false, kind: "unavailable", reason: `${method}: ${answer.reason}` };
		return { ok: false, kind: "refused", code: answer.code, message: answer.message };
	}
	const parsed = form.safeParse(answer.result);
	if (!parsed.success)
		return { ok: false, kind: "unavailable", reason: `${method}: the node's result is malformed` };
	return { ok: true, value: parsed.data };
}

/** Why there is no value, for the log: the code of a node's error, never its text, which may repeat a key. */
export function whyNot(asked: Exclude<Asked<unknown>, { ok: true }>, method: string): string {
	return asked.kind === "refused" ? `${method}: the node responded with error ${asked.code}` : asked.reason;
}

/** Text of a fixed form, in lower case. The type says `0x…` because the pattern does. */
const hexText = (pattern: RegExp) => z.string().regex(pattern).toLowerCase() as unknown as z.ZodType<Hex>;

/** Below 2^52, so exact as a number. */
export const smallQuantity = lazy(() =>
	z
		.string()
		.regex(/^0x[0-9a-fA-F]{1,13}$/)
		.transform(Number),
);
export const quantity = lazy(() =>
	z
		.string()
		.regex(/^0x[0-9a-fA-F]{1,64}$/)
		.transform(BigInt),
);
export const address = lazy(() => hexText(/^0x[0-9a-fA-F]{40}$/));
const hash = lazy(() => hexText(/^0x[0-9a-fA-F]{64}$/));
/** Without a pattern: one over megabytes runs out of stack. */
export const bytes = lazy(
	() =>
		z
			.string()
			.refine((text) => text.length % 2 === 0 && isHexText(text))
			.toLowerCase() as unknown as z.ZodType<Hex>,
);
/** A word of storage; some nodes leave out leading zeros. */
export const storageWord = lazy(() => hexText(/^0x[0-9a-fA-F]{1,64}$/));

export const block = lazy(() =>
	z.object({ number: smallQuantity(), hash: hash(), timestamp: smallQuantity() }).nullable(),
);
export type Block = NonNullable<z.infer<ReturnType<typeof block>>>;

/** Null where the node does not know it; without block where it is not mined. */
export const transaction = lazy(() =>
	z
		.object({
			hash: hash(),
			blockHash: hash().nullish(),
			from: address(),
			to: address()
				.nullish()
				.transform((to) => to ?? null),
			value: quantity(),
			input: bytes(),
			type: smallQuantity().optional(),
		})
		.nullable(),
);
export type Transaction = NonNullable<z.infer<ReturnType<typeof transaction>>>;

export const receipt = lazy(() =>
	z
		.object({
			transactionHash: hash(),
			transactionIndex: smallQuantity(),
			blockHash: hash(),
			blockNumber: smallQuantity(),
			from: address(),
			to: address()
				.nullish()
				.transform((to) => to ?? null),
			status: z.enum(["0x0", "0x1"]),
			/** Parsed where they are needed: there may be thousands. */
			logs: z.array(z.unknown()),
		})
		.nullable(),
);
export type Receipt = NonNullable<z.infer<ReturnType<typeof receipt>>>;

export const log = lazy(() =>
	z.object({ address: address(), topics: z.array(hash()).max(4), data: bytes() }),
);
export type Log = z.infer<ReturnType<typeof log>>;
