// Decodes the calldata of common recovery calls: exactly the ABI's standard encoding. ERC-20, ERC-721, ERC-1155;
// OwnerManager of Safe 1.3.0 to 1.5.0.

import type { ChecksumAddresses } from "../kernel/crypto/checksum-address.ts";
import { encodeArguments } from "../kernel/encoding/abi-encoder.ts";
import {
	type AbiTuple,
	addressAt,
	argumentsOf,
	boolAt,
	bytesAt,
	uintAt,
	uintsAt,
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

const READERS = {
	address(args: AbiTuple, index: number, toChecksumAddress: ToChecksumAddress) {
		const address = addressAt(args, index);
		return address && toChecksumAddress(address);
	},
	uint256: (args: AbiTuple, index: number) => uintAt(args, index)?.toString(),
	bool: boolAt,
	bytes(args: AbiTuple, index: number) {
		const digits = bytesAt(args, index);
		return digits === undefined ? undefined : `0x${digits}`;
	},
	"uint256[]": (args: AbiTuple, index: number) => uintsAt(args, index)?.map(String),
};

/** What each function takes, by its selector, under the names that the act has. */
const CALLS: Record<string, { kind: Act["kind"]; fields: Record<string, keyof typeof READERS> }> = {
	"0xa9059cbb": { kind: "transfer", fields: { to: "address", amount: "uint256" } },
	"0x23b872dd": { kind: "transfer_from", fields: { from: "address", to: "address", amountOrId: "uint256" } },
	"0x095ea7b3": { kind: "approve", fields: { spender: "address", amountOrId: "uint256" } },
	"0xa22cb465": { kind: "approve_all", fields: { operator: "address", approved: "bool" } },
	"0x42842e0e": { kind: "transfer_nft", fields: { from: "address", to: "address", tokenId: "uint256" } },
	"0xb88d4fde": {
		kind: "transfer_nft",
		fields: { from: "address", to: "address", tokenId: "uint256", data: "bytes" },
	},
	"0xf242432a": {
		kind: "transfer_multi",
		fields: { from: "address", to: "address", tokenId: "uint256", amount: "uint256", data: "bytes" },
	},
	"0x2eb2c2d6": {
		kind: "transfer_multi",
		fields: { from: "address", to: "address", tokenIds: "uint256[]", amounts: "uint256[]", data: "bytes" },
	},
	"0x0d582f13": { kind: "safe_add_owner", fields: { owner: "address", threshold: "uint256" } },
	// The previous owner in the Safe's list does not affect the outcome.
	"0xf8dc5dd9": {
		kind: "safe_remove_owner",
		fields: { previous: "address", owner: "address", threshold: "uint256" },
	},
	"0xe318b52b": {
		kind: "safe_swap_owner",
		fields: { previous: "address", oldOwner: "address", newOwner: "address" },
	},
	"0x694e80c3": { kind: "safe_change_threshold", fields: { threshold: "uint256" } },
};

const UNLIMITED = String((1n << 256n) - 1n);
const SELECTOR_LENGTH = 10;

/** @param data `0x` and an even number of hex digits */
export function decodeAct(data: string, toChecksumAddress: ToChecksumAddress): Act {
	const calldata = data.toLowerCase();
	if (calldata === "0x") return { kind: "plain_value" };
	const selector = calldata.length < SELECTOR_LENGTH ? null : calldata.slice(0, SELECTOR_LENGTH);
	const act = selector === null ? undefined : readCall(selector, calldata, toChecksumAddress);
	return act ?? { kind: "unknown_call", selector, dataBytes: calldata.length / 2 - 1 };
}

/** Undefined unless the calldata are the standard encoding of what they are read as. */
function readCall(selector: string, calldata: string, toChecksumAddress: ToChecksumAddress): Act | undefined {
	const args = argumentsOf(calldata);
	const call = Object.hasOwn(CALLS, selector) ? CALLS[selector] : undefined;
	if (!args || !call) return undefined;
	const parameters = Object.entries(call.fields).map(([name, type]) => ({ name, type }));
	const values = parameters.map(({ type }, index) => READERS[type](args, index, toChecksumAddress));
	if (values.includes(undefined) || encodeArguments(parameters, values) !== args.digits) return undefined;
	const { previous: _, ...read } = Object.fromEntries(parameters.map(({ name }, at) => [name, values[at]]));
	// The cast is safe, because the fields are those of the act.
	return actOf({ kind: call.kind, ...read } as ReadAct);
}

type ReadMulti = { tokenId: string; amount: string } | { tokenIds: string[]; amounts: string[] };
type ReadAct =
	| Exclude<Act, { kind: "approve" | "transfer_nft" | "transfer_multi" }>
	| Omit<Extract<Act, { kind: "approve" }>, "isUnlimited">
	| (Omit<Extract<Act, { kind: "transfer_nft" }>, "data"> & { data?: string })
	| (Omit<Extract<Act, { kind: "transfer_multi" }>, "items"> & ReadMulti);

/** Undefined for a list of amounts that does not fit that of the ids. */
function actOf(read: ReadAct): Act | undefined {
	switch (read.kind) {
		case "approve":
			return { ...read, isUnlimited: read.amountOrId === UNLIMITED };
		case "transfer_nft":
			return { ...read, data: read.data ?? null };
		case "transfer_multi": {
			const { kind, from, to, data } = read;
			const { tokenIds, amounts } =
				"tokenIds" in read ? read : { tokenIds: [read.tokenId], amounts: [read.amount] };
			if (tokenIds.length !== amounts.length) return undefined;
			return {
				kind,
				from,
				to,
				items: tokenIds.map((tokenId, at) => ({ tokenId, amount: amounts[at] ?? "" })),
				data,
			};
		}
		default:
			return read;
	}
}
