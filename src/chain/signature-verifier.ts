import { createJsonRpc, type JsonRpc } from "./json-rpc.ts";
import {
	verifyWalletSignature,
	type WalletSignature,
	type WalletVerdict,
} from "./verify-wallet-signature.ts";

/** Up to three sequential requests within half a minute. */
const RPC_TIMEOUT_MS = 8_000;

export type VerifySignature = (signature: Omit<WalletSignature, "rpc">) => Promise<WalletVerdict>;

/** @param rpcUrls by chain id */
export function createSignatureVerifier(rpcUrls: ReadonlyMap<number, string>): VerifySignature {
	const rpcByChain = new Map<number, JsonRpc>(
		[...rpcUrls].map(([chainId, url]) => [chainId, createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS })]),
	);
	return (signature) => verifyWalletSignature({ ...signature, rpc: rpcByChain.get(signature.chainId) });
}
