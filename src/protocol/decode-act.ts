// Decodes the calldata of common recovery calls: exactly the ABI's standard encoding. ERC-20, ERC-721, ERC-1155;
// OwnerManager of Safe 1.3.0 to 1.5.0.

import type { ChecksumAddresses } from "../kernel/crypto/checksum-address.ts";
import {
	type AbiTuple,
	addressAt,
	argumentsOf,
	boolAt,
	bytesAt,
	uintAt,
	uintsAt,
	WORD_DIGITS,
} from "../kernel/encoding/abi-reader.ts";

/** Addresses in EIP-55 form, numbers as decimal strings. */
export type Act =
	/** No calldata. */
	| { readonly kind: "plain_value" }
	/** transfer(address,uint256) of ERC-20. */
	| { readonly kind: "transfer"; readonly to: string; readonly amount: string }
	/** transferFrom: units of an ERC-20, or the id of an ERC-721. */
	| {
			readonly kind: "transfer_from";
			readonly from: string;
			readonly to: string;
			readonly amountOrId: string;
	  }
	/** approve: the same two readings. `isUnlimited`: 2^256 - 1. */
	| {
			readonly kind: "approve";
			readonly spender: string;
			readonly amountOrId: string;
			readonly isUnlimited: boolean;
	  }
	/** setApprovalForAll(address,bool) of ERC-721 and ERC-1155. */
	| { readonly kind: "approve_all"; readonly operator: string; readonly approved: boolean }
	/** `data` is null in the form without data. */
	| {
			readonly kind: "transfer_nft";
			readonly from: string;
			readonly to: string;
			readonly tokenId: string;
			readonly data: string | null;
	  }
	/** safeTransferFrom and safeBatchTransferFrom of ERC-1155. */
	| {
			readonly kind: "transfer_multi";
			readonly from: string;
			readonly to: string;
			readonly items: readonly { readonly tokenId: string; readonly amount: string }[];
			readonly data: string;
	  }
	| { readonly kind: "safe_add_owner"; readonly owner: string; readonly threshold: string }
	| { readonly kind: "safe_remove_owner"; readonly owner: string; readonly threshold: string }
	| { readonly kind: "safe_swap_owner"; readonly oldOwner: string; readonly newOwner: string }
	| { readonly kind: "safe_change_threshold"; readonly threshold: string }
	/** null if the calldata is too short. */
	| { readonly kind: "unknown_call"; readonly selector: string | null; readonly dataBytes: number };

type ToChecksumAddress = ChecksumAddresses["toChecksumAddress"];
type Arguments = AbiTuple & { readonly toChecksumAddress: ToChecksumAddress };
type Decoder = (args: Arguments) => Act | undefined;

const UNLIMITED = (1n << 256n) - 1n;
const SELECTOR_LENGTH = 10;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
	["0xa9059cbb", decodeTransfer],
	["0x23b872dd", decodeTransferFrom],
	["0x095ea7b3", decodeApprove],
	["0xa22cb465", decodeApproveAll],
	["0x42842e0e", decodeTransferNft],
	["0xb88d4fde", decodeTransferNftWithData],
	["0xf242432a", decodeTransferMulti],
	["0x2eb2c2d6", decodeTransferBatch],
	["0x0d582f13", decodeAddOwner],
	["0xf8dc5dd9", decodeRemoveOwner],
	["0xe318b52b", decodeSwapOwner],
	["0x694e80c3", decodeChangeThreshold],
]);

/** @param data `0x` and an even number of hex digits */
export function decodeAct(data: string, toChecksumAddress: ToChecksumAddress): Act {
	const calldata = data.toLowerCase();
	if (calldata === "0x") return { kind: "plain_value" };
	const selector = calldata.length < SELECTOR_LENGTH ? null : calldata.slice(0, SELECTOR_LENGTH);
	const args = argumentsOf(calldata);
	const decoder = selector === null ? undefined : decoders.get(selector);
	const act = args && decoder?.({ ...args, toChecksumAddress });
	return act ?? { kind: "unknown_call", selector, dataBytes: calldata.length / 2 - 1 };
}

function decodeTransfer(args: Arguments): Act | undefined {
	const [to, amount] = [partyAt(args, 0), numberAt(args, 1)];
	if (to === undefined || amount === undefined || !hasWords(args, 2)) return undefined;
	return { kind: "transfer", to, amount };
}

function decodeTransferFrom(args: Arguments): Act | undefined {
	const [from, to, amountOrId] = [partyAt(args, 0), partyAt(args, 1), numberAt(args, 2)];
	if (from === undefined || to === undefined || amountOrId === undefined || !hasWords(args, 3))
		return undefined;
	return { kind: "transfer_from", from, to, amountOrId };
}

function decodeApprove(args: Arguments): Act | undefined {
	const [spender, amountOrId] = [partyAt(args, 0), numberAt(args, 1)];
	if (spender === undefined || amountOrId === undefined || !hasWords(args, 2)) return undefined;
	return { kind: "approve", spender, amountOrId, isUnlimited: amountOrId === UNLIMITED.toString() };
}

