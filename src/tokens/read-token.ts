/** Asks a token's contract for its name, symbol and decimals (recovery.md "What a token's contract says"). Keeps and logs nothing of it. */
import type { JsonRpc } from "../chain/json-rpc.ts";
import { bytesSchema, checkChainId, failureReason, request } from "../chain/rpc-responses.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import { tokenDecimals, tokenText } from "./token-text.ts";

/** Null for what the contract does not tell. */
export type TokenFacts = { name: string | null; symbol: string | null; decimals: number | null };

type Unavailable = { kind: "unavailable"; reason: string };
type TokenResult = ({ kind: "token" } & TokenFacts) | { kind: "no_code" } | Unavailable;

export type Token = { chainId: number; address: string };

/** `eth_chainId`, `eth_getCode` and three `eth_call`, at the same time. */
export const REQUESTS_PER_TOKEN = 5;

const SELECTORS = { name: "0x06fdde03", symbol: "0x95d89b41", decimals: "0x313ce567" } as const;

/** A revert (3; -32015 of Nethermind), or another end of the call, for which nodes have general codes. */
const FAILED_CALL_CODES: readonly number[] = [3, -32_015, -32_000, -32_603];

class Unknown extends Error {}

export async function readToken(rpc: JsonRpc, { chainId, address }: Token): Promise<TokenResult> {
	/** Null if the contract rejects the call. */
	const ask = async (selector: string): Promise<Hex | null> => {
		const params = [{ to: address, data: selector }, "latest"];
		const result = await request(rpc, "eth_call", params, bytesSchema());
		if (result.ok) return result.value;
		if (result.kind === "rpc_error" && FAILED_CALL_CODES.includes(result.code)) return null;
		throw new Unknown(failureReason(result, "eth_call"));
	};
	const codeOf = async (): Promise<Hex> => {
		const code = await request(rpc, "eth_getCode", [address, "latest"], bytesSchema());
		if (!code.ok) throw new Unknown(failureReason(code, "eth_getCode"));
		return code.value;
	};
	try {
		const [wrongChain, code, name, symbol, decimals] = await Promise.all([
			checkChainId(rpc, chainId),
			codeOf(),
			ask(SELECTORS.name),
			ask(SELECTORS.symbol),
			ask(SELECTORS.decimals),
		]);
		if (wrongChain !== null) return { kind: "unavailable", reason: wrongChain };
		if (code === "0x") return { kind: "no_code" };
		return {
			kind: "token",
			name: name && tokenText(name),
			symbol: symbol && tokenText(symbol),
			decimals: decimals && tokenDecimals(decimals),
		};
	} catch (error) {
		if (error instanceof Unknown) return { kind: "unavailable", reason: error.message };
		throw error;
	}
}
