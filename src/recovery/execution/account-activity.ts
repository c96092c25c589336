// How often an account has acted (recovery.md "Owner-liveness"). Guarantees: nothing is thrown, and a node that
// does not answer, or serves another chain, has seen nothing.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import { ask, bytes, smallQuantity, whyNot } from "../../chain/rpc-responses.ts";
import { bytesToHex, hexToBytes } from "../../kernel/hex.ts";
import { keccak256 } from "../../kernel/keccak/keccak.ts";
import { SAFE_PROXY_CODE_HASHES } from "./known-contracts.ts";

export type AccountActivity =
	| {
			readonly kind: "seen";
			/**
			 * Transactions that the account has sent, contracts that it has created since it is one itself, and what the
			 * owners of a Safe have made it execute.
			 */
			readonly transactionCount: number;
			readonly isSafe: boolean;
	  }
	/** `reason` is for the log. */
	| { readonly kind: "unavailable"; readonly reason: string };

/** Safe's `nonce()`. */
const NONCE_CALL = "0xaffed0e0";
/** What an account's code begins with that has delegated to a contract by EIP-7702: its key still sends for it. */
const DELEGATION = "0xef0100";
/** As an exact number. */
const WORD = /^0x0{51}[0-9a-f]{13}$/;

/** Asks for up to four answers. */
export async function readActivity(
	rpc: JsonRpc,
	{ chainId, address }: { chainId: number; address: string },
): Promise<AccountActivity> {
	const chain = await ask(rpc, "eth_chainId", [], smallQuantity());
	if (!chain.ok) return unavailable(whyNot(chain, "eth_chainId"));
	if (chain.value !== chainId)
		return unavailable(`the node configured for chain ${chainId} serves chain ${chain.value}`);
	const count = await ask(rpc, "eth_getTransactionCount", [address, "latest"], smallQuantity());
	if (!count.ok) return unavailable(whyNot(count, "eth_getTransactionCount"));
	const code = await ask(rpc, "eth_getCode", [address, "latest"], bytes());
	if (!code.ok) return unavailable(whyNot(code, "eth_getCode"));
	// A contract's count is 1 from the start (EIP-161), and anybody can have a factory put one where it belongs.
	const isContract = code.value !== "0x" && !code.value.startsWith(DELEGATION);
	const transactionCount = count.value - (isContract ? 1 : 0);
	if (!SAFE_PROXY_CODE_HASHES.has(bytesToHex(keccak256(hexToBytes(code.value)))))
		return { kind: "seen", transactionCount, isSafe: false };
	const nonce = await ask(rpc, "eth_call", [{ to: address, data: NONCE_CALL }, "latest"], bytes());
	if (!nonce.ok) return unavailable(whyNot(nonce, "eth_call"));
	if (!WORD.test(nonce.value)) return unavailable("eth_call: the node's result is malformed");
	return { kind: "seen", transactionCount: transactionCount + Number(nonce.value), isSafe: true };
}

function unavailable(reason: string): AccountActivity {
	return { kind: "unavailable", reason };
}
