// Reads a transaction's calls by debug_traceTransaction with geth's callTracer, the strongest proof.
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
	/** In the order of execution, from the transaction itself. */
	readonly calls: readonly AccountCall[];
	/** Undone calls, at any depth. */
	readonly reverted: readonly AccountCall[];
};

const METHOD = "debug_traceTransaction";
/** Unknown method or parameters. Other errors may be temporary. */
const NOT_OFFERED_CODES: readonly number[] = [-32_600, -32_601, -32_602, -32_004];
/** More than a block has gas for. */
const MAX_FRAMES = 200_000;
/** Precompiles from 1 to here must not shift the position of later calls, because not every node traces them. */
const LAST_PRECOMPILE = 0x1fn;

/** Children are parsed later, because a recursive schema would run out of stack on 1024 nested calls. */
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

/** Undefined if a frame is malformed. */
function collectCalls(root: Frame): CallTrace | undefined {
	const calls: AccountCall[] = [];
	const reverted: AccountCall[] = [];
	const stack: { frame: unknown; isUndone: boolean }[] = [{ frame: root, isUndone: false }];
	for (let visited = 0; ; visited++) {
		const next = stack.pop();
		if (next === undefined) return { calls, reverted };
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
