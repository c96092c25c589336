/**
 * A reviewer's approval of a recovery, as CourtRecoveryModule verifies it on the chain (recovery-module.md "Words"). Its
 * domain is the module's, and not the service's.
 */
import type { Eip712 } from "../../kernel/crypto/eip712-encoder.ts";
import {
	addressWord,
	bytes32Word,
	domainType,
	type StructType,
	uintWord,
} from "../../kernel/crypto/eip712-words.ts";
import { bytesToHex, type Hex } from "../../kernel/encoding/hex.ts";

/** What a reviewer chooses, or reads from the chain. Times are unix seconds. */
type ApprovalTerms = {
	/** The earliest execution; 0 for none. */
	notBefore: number;
	/** The last moment for the schedule. */
	deadline: number;
	/** As the module returns them. */
	round: number;
	generation: number;
};

/** Addresses in any letter case. */
export type ApprovalMessage = ApprovalTerms & {
	reviewer: string;
	account: string;
	jrcHash: string;
	chainId: number;
	module: string;
};

const domainStruct: StructType = {
	...domainType,
	fields: [...domainType.fields, { name: "verifyingContract", type: "address" }],
};
const approvalStruct: StructType = {
	name: "Approval",
	fields: [
		{ name: "reviewer", type: "address" },
		{ name: "account", type: "address" },
		{ name: "jrcHash", type: "bytes32" },
		{ name: "notBefore", type: "uint256" },
		{ name: "deadline", type: "uint256" },
		{ name: "round", type: "uint256" },
		{ name: "generation", type: "uint256" },
	],
	references: [],
};
const NAME = "CourtRecoveryModule";
const VERSION = "1";

/** The argument of eth_signTypedData_v4. */
export function approvalTypedData({ chainId, module, ...of }: ApprovalMessage) {
	return {
		domain: { name: NAME, version: VERSION, chainId, verifyingContract: module as Hex },
		types: { EIP712Domain: [...domainStruct.fields], Approval: [...approvalStruct.fields] },
		primaryType: "Approval" as const,
		message: {
			reviewer: of.reviewer,
			account: of.account,
			jrcHash: of.jrcHash,
			notBefore: of.notBefore,
			deadline: of.deadline,
			round: of.round,
			generation: of.generation,
		},
	};
}

export function createApprovals({
	hashStruct,
	digestUnder,
	textWord,
}: Pick<Eip712, "hashStruct" | "digestUnder" | "textWord">) {
	/** The digest that the reviewer signs. @throws RangeError for a malformed value */
	function approvalDigest({ chainId, module, ...of }: ApprovalMessage): Uint8Array {
		const domain = [textWord(NAME), textWord(VERSION), uintWord(chainId), addressWord(module)];
		const numbers = [of.notBefore, of.deadline, of.round, of.generation].map(uintWord);
		const words = [addressWord(of.reviewer), addressWord(of.account), bytes32Word(of.jrcHash), ...numbers];
		return digestUnder(hashStruct(domainStruct, domain), hashStruct(approvalStruct, words));
	}

	return {
		approvalDigest,
		/** The digest as hex text. */
		approvalHash: (message: ApprovalMessage): Hex => bytesToHex(approvalDigest(message)),
	};
}
