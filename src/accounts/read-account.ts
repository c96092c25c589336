/** Asks a chain's node what an account is and what it holds (recovery.md "What an account is"). Keeps and logs nothing of it. */
import type { JsonRpc } from "../chain/json-rpc.ts";
import {
	bytesSchema,
	checkChainId,
	failureReason,
	quantitySchema,
	request,
	storageWordSchema,
} from "../chain/rpc-responses.ts";
import { keccak256 } from "../kernel/crypto/keccak/keccak.ts";
import { uintAt, uintsAt, WORD_DIGITS } from "../kernel/encoding/abi-reader.ts";
import { bytesToHex, type Hex, hexToBytes } from "../kernel/encoding/hex.ts";
import { moduleAddress } from "../protocol/recovery-module/court-recovery-module.ts";
import {
	DELEGATION_PREFIX,
	SAFE_PROXY_CODE_HASHES,
	SAFE_SINGLETONS,
} from "../recovery/execution/known-contracts.ts";
import { tokenDecimals, tokenText } from "../tokens/token-text.ts";
import { decodeResults, encodeCalls, MULTICALL3 } from "./multicall.ts";

/** Null for what the contract does not tell. `balance` in smallest units, as decimal text. */
export type HeldToken = {
	address: string;
	symbol: string | null;
	decimals: number | null;
	balance: string | null;
};

export type SafeFacts = {
	owners: string[];
	threshold: number;
	modules: string[];
	/** The Safe has more modules than were asked for. */
	hasMoreModules: boolean;
	/** It has enabled the recovery module of this project (recovery-module.md). */
	hasRecoveryModule: boolean;
};

export type AccountFacts = {
	/** `key`: no code. `delegated`: a key whose account runs a contract's code (EIP-7702). `contract`: any other code. */
	kind: "key" | "delegated" | "safe" | "contract";
	delegatedTo: string | null;
	safe: SafeFacts | null;
	/** Of the network's own coin, in smallest units, as decimal text. */
	balance: string;
	/** Of the operator's list. */
	tokens: HeldToken[];
};

type Account = { chainId: number; address: string };
type AccountResult = { kind: "read"; facts: AccountFacts } | { kind: "unavailable"; reason: string };

/** Chain, code and balance, the tokens in one call, then the singleton and three or four calls of a Safe. */
export const REQUESTS_PER_ACCOUNT = 9;

const SAFE_CALLS = { getOwners: "0xa0e67e2b", getThreshold: "0xe75235b8" } as const;
const GET_MODULES = "0xcc2f8452";
const IS_MODULE_ENABLED = "0x2d9ad53d";
const BALANCE_OF = "0x70a08231";
const TOKEN_TEXTS = ["0x95d89b41", "0x313ce567"] as const;
/** The list of a Safe's modules begins and ends with it. */
const SENTINEL = 1n;
const MAX_MODULES = 20n;
const ADDRESS_DIGITS = 40;
const DELEGATION_LENGTH = DELEGATION_PREFIX.length + ADDRESS_DIGITS;

class Unknown extends Error {}

export async function readAccount(
	rpc: JsonRpc,
	{ chainId, address }: Account,
	tokens: readonly string[],
): Promise<AccountResult> {
	const ask = asker(rpc);
	try {
		const [wrongChain, code, balance, held] = await Promise.all([
			checkChainId(rpc, chainId),
			ask("eth_getCode", [address, "latest"], bytesSchema()),
			ask("eth_getBalance", [address, "latest"], quantitySchema()),
			readTokens(rpc, address, tokens),
		]);
		if (wrongChain !== null) return { kind: "unavailable", reason: wrongChain };
		const facts = { ...(await classify(ask, address, code)), balance: String(balance), tokens: held };
		return { kind: "read", facts };
	} catch (error) {
		if (error instanceof Unknown) return { kind: "unavailable", reason: error.message };
		throw error;
	}
}

type Ask = ReturnType<typeof asker>;

/** Asks the node. @throws Unknown */
function asker(rpc: JsonRpc) {
	return async <T>(method: string, params: readonly unknown[], schema: Parameters<typeof request<T>>[3]) => {
		const result = await request(rpc, method, params, schema);
		if (!result.ok) throw new Unknown(failureReason(result, method));
		return result.value;
	};
}

async function classify(
	ask: Ask,
	address: string,
	code: Hex,
): Promise<Pick<AccountFacts, "kind" | "delegatedTo" | "safe">> {
	if (code === "0x") return { kind: "key", delegatedTo: null, safe: null };
	if (code.startsWith(DELEGATION_PREFIX) && code.length === DELEGATION_LENGTH)
		return { kind: "delegated", delegatedTo: `0x${code.slice(DELEGATION_PREFIX.length)}`, safe: null };
	const safe = SAFE_PROXY_CODE_HASHES.has(bytesToHex(keccak256(hexToBytes(code))))
		? await readSafe(ask, address)
		: null;
	return { kind: safe ? "safe" : "contract", delegatedTo: null, safe };
}

/** Null if the code behind the proxy is none of Safe's own, so that it can say anything. */
async function readSafe(ask: Ask, address: string): Promise<SafeFacts | null> {
	const slot = await ask("eth_getStorageAt", [address, "0x0", "latest"], storageWordSchema());
	if (!SAFE_SINGLETONS.has(addressOf(BigInt(slot)))) return null;
	const call = (data: string) => ask("eth_call", [{ to: address, data }, "latest"], bytesSchema());
	const [owners, threshold, modules, enabled] = await Promise.all([
		call(SAFE_CALLS.getOwners),
		call(SAFE_CALLS.getThreshold),
		call(`${GET_MODULES}${word(SENTINEL)}${word(MAX_MODULES)}`),
		call(`${IS_MODULE_ENABLED}${word(BigInt(moduleAddress))}`),
	]);
	const required = uintAt(tupleOf(threshold), 0);
	const ownersRead = uintsAt(tupleOf(owners), 0);
	const modulesRead = uintsAt(tupleOf(modules), 0);
	if (required === undefined || !ownersRead || !modulesRead)
		throw new Unknown("eth_call: not a Safe's result");
	return {
		owners: ownersRead.map(addressOf),
		threshold: Number(required),
		modules: modulesRead.map(addressOf),
		hasMoreModules: uintAt(tupleOf(modules), 1) !== SENTINEL,
		hasRecoveryModule: uintAt(tupleOf(enabled), 0) === 1n,
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
/** Lower case, of a word's lower twenty bytes. */
const addressOf = (value: bigint) => `0x${word(value).slice(-ADDRESS_DIGITS)}`;
