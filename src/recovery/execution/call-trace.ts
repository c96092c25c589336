// Reads the calls of a transaction by debug_traceTransaction with geth's callTracer, the strongest proof. Guarantees:
// - Calls that were reverted, at any depth, are kept apart.
// - A malformed trace, or one of another transaction, is rejected.
import * as z from "zod";
import type { JsonRpc } from "../../chain/json-rpc.ts";
import {
	addressSchema,
	bytesSchema,
	failureReason,
	quantitySchema,
	request,
	type Transaction,
} from "../../chain/rpc-responses.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import type { AccountCall, Gap } from "./observed-call.ts";

export type CallTrace = {
	/** Calls that took effect, in the order of execution. The first is the transaction itself, if it is a call. */
	readonly calls: readonly AccountCall[];
	readonly reverted: readonly AccountCall[];
};

const METHOD = "debug_traceTransaction";
/** The method is unknown, or not with these parameters. Other errors (rate limit, time limit) may be temporary. */
const NOT_OFFERED_CODES: readonly number[] = [-32_600, -32_601, -32_602, -32_004];
/** More frames than a block has gas for; it bounds the work for a broken node's response. */
const MAX_FRAMES = 200_000;
/**
 * Last address of Ethereum's precompiled contracts, which start at 1. Not every node traces calls to them, so they must
 * not count in the position of later calls. Precompiles of other chains above it (Arbitrum from 0x64, Polygon's token at
 * 0x1010) are ordinary targets.
 */
const LAST_PRECOMPILE = 0x1fn;

/**
 * One frame, whose children are parsed later: a recursive schema would run out of stack on the 1024 levels that calls
 * may nest. A delegatecall's frame is no call by any account. Calls made within it have the delegating account as `from`.
 */
const frameSchema = lazy(() =>
	z.object({
		type: z.enum(["CALL", "CALLCODE", "DELEGATECALL", "STATICCALL", "CREATE", "CREATE2", "SELFDESTRUCT"]),
		from: addressSchema(),
		to: addressSchema().nullish(),
		value: quantitySchema().nullish(),
		input: bytesSchema(),
		error: z.string().nullish(),
		revertReason: z.string().nullish(),
		calls: z.array(z.unknown()).nullish(),
	}),
);
type Frame = Infer<typeof frameSchema>;

/** The calls of a successful transaction, or the gap if they cannot be read. */
export async function traceCalls(rpc: JsonRpc, transaction: Transaction): Promise<CallTrace | Gap> {
	const result = await request(rpc, METHOD, [transaction.hash, { tracer: "callTracer" }], z.unknown());
	if (!result.ok) {
		const isOutage = result.kind === "unavailable" || !NOT_OFFERED_CODES.includes(result.code);
		return { isOutage, reason: failureReason(result, METHOD) };
	}
	const root = frameSchema().safeParse(result.value).data;
	const trace = root && isTraceOf(transaction, root) ? collectCalls(root) : undefined;
	return trace ?? { isOutage: true, reason: `${METHOD}: the node's result is malformed` };
}

function isTraceOf(transaction: Transaction, root: Frame): boolean {
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

/** Walks the tree in the order of execution; undefined if a frame is malformed. */
function collectCalls(root: Frame): CallTrace | undefined {
	const calls: AccountCall[] = [];
	const reverted: AccountCall[] = [];
	const stack: { frame: unknown; isUndone: boolean }[] = [{ frame: root, isUndone: false }];
	for (let visited = 0; ; visited++) {
		const next = stack.pop();
		if (next === undefined) return { calls, reverted };
		// The root is parsed already.
		const frame = next.frame === root ? root : frameSchema().safeParse(next.frame).data;
		if (frame === undefined || visited >= MAX_FRAMES) return undefined;
		const isUndone = next.isUndone || isReverted(frame);
		if (frame.type === "CALL") {
			if (frame.to == null || frame.value == null) return undefined;
			const call = { caller: frame.from, to: frame.to, value: frame.value, data: frame.input };
			if (frame === root || !isPrecompile(frame.to)) (isUndone ? reverted : calls).push(call);
		}
		// Calls below a staticcall cannot change anything.
		if (frame.type === "STATICCALL") continue;
		for (const child of (frame.calls ?? []).toReversed()) stack.push({ frame: child, isUndone });
	}
}
