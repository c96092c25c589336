// The calls of a transaction by debug_traceTransaction with geth's callTracer, the strongest proof.
// Guarantees: what was reverted, at any depth, is kept apart; a trace of an unknown form, or that is not of this
// transaction, is no trace.
import * as z from "zod";
import type { JsonRpc } from "../../chain/json-rpc.ts";
import { address, ask, bytes, quantity, type Transaction, whyNot } from "../../chain/rpc-responses.ts";
import { lazy } from "../../kernel/once.ts";
import type { DecodedCall } from "./decoded-call.ts";
import type { Gap } from "./observed-call.ts";

export type CallTrace = {
	/** Calls that lasted, in the order in which they were made; the transaction itself is the first if it is one. */
	readonly calls: readonly DecodedCall[];
	readonly reverted: readonly DecodedCall[];
};

const METHOD = "debug_traceTransaction";
/** No such method, or not with these parameters. Other errors (rate limit, time limit) may pass. */
const NOT_OFFERED_CODES: readonly number[] = [-32_600, -32_601, -32_602, -32_004];
/** More than a block has gas for; what a broken node may send must end somewhere. */
const MAX_FRAMES = 200_000;
/**
 * Ethereum's precompiled contracts have addresses from 1 to here. Not every node shows calls to them, and whether
 * it does must not change the place of the calls behind. What other chains have above them (Arbitrum from 0x64,
 * Polygon's token at 0x1010) is a target like any other.
 */
const LAST_PRECOMPILE = 0x1fn;

/**
 * A frame without its children's forms: a schema that follows them down the 1024 calls that may be nested
 * would run out of stack. A delegatecall's frame is no call by anybody; the calls made within it have the
 * delegating account as their `from`.
 */
const frameSchema = lazy(() =>
	z.object({
		type: z.enum(["CALL", "CALLCODE", "DELEGATECALL", "STATICCALL", "CREATE", "CREATE2", "SELFDESTRUCT"]),
		from: address(),
		to: address().nullish(),
		value: quantity().nullish(),
		input: bytes(),
		error: z.string().nullish(),
		revertReason: z.string().nullish(),
		calls: z.array(z.unknown()).nullish(),
	}),
);
type Frame = z.infer<ReturnType<typeof frameSchema>>;

/** The calls of a successful transaction, or why they are not known. */
export async function traceCalls(rpc: JsonRpc, transaction: Transaction): Promise<CallTrace | Gap> {
	const asked = await ask(rpc, METHOD, [transaction.hash, { tracer: "callTracer" }], z.unknown());
	if (!asked.ok) {
		const isOutage = asked.kind === "unavailable" || !NOT_OFFERED_CODES.includes(asked.code);
		return { isOutage, reason: whyNot(asked, METHOD) };
	}
	const root = frameSchema().safeParse(asked.value).data;
	if (root === undefined || !isOf(transaction, root))
		return { isOutage: true, reason: `${METHOD}: the node's result is malformed` };
	return collect(root) ?? { isOutage: true, reason: `${METHOD}: the node's result is malformed` };
}

function isOf(transaction: Transaction, root: Frame): boolean {
	if (isReverted(root) || root.from !== transaction.from || root.input !== transaction.input) return false;
	if (transaction.to === null) return root.type === "CREATE";
	return root.type === "CALL" && root.to === transaction.to && root.value === transaction.value;
}

function isReverted({ error, revertReason }: Frame): boolean {
	return Boolean(error) || Boolean(revertReason);
}

function isPrecompile(to: string): boolean {
	const number = BigInt(to);
	return number > 0n && number <= LAST_PRECOMPILE;
}

/** Walks the tree in the order of execution; undefined where a frame is malformed. */
function collect(root: Frame): CallTrace | undefined {
	const calls: DecodedCall[] = [];
	const reverted: DecodedCall[] = [];
	const ahead: { frame: unknown; isUndone: boolean }[] = [{ frame: root, isUndone: false }];
	for (let seen = 0; ; seen++) {
		const next = ahead.pop();
		if (next === undefined) return { calls, reverted };
		// The root has been parsed.
		const frame = next.frame === root ? root : frameSchema().safeParse(next.frame).data;
		if (frame === undefined || seen >= MAX_FRAMES) return undefined;
		const isUndone = next.isUndone || isReverted(frame);
		if (frame.type === "CALL") {
			if (frame.to == null || frame.value == null) return undefined;
			const call = { caller: frame.from, to: frame.to, value: frame.value, data: frame.input };
			if (frame === root || !isPrecompile(frame.to)) (isUndone ? reverted : calls).push(call);
		}
		// What is called below a staticcall can change nothing.
		if (frame.type === "STATICCALL") continue;
		for (const child of (frame.calls ?? []).toReversed()) ahead.push({ frame: child, isUndone });
	}
}
