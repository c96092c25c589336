/** The signed types for viem. Copied from signing.md "The messages" and not from our code, so they can be its oracle. */
import type { Hex } from "viem";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";

export const domainTypes = {
	EIP712Domain: [
		{ name: "name", type: "string" },
		{ name: "version", type: "string" },
		{ name: "chainId", type: "uint256" },
	],
} as const;

const intentTypes = {
	RecoveryIntent: [
		{ name: "lostAccount", type: "address" },
		{ name: "recoveryAccount", type: "address" },
		{ name: "chainId", type: "uint256" },
		{ name: "reasonForRecovery", type: "string" },
		{ name: "txs", type: "Call[]" },
	],
	Call: [
		{ name: "dest", type: "address" },
		{ name: "value", type: "uint256" },
		{ name: "data", type: "bytes" },
	],
} as const;

export const newCaseTypes = {
	NewCase: [
		{ name: "intent", type: "RecoveryIntent" },
		{ name: "email", type: "string" },
	],
	...intentTypes,
} as const;

export const courtOrderTypes = {
	CourtOrder: [
		{ name: "jrcHash", type: "bytes32" },
		{ name: "title", type: "string" },
		{ name: "fullCaseNumber", type: "string" },
		{ name: "courtId", type: "string" },
		{ name: "docketNumber", type: "uint256" },
	],
} as const;

export const closeCaseTypes = {
	CloseCase: [
		{ name: "jrcHash", type: "bytes32" },
		{ name: "action", type: "string" },
		{ name: "reason", type: "string" },
	],
} as const;

export const contestAllTypes = {
	ContestAll: [
		{ name: "account", type: "address" },
		{ name: "nonce", type: "bytes32" },
		{ name: "deadline", type: "uint256" },
	],
} as const;

export const domainOf = (chainId: number) => ({ name: "Replevin", version: "1", chainId: BigInt(chainId) });

/** An intent as viem's message. The casts are needed because viem types hex as `0x${string}`. */
export function messageOf({ rec, txs }: RecoveryIntent) {
	return {
		lostAccount: rec.lostAccount as Hex,
		recoveryAccount: rec.recoveryAccount as Hex,
		chainId: BigInt(rec.chainId),
		reasonForRecovery: rec.reasonForRecovery,
		txs: txs.map(({ dest, value, data }) => ({ dest: dest as Hex, value: BigInt(value), data: data as Hex })),
	};
}

export const estateTypes = {
	Agreement: [
		{ name: "service", type: "string" },
		{ name: "ownerAddress", type: "address" },
		{ name: "version", type: "string" },
		{ name: "documentHash", type: "bytes32" },
		{ name: "nonce", type: "bytes32" },
	],
	PrivacyCode: [
		{ name: "service", type: "string" },
		{ name: "ownerAddress", type: "address" },
		{ name: "label", type: "string" },
		{ name: "expiresAt", type: "uint256" },
		{ name: "nonce", type: "bytes32" },
	],
	Will: [
		{ name: "service", type: "string" },
		{ name: "ownerAddress", type: "address" },
		{ name: "version", type: "uint256" },
		{ name: "sha256", type: "bytes32" },
		{ name: "mimeType", type: "string" },
		{ name: "size", type: "uint256" },
	],
	Erase: [
		{ name: "service", type: "string" },
		{ name: "ownerAddress", type: "address" },
		{ name: "nonce", type: "bytes32" },
		{ name: "deadline", type: "uint256" },
	],
} as const;
