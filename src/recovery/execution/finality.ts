// Whether blocks are final, and still part of the chain (recovery.md "Proof of execution").
// Guarantees: the block's hash is read again after the head that makes it final, so a block that a
// reorganisation took away is never called final; a missing answer is told as such.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import { ask, type Block, block, smallQuantity, whyNot } from "../../chain/rpc-responses.ts";
import type { Hex } from "../../kernel/hex.ts";

export type PlacedBlock = { readonly blockNumber: number; readonly blockHash: Hex };

export type Settlement =
	/** `blocks` are those asked about, as they are now, lowest first. */
	| { readonly kind: "final" | "confirming"; readonly blocks: readonly Block[] }
	/** Another block stands at that height now, or none. */
	| { readonly kind: "reorganised" }
	| { readonly kind: "unavailable"; readonly reason: string };

/**
 * Blocks on top of one that count as final where a node has no `finalized` tag: the two epochs of 32 slots
 * after which Ethereum itself finalises.
 */
export const FALLBACK_CONFIRMATIONS = 64;

/** What nodes answer that do not know the tag: its text is no number to them, or they say so. */
const INVALID_PARAMS = -32_602;
const UNKNOWN_TAG = /finali[sz]ed|unknown block()|block() not found|invalid|hex string/i;
const GENERAL_CODES: readonly number[] = [-32_000, -32_001, -39_001];

/** @param confirmations blocks that must stand on top; null to go by the `finalized` tag */
export async function settle(
	rpc: JsonRpc,
	placed: readonly PlacedBlock[],
	confirmations: number | null,
): Promise<Settlement> {
	const lastFinal = await lastFinalBlock(rpc, confirmations);
	if (typeof lastFinal === "string") return { kind: "unavailable", reason: lastFinal };
	const hashes = new Map(placed.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
	if (placed.some(({ blockNumber, blockHash }) => hashes.get(blockNumber) !== blockHash))
		return { kind: "reorganised" };
	const blocks: Block[] = [];
	for (const [number, hash] of [...hashes].sort(([a], [b]) => a - b)) {
		const params = [`0x${number.toString(16)}`, false];
		const now = await ask(rpc, "eth_getBlockByNumber", params, block());
		if (!now.ok) return { kind: "unavailable", reason: whyNot(now, "eth_getBlockByNumber") };
		if (now.value?.number !== number || now.value.hash !== hash) return { kind: "reorganised" };
		blocks.push(now.value);
	}
	return { kind: blocks.every(({ number }) => number <= lastFinal) ? "final" : "confirming", blocks };
}

/** The height up to which blocks are final, which may be negative; or why it is not known. */
async function lastFinalBlock(rpc: JsonRpc, confirmations: number | null): Promise<number | string> {
	if (confirmations !== null) return heightLess(rpc, confirmations);
	const tagged = await ask(rpc, "eth_getBlockByNumber", ["finalized", false], block());
	if (tagged.ok && tagged.value !== null) return tagged.value.number;
	if (tagged.ok || (tagged.kind === "refused" && isUnknownTag(tagged)))
		return heightLess(rpc, FALLBACK_CONFIRMATIONS);
	return whyNot(tagged, "eth_getBlockByNumber");
}

async function heightLess(rpc: JsonRpc, confirmations: number): Promise<number | string> {
	const height = await ask(rpc, "eth_blockNumber", [], smallQuantity());
	return height.ok ? height.value - confirmations : whyNot(height, "eth_blockNumber");
}

function isUnknownTag({ code, message }: { code: number; message: string }): boolean {
	return code === INVALID_PARAMS || (GENERAL_CODES.includes(code) && UNKNOWN_TAG.test(message));
}
