// Checks that blocks are final (recovery.md "What must be seen"). Reads block hashes after the head, so that a
// reorganised block is never final.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import {
	type Block,
	blockSchema,
	failureReason,
	request,
	smallQuantitySchema,
} from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";

export type BlockReference = { readonly blockNumber: number; readonly blockHash: Hex };

export type Finality =
	/** `blocks`: the current blocks, lowest first. */
	| { readonly kind: "final" | "confirming"; readonly blocks: readonly Block[] }
	| { readonly kind: "reorganised" }
	| { readonly kind: "unavailable"; readonly reason: string };

/** Two epochs of 32 slots, after which Ethereum finalises. For nodes without the `finalized` tag. */
export const FALLBACK_CONFIRMATIONS = 64;

/** Nodes without the tag read it as a number, or name it in the error. */
const INVALID_PARAMS = -32_602;
const UNKNOWN_TAG = /finali[sz]ed|unknown block|block not found|invalid|hex string/i;
const GENERAL_CODES: readonly number[] = [-32_000, -32_001, -39_001];

/** @param confirmations null to use the `finalized` tag */
export async function checkFinality(
	rpc: JsonRpc,
	references: readonly BlockReference[],
	confirmations: number | null,
): Promise<Finality> {
	const lastFinal = await lastFinalHeight(rpc, confirmations);
	if (typeof lastFinal === "string") return { kind: "unavailable", reason: lastFinal };
	const hashes = new Map(references.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
	if (references.some(({ blockNumber, blockHash }) => hashes.get(blockNumber) !== blockHash))
		return { kind: "reorganised" };
	const blocks: Block[] = [];
	for (const [number, hash] of [...hashes].sort(([a], [b]) => a - b)) {
		const params = [`0x${number.toString(16)}`, false];
		const current = await request(rpc, "eth_getBlockByNumber", params, blockSchema());
		if (!current.ok) return { kind: "unavailable", reason: failureReason(current, "eth_getBlockByNumber") };
		if (current.value?.number !== number || current.value.hash !== hash) return { kind: "reorganised" };
		blocks.push(current.value);
	}
	return { kind: blocks.every(({ number }) => number <= lastFinal) ? "final" : "confirming", blocks };
}

/** May be negative. A text is the reason of an outage. */
export async function lastFinalHeight(rpc: JsonRpc, confirmations: number | null): Promise<number | string> {
	if (confirmations !== null) return heightBelowHead(rpc, confirmations);
	const finalized = await request(rpc, "eth_getBlockByNumber", ["finalized", false], blockSchema());
	if (finalized.ok && finalized.value !== null) return finalized.value.number;
	if (finalized.ok || (finalized.kind === "rpc_error" && isUnknownTag(finalized)))
		return heightBelowHead(rpc, FALLBACK_CONFIRMATIONS);
	return failureReason(finalized, "eth_getBlockByNumber");
}

async function heightBelowHead(rpc: JsonRpc, distance: number): Promise<number | string> {
	const head = await request(rpc, "eth_blockNumber", [], smallQuantitySchema());
	return head.ok ? head.value - distance : failureReason(head, "eth_blockNumber");
}

function isUnknownTag({ code, message }: { code: number; message: string }): boolean {
	return code === INVALID_PARAMS || (GENERAL_CODES.includes(code) && UNKNOWN_TAG.test(message));
}
