import { createJsonRpc, type JsonRpc } from "./json-rpc.ts";
import {
	verifyWalletSignature,
	type WalletSignature,
	type WalletVerdict,
} from "./verify-wallet-signature.ts";

/** A contract's verdict takes up to three calls; a caller shall not wait longer than half a minute for them. */
const RPC_TIMEOUT_MS = 8_000;

export type VerifySignature = (request: Omit<WalletSignature, "rpc">) => Promise<WalletVerdict>;

/** Verifies wallet signatures with the node that is configured for their chain. @param rpcUrls by chain id */
export function createSignatureVerifier(rpcUrls: ReadonlyMap<number, string>): VerifySignature {
	const rpcByChain = new Map<number, JsonRpc>(
		[...rpcUrls].map(([chainId, url]) => [chainId, createJsonRpc({ url, timeoutMs: RPC_TIMEOUT_MS })]),
	);
	return (request) => verifyWalletSignature({ ...request, rpc: rpcByChain.get(request.chainId) });
}
