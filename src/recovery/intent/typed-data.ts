// The messages that wallets sign about a case (signing.md "The messages"), as digests and as typed data.
// Malformed values throw a RangeError.
import { toChecksumAddress } from "../../kernel/address.ts";
import {
	addressWord,
	bytes32Word,
	digestOf,
	flatMessage,
	hashStruct,
	type SignableMessage,
	type StructType,
	signableMessage,
	type TypedData,
	textWord,
	typedData,
	typeHash,
	uintDigits,
	uintWord,
} from "../../kernel/eip712.ts";
import { bytesToHex, type Hex } from "../../kernel/hex.ts";
import { hashCallArray } from "../../kernel/keccak/keccak.ts";
import type { Call, RecoveryIntent } from "./intent.ts";

export type CourtInfo = {
	readonly title: string;
	readonly fullCaseNumber: string;
	readonly courtId: string;
	/** A safe integer, not negative. */
	readonly docketNumber: number;
};
export type NewCaseMessage = { chainId: number; jrcHash: Hex; email: string | null };
export type HashedNewCaseMessage = { chainId: number; jrcHash: Hex; emailHash: Hex };
export type CourtOrderMessage = { chainId: number; jrcHash: Hex; courtInfo: CourtInfo };
export type CloseCaseMessage = {
	chainId: number;
	jrcHash: Hex;
	action: "contest" | "withdraw";
	reason: string;
};
/** `deadline`: unix seconds. */
export type ContestAllMessage = { chainId: number; account: string; nonce: Hex; deadline: number };

const callType: StructType = {
	name: "Call",
	fields: [
		{ name: "dest", type: "address" },
		{ name: "value", type: "uint256" },
		{ name: "data", type: "bytes" },
	],
	references: [],
};
export const recoveryIntentType: StructType = {
	name: "RecoveryIntent",
	fields: [
		{ name: "lostAccount", type: "address" },
		{ name: "recoveryAccount", type: "address" },
		{ name: "chainId", type: "uint256" },
		{ name: "reasonForRecovery", type: "string" },
		{ name: "txs", type: "Call[]" },
	],
	references: [callType],
};
export const newCaseType: StructType = {
	name: "NewCase",
	fields: [
		{ name: "intent", type: "RecoveryIntent" },
		{ name: "email", type: "string" },
	],
	references: [recoveryIntentType, callType],
};
const courtOrder = flatMessage("CourtOrder", {
	jrcHash: "bytes32",
	title: "string",
	fullCaseNumber: "string",
	courtId: "string",
	docketNumber: "uint256",
});
const closeCase = flatMessage("CloseCase", { jrcHash: "bytes32", action: "string", reason: "string" });
const contestAll = flatMessage("ContestAll", { account: "address", nonce: "bytes32", deadline: "uint256" });

/** hashStruct(RecoveryIntent), without domain and e-mail (signing.md "jrcHash"). */
export function hashRecoveryIntent({ rec, txs }: RecoveryIntent): Hex {
	const calls = txs.map(({ dest, value, data }) => ({ dest, value: uintDigits(value), data }));
	const hash = hashStruct(recoveryIntentType, [
		addressWord(rec.lostAccount),
		addressWord(rec.recoveryAccount),
		uintWord(rec.chainId),
		textWord(rec.reasonForRecovery),
		hashCallArray(typeHash(callType), calls),
	]);
	return bytesToHex(hash);
}

/** recoveryAccount signs this to file the case. */
export function newCaseDigest(message: NewCaseMessage): Uint8Array {
	return digestOf(message.chainId, hashNewCase(message));
}

function hashNewCase({ jrcHash, email }: Omit<NewCaseMessage, "chainId">): Uint8Array {
	return hashStruct(newCaseType, [bytes32Word(jrcHash), textWord(email ?? "")]);
}

/** For evidence, which has only the keccak-256 of the e-mail (recovery.md "Evidence"). */
export function newCaseDigestOfHashed({ chainId, jrcHash, emailHash }: HashedNewCaseMessage): Uint8Array {
	return digestOf(chainId, hashStruct(newCaseType, [bytes32Word(jrcHash), bytes32Word(emailHash)]));
}

/** recoveryAccount signs this to attach a court order. */
export function courtOrderDigest({ courtInfo, ...message }: CourtOrderMessage): Uint8Array {
	return courtOrder.digest({ ...message, ...courtInfo });
}

/** lostAccount signs this to contest, recoveryAccount to withdraw. */
export function closeCaseDigest(message: CloseCaseMessage): Uint8Array {
	return closeCase.digest(message);
}

/** lostAccount signs this to contest all cases of a chain that name it. */
export function contestAllDigest(message: ContestAllMessage): Uint8Array {
	return contestAll.digest(message);
}

export type NewCaseTypedData = TypedData<{
	intent: {
		lostAccount: string;
		recoveryAccount: string;
		chainId: string;
		reasonForRecovery: string;
		txs: Call[];
	};
	email: string;
}>;
export type CourtOrderTypedData = ReturnType<typeof courtOrder.typedData>;
export type CloseCaseTypedData = ReturnType<typeof closeCase.typedData>;
export type ContestAllTypedData = ReturnType<typeof contestAll.typedData>;

/** The argument of eth_signTypedData_v4. */
export function newCaseTypedData({ rec, txs }: RecoveryIntent): NewCaseTypedData {
	return typedData(newCaseType, rec.chainId, {
		intent: {
			lostAccount: toChecksumAddress(rec.lostAccount),
			recoveryAccount: toChecksumAddress(rec.recoveryAccount),
			chainId: String(rec.chainId),
			reasonForRecovery: rec.reasonForRecovery,
			txs: txs.map(({ dest, value, data }) => ({
				dest: toChecksumAddress(dest),
				value: BigInt(value).toString(),
				data,
			})),
		},
		email: rec.email ?? "",
	});
}

/** @param jrcHash of the intent */
export function signableNewCase(intent: RecoveryIntent, jrcHash: Hex): SignableMessage {
	return signableMessage(newCaseTypedData(intent), hashNewCase({ jrcHash, email: intent.rec.email }));
}

export function signableCourtOrder({ courtInfo, ...message }: CourtOrderMessage): SignableMessage {
	return courtOrder.signable({ ...message, ...courtInfo });
}

export const courtOrderType = courtOrder.struct;
export const closeCaseType = closeCase.struct;
export const signableCloseCase = closeCase.signable;
export const contestAllType = contestAll.struct;
export const signableContestAll = contestAll.signable;

export function courtOrderTypedData({ courtInfo, ...message }: CourtOrderMessage): CourtOrderTypedData {
	return courtOrder.typedData({ ...message, ...courtInfo });
}

export function closeCaseTypedData(message: CloseCaseMessage): CloseCaseTypedData {
	return closeCase.typedData(message);
}

export function contestAllTypedData(message: ContestAllMessage): ContestAllTypedData {
	return contestAll.typedData(message);
}