function decodeApproveAll(args: Arguments): Act | undefined {
	const [operator, approved] = [partyAt(args, 0), boolAt(args, 1)];
	if (operator === undefined || approved === undefined || !hasWords(args, 2)) return undefined;
	return { kind: "approve_all", operator, approved };
}

function decodeTransferNft(args: Arguments): Act | undefined {
	const [from, to, tokenId] = [partyAt(args, 0), partyAt(args, 1), numberAt(args, 2)];
	if (from === undefined || to === undefined || tokenId === undefined || !hasWords(args, 3)) return undefined;
	return { kind: "transfer_nft", from, to, tokenId, data: null };
}

function decodeTransferNftWithData(args: Arguments): Act | undefined {
	const [from, to, tokenId] = [partyAt(args, 0), partyAt(args, 1), numberAt(args, 2)];
	const data = bytesAt(args, 3);
	if (from === undefined || to === undefined || tokenId === undefined || data === undefined) return undefined;
	if (!hasTails(args, 4, [bytesTail(data)])) return undefined;
	return { kind: "transfer_nft", from, to, tokenId, data: `0x${data}` };
}

function decodeTransferMulti(args: Arguments): Act | undefined {
	const [from, to, tokenId] = [partyAt(args, 0), partyAt(args, 1), numberAt(args, 2)];
	const [amount, data] = [numberAt(args, 3), bytesAt(args, 4)];
	if (from === undefined || to === undefined || tokenId === undefined || amount === undefined)
		return undefined;
	if (data === undefined || !hasTails(args, 5, [bytesTail(data)])) return undefined;
	return { kind: "transfer_multi", from, to, items: [{ tokenId, amount }], data: `0x${data}` };
}

function decodeTransferBatch(args: Arguments): Act | undefined {
	const [from, to, data] = [partyAt(args, 0), partyAt(args, 1), bytesAt(args, 4)];
	const [ids, amounts] = [uintsAt(args, 2), uintsAt(args, 3)];
	if (from === undefined || to === undefined || data === undefined) return undefined;
	if (ids === undefined || amounts?.length !== ids.length) return undefined;
	if (!hasTails(args, 5, [uintsTail(ids), uintsTail(amounts), bytesTail(data)])) return undefined;
	const items = ids.map((id, at) => ({ tokenId: String(id), amount: String(amounts[at]) }));
	return { kind: "transfer_multi", from, to, items, data: `0x${data}` };
}

function decodeAddOwner(args: Arguments): Act | undefined {
	const [owner, threshold] = [partyAt(args, 0), numberAt(args, 1)];
	if (owner === undefined || threshold === undefined || !hasWords(args, 2)) return undefined;
	return { kind: "safe_add_owner", owner, threshold };
}

/** The first argument, the previous owner in the Safe's list, does not affect the outcome. */
function decodeRemoveOwner(args: Arguments): Act | undefined {
	const [before, owner, threshold] = [partyAt(args, 0), partyAt(args, 1), numberAt(args, 2)];
	if (before === undefined || owner === undefined || threshold === undefined || !hasWords(args, 3))
		return undefined;
	return { kind: "safe_remove_owner", owner, threshold };
}

function decodeSwapOwner(args: Arguments): Act | undefined {
	const [before, oldOwner, newOwner] = [partyAt(args, 0), partyAt(args, 1), partyAt(args, 2)];
	if (before === undefined || oldOwner === undefined || newOwner === undefined || !hasWords(args, 3))
		return undefined;
	return { kind: "safe_swap_owner", oldOwner, newOwner };
}

function decodeChangeThreshold(args: Arguments): Act | undefined {
	const threshold = numberAt(args, 0);
	return threshold !== undefined && hasWords(args, 1)
		? { kind: "safe_change_threshold", threshold }
		: undefined;
}

function partyAt(args: Arguments, index: number): string | undefined {
	const address = addressAt(args, index);
	return address === undefined ? undefined : args.toChecksumAddress(address);
}

function numberAt(args: AbiTuple, index: number): string | undefined {
	return uintAt(args, index)?.toString();
}

function hasWords({ digits }: AbiTuple, count: number): boolean {
	return digits.length === count * WORD_DIGITS;
}

/** True if the tails follow a head of `headWords` without gaps. */
function hasTails({ digits }: AbiTuple, headWords: number, tails: readonly string[]): boolean {
	let offsets = "";
	let offset = headWords * WORD_DIGITS;
	for (const tail of tails) {
		offsets += wordOf(offset / 2);
		offset += tail.length;
	}
	const firstOffset = (headWords - tails.length) * WORD_DIGITS;
	return digits.slice(firstOffset) === offsets + tails.join("");
}

function bytesTail(digits: string): string {
	const wholeWords = Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS;
	return wordOf(digits.length / 2) + digits.padEnd(wholeWords, "0");
}

function uintsTail(numbers: readonly bigint[]): string {
	return wordOf(numbers.length) + numbers.map(wordOf).join("");
}

function wordOf(number: number | bigint): string {
	return number.toString(16).padStart(WORD_DIGITS, "0");
}
