// Reads how often an account has acted (recovery.md "The watch over the lost account"). Never throws.

import type { JsonRpc } from "../../chain/json-rpc.ts";
import {
	bytesSchema,
	checkChainId,
	failureReason,
	request,
	smallQuantitySchema,
} from "../../chain/rpc-responses.ts";
import { keccak256 } from "../../kernel/crypto/keccak/keccak.ts";
import { bytesToHex, hexToBytes } from "../../kernel/encoding/hex.ts";
import { DELEGATION_PREFIX, SAFE_PROXY_CODE_HASHES } from "./known-contracts.ts";

export type AccountActivity =
	| {
			readonly kind: "seen";
			/** Sent transactions, created contracts and a Safe's executed transactions. */
			readonly transactionCount: number;
			readonly isSafe: boolean;
	  }
	/** `reason` is for the log. */
	| { readonly kind: "unavailable"; readonly reason: string };

/** nonce() of a Safe */
const NONCE_CALL = "0xaffed0e0";
const SMALL_WORD = /^0x0{51}[0-9a-f]{13}$/;

export async function readActivity(
	rpc: JsonRpc,
	{ chainId, address }: { chainId: number; address: string },
): Promise<AccountActivity> {
	const wrongChain = await checkChainId(rpc, chainId);
	if (wrongChain !== null) return unavailable(wrongChain);
	const count = await request(rpc, "eth_getTransactionCount", [address, "latest"], smallQuantitySchema());
	if (!count.ok) return unavailable(failureReason(count, "eth_getTransactionCount"));
	const code = await request(rpc, "eth_getCode", [address, "latest"], bytesSchema());
	if (!code.ok) return unavailable(failureReason(code, "eth_getCode"));
	// A contract starts at 1 (EIP-161), and anyone can have a factory deploy it.
	const isContract = code.value !== "0x" && !code.value.startsWith(DELEGATION_PREFIX);
	const transactionCount = count.value - (isContract ? 1 : 0);
	if (!SAFE_PROXY_CODE_HASHES.has(bytesToHex(keccak256(hexToBytes(code.value)))))
		return { kind: "seen", transactionCount, isSafe: false };
	const nonce = await request(rpc, "eth_call", [{ to: address, data: NONCE_CALL }, "latest"], bytesSchema());
	if (!nonce.ok) return unavailable(failureReason(nonce, "eth_call"));
	if (!SMALL_WORD.test(nonce.value)) return unavailable("eth_call: the node's result is malformed");
	return { kind: "seen", transactionCount: transactionCount + Number(nonce.value), isSafe: true };
}

function unavailable(reason: string): AccountActivity {
	return { kind: "unavailable", reason };
}
