/** Asks a chain's node what an account is, and whether it has the recovery module (hosted-app.md "An account with the module"). */
import type { JsonRpc } from "../../chain/json-rpc.ts";
import { moduleCalls } from "../../chain/recovery-module.ts";
import { bytesSchema, checkChainId, failureReason, request } from "../../chain/rpc-responses.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { keccak256 } from "../../kernel/crypto/keccak/keccak.ts";
import { encodeArguments } from "../../kernel/encoding/abi-encoder.ts";
import { boolAt, uintAt, uintsAt } from "../../kernel/encoding/abi-reader.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/encoding/hex.ts";
import type { AccountOnChain } from "../../protocol/recovery-module/account-on-chain.ts";
import { moduleAddress } from "../../protocol/recovery-module/court-recovery-module.ts";
import { DELEGATION_PREFIX, MULTI_SEND_CODE_HASHES } from "../execution/known-contracts.ts";
import { safeGap } from "../execution/prove-batches.ts";
import { readAt } from "./read-module.ts";

type Unavailable = { kind: "unavailable"; reason: string };

const GET_OWNERS = "0xa0e67e2b";
const GET_THRESHOLD = "0xe75235b8";
/** isModuleEnabled(address) */
const IS_MODULE_ENABLED: Hex = `0x2d9ad53d${encodeArguments([{ name: "module", type: "address" }], [moduleAddress])}`;
/** The chain, the code, two for the Safe, four reads, and the code of each MultiSend library. */
export const REQUESTS_WITHOUT_LIBRARY = 8;
export const REQUESTS_FOR_ACCOUNT = REQUESTS_WITHOUT_LIBRARY + MULTI_SEND_CODE_HASHES.size;

/** @param needsLibrary whether the result names a MultiSend library, if the account is a Safe */
export async function readAccount(
	rpc: JsonRpc,
	{ chainId, account }: { chainId: number; account: string },
	needsLibrary = true,
): Promise<AccountOnChain | Unavailable> {
	const wrongChain = await checkChainId(rpc, chainId);
	if (wrongChain !== null) return unavailable(wrongChain);
	const code = await request(rpc, "eth_getCode", [account, "latest"], bytesSchema());
	if (!code.ok) return unavailable(failureReason(code, "eth_getCode"));
	if (code.value === "0x") return { kind: "key" };
	if (code.value.startsWith(DELEGATION_PREFIX)) return { kind: "delegated_key" };
	const gap = await safeGap(rpc, { account, multiSend: null, blockTag: "latest" });
	if (gap?.isOutage) return unavailable(gap.reason);
	return gap ? { kind: "contract" } : readSafe(rpc, account, needsLibrary);
}

async function readSafe(
	rpc: JsonRpc,
	account: string,
	needsLibrary: boolean,
): Promise<AccountOnChain | Unavailable> {
	const ask = <T>(data: Hex, decode: (result: string) => T | undefined) =>
		readAt(rpc, "latest", {
			call: { to: account as Hex, data },
			decode(result) {
				const value = decode(result.slice(2));
				if (value === undefined) throw new RangeError("the result is not a Safe's");
				return value;
			},
		});
	const [owners, threshold, isEnabled, configuration, multiSend] = await Promise.all([
		ask(GET_OWNERS, (digits) => uintsAt({ digits, start: 0 }, 0)?.map(addressOf)),
		ask(GET_THRESHOLD, (digits) => Number(uintAt({ digits, start: 0 }, 0))),
		ask(IS_MODULE_ENABLED, (digits) => ({ is: boolAt({ digits, start: 0 }, 0) === true })),
		readAt(rpc, "latest", moduleCalls.read(account)),
		needsLibrary ? findMultiSend(rpc) : null,
	]);
	for (const result of [owners, threshold, isEnabled, configuration])
		if (typeof result === "string") return unavailable(result);
	if (typeof multiSend === "object" && multiSend !== null) return multiSend;
	if (!Array.isArray(owners) || typeof threshold !== "number" || isEnabled === null)
		return { kind: "contract" };
	return {
		kind: "safe",
		owners,
		threshold,
		isEnabled: typeof isEnabled === "object" && isEnabled.is,
		configuration: typeof configuration === "string" ? null : configuration,
		multiSend,
	};
}

/** The newest one that is on the chain; null without any. */
async function findMultiSend(rpc: JsonRpc): Promise<string | null | Unavailable> {
	const libraries = [...MULTI_SEND_CODE_HASHES].reverse();
	const codes = await Promise.all(
		libraries.map(([address]) => request(rpc, "eth_getCode", [address, "latest"], bytesSchema())),
	);
	for (const [at, code] of codes.entries()) {
		if (!code.ok) return unavailable(failureReason(code, "eth_getCode"));
		const [address = "", hash] = libraries[at] ?? [];
		if (bytesToHex(keccak256(hexToBytes(code.value))) === hash) return toChecksumAddress(address);
	}
	return null;
}

const addressOf = (word: bigint): string => toChecksumAddress(`0x${word.toString(16).padStart(40, "0")}`);

const unavailable = (reason: string): Unavailable => ({ kind: "unavailable", reason });
