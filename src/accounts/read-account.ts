/** Asks a chain's node what an account is and what it holds (recovery.md "What an account is"). Keeps and logs nothing of it. */
import type { JsonRpc } from "../chain/json-rpc.ts";
import { bytesSchema, failureReason, quantitySchema, request } from "../chain/rpc-responses.ts";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { uintAt, uintsAt, WORD_DIGITS } from "../kernel/encoding/abi-reader.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import type { AccountOnChain, SafeOnChain } from "../protocol/recovery-module/account-on-chain.ts";
import { REQUESTS_WITHOUT_LIBRARY, readAccount as readOnChain } from "../recovery/module/read-account.ts";
import { tokenDecimals, tokenText } from "../tokens/token-text.ts";
import { decodeResults, encodeCalls, MULTICALL3 } from "./multicall.ts";

/** Null for what the contract does not tell. `balance` in smallest units, as decimal text. */
type HeldToken = {
	address: string;
	symbol: string | null;
	decimals: number | null;
	balance: string | null;
};

type SafeFacts = Pick<SafeOnChain, "owners" | "threshold"> & {
	modules: string[];
	/** The Safe has more modules than were asked for. */
	hasMoreModules: boolean;
	/** Who the owner has named in the recovery module; null unless the Safe has enabled it. */
	recoveryModule: { reviewers: string[]; threshold: number } | null;
};

export type AccountFacts = {
	kind: AccountOnChain["kind"];
	safe: SafeFacts | null;
	/** Of the network's own coin, in smallest units, as decimal text. */
	balance: string;
	/** Of the operator's list. */
	tokens: HeldToken[];
};

type Account = { chainId: number; address: string };
type AccountResult = { kind: "read"; facts: AccountFacts } | { kind: "unavailable"; reason: string };

/** Besides those for the account: its balance, its tokens in one call, and a Safe's modules. */
export const REQUESTS_PER_ACCOUNT = REQUESTS_WITHOUT_LIBRARY + 3;

/** getModulesPaginated(address,uint256) */
const GET_MODULES = "0xcc2f8452";
const BALANCE_OF = "0x70a08231";
const TOKEN_TEXTS = ["0x95d89b41", "0x313ce567"] as const;
/** The list of a Safe's modules begins and ends with it. */
const SENTINEL = 1n;
const MAX_MODULES = 20n;

class Unknown extends Error {}

export async function readAccount(
	rpc: JsonRpc,
	{ chainId, address }: Account,
	tokens: readonly string[],
): Promise<AccountResult> {
	try {
		const [onChain, balance, held] = await Promise.all([
			readOnChain(rpc, { chainId, account: address }, false),
			ask(rpc, "eth_getBalance", [address, "latest"], quantitySchema()),
			readTokens(rpc, address, tokens),
		]);
		if (onChain.kind === "unavailable") return onChain;
		const safe = onChain.kind === "safe" ? await withModules(rpc, address, onChain) : null;
		return { kind: "read", facts: { kind: onChain.kind, safe, balance: String(balance), tokens: held } };
	} catch (error) {
		if (error instanceof Unknown) return { kind: "unavailable", reason: error.message };
		throw error;
	}
}

/** Asks the node. @throws Unknown */
async function ask<T>(
	rpc: JsonRpc,
	method: string,
	params: readonly unknown[],
	schema: Parameters<typeof request<T>>[3],
): Promise<T> {
	const result = await request(rpc, method, params, schema);
	if (!result.ok) throw new Unknown(failureReason(result, method));
	return result.value;
}

async function withModules(
	rpc: JsonRpc,
	address: string,
	{ owners, threshold, isEnabled, configuration }: SafeOnChain,
): Promise<SafeFacts> {
	const data = `${GET_MODULES}${word(SENTINEL)}${word(MAX_MODULES)}`;
	const listed = tupleOf(await ask(rpc, "eth_call", [{ to: address, data }, "latest"], bytesSchema()));
	const modules = uintsAt(listed, 0);
	if (!modules) throw new Unknown("eth_call: the node's result is malformed");
	const named = configuration ?? { reviewers: [], threshold: 0 };
	return {
		owners,
		threshold,
		modules: modules.map((module) => toChecksumAddress(`0x${module.toString(16).padStart(40, "0")}`)),
		hasMoreModules: uintAt(listed, 1) !== SENTINEL,
		recoveryModule: isEnabled ? { reviewers: named.reviewers, threshold: named.threshold } : null,
	};
}

/** In one call. A token that fails, and each where the chain has no Multicall3, has only its address. */
async function readTokens(rpc: JsonRpc, account: string, tokens: readonly string[]): Promise<HeldToken[]> {
	if (tokens.length === 0) return [];
	const balanceOf: Hex = `${BALANCE_OF}${word(BigInt(account))}`;
	const calls = tokens.flatMap((to) => [balanceOf, ...TOKEN_TEXTS].map((data) => ({ to, data })));
	const params = [{ to: MULTICALL3, data: encodeCalls(calls) }, "latest"];
	const result = await request(rpc, "eth_call", params, bytesSchema());
	if (!result.ok && result.kind === "unavailable") throw new Unknown(result.reason);
	const returned = (result.ok && decodeResults(result.value, calls.length)) || [];
	return tokens.map((address, at) => {
		const [balance, symbol, decimals] = returned.slice(3 * at, 3 * at + 3);
		const amount = balance ? uintAt(tupleOf(balance), 0) : undefined;
		return {
			address,
			symbol: symbol ? tokenText(symbol) : null,
			decimals: decimals ? tokenDecimals(decimals) : null,
			balance: amount === undefined ? null : String(amount),
		};
	});
}

const tupleOf = (result: Hex) => ({ digits: result.slice(2), start: 0 });
const word = (value: bigint) => value.toString(16).padStart(WORD_DIGITS, "0");
