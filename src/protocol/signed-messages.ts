/**
 * The messages that wallets sign about a case (signing.md "The messages"), as digests and as typed data.
 * Malformed values throw a RangeError.
 */
import type { ChecksumAddresses } from "../kernel/crypto/checksum-address.ts";
import type { Eip712 } from "../kernel/crypto/eip712-encoder.ts";
import {
	addressWord,
	bytes32Word,
	type SignableMessage,
	type StructType,
	type TypedData,
	typedData,
	uintDigits,
	uintWord,
} from "../kernel/crypto/eip712-words.ts";
import type { HashFunctions } from "../kernel/crypto/hash-functions.ts";
import { bytesToHex, type Hex } from "../kernel/encoding/hex.ts";
import type { Call, RecoveryIntent } from "./intent.ts";
import { createApprovals } from "./recovery-module/approval.ts";

export type CourtInfo = {
	readonly title: string;
	readonly fullCaseNumber: string;
	readonly courtId: string;
	/** A safe integer, not negative. */
	readonly docketNumber: number;
};
type NewCaseMessage = { chainId: number; jrcHash: Hex; email: string | null };
type HashedNewCaseMessage = { chainId: number; jrcHash: Hex; emailHash: Hex };
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
const recoveryIntentType: StructType = {
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

/** The encoders that the messages are made with. */
export type Encoders = {
	eip712: Eip712;
	hashCallArray: HashFunctions["hashCallArray"];
	toChecksumAddress: ChecksumAddresses["toChecksumAddress"];
};

export type SignedMessages = ReturnType<typeof createSignedMessages>;

export function createSignedMessages(encoders: Encoders) {
	const { flatMessage } = encoders.eip712;
	const courtOrder = flatMessage("CourtOrder", {
		jrcHash: "bytes32",
		title: "string",
		fullCaseNumber: "string",
		courtId: "string",
		docketNumber: "uint256",
	});
	const closeCase = flatMessage("CloseCase", { jrcHash: "bytes32", action: "string", reason: "string" });
	const contestAll = flatMessage("ContestAll", {
		account: "address",
		nonce: "bytes32",
		deadline: "uint256",
	});
	const flatOrder = ({ courtInfo, ...message }: CourtOrderMessage) => ({ ...message, ...courtInfo });
	return {
		...createNewCaseMessages(encoders),
		...createApprovals(encoders.eip712),
		courtOrderType: courtOrder.struct,
		/** recoveryAccount signs this to attach a court order. */
		courtOrderDigest: (message: CourtOrderMessage) => courtOrder.digest(flatOrder(message)),
		courtOrderTypedData: (message: CourtOrderMessage) => courtOrder.typedData(flatOrder(message)),
		signableCourtOrder: (message: CourtOrderMessage) => courtOrder.signable(flatOrder(message)),
		closeCaseType: closeCase.struct,
		/** lostAccount signs this to contest, recoveryAccount to withdraw. */
		closeCaseDigest: (message: CloseCaseMessage) => closeCase.digest(message),
		closeCaseTypedData: (message: CloseCaseMessage) => closeCase.typedData(message),
		signableCloseCase: closeCase.signable,
		contestAllType: contestAll.struct,
		/** lostAccount signs this to contest all cases of a chain that name it. */
		contestAllDigest: (message: ContestAllMessage) => contestAll.digest(message),
		contestAllTypedData: (message: ContestAllMessage) => contestAll.typedData(message),
		signableContestAll: contestAll.signable,
	};
}

function createNewCaseMessages({ eip712, hashCallArray, toChecksumAddress }: Encoders) {
	const { digestOf, hashStruct, signableMessage, textWord, typeHash } = eip712;

	/** The arguments of `hashCallArray`. */
	const callArrayOf = (txs: RecoveryIntent["txs"]) =>
		[typeHash(callType), txs.map((call) => ({ ...call, value: uintDigits(call.value) }))] as const;

	/** hashStruct(RecoveryIntent), without domain and e-mail (signing.md "jrcHash"). */
	function hashRecoveryIntent(
		{ rec, txs }: RecoveryIntent,
		txsHash = hashCallArray(...callArrayOf(txs)),
	): Hex {
		const hash = hashStruct(recoveryIntentType, [
			addressWord(rec.lostAccount),
			addressWord(rec.recoveryAccount),
			uintWord(rec.chainId),
			textWord(rec.reasonForRecovery),
			txsHash,
		]);
		return bytesToHex(hash);
	}

	const hashNewCase = ({ jrcHash, email }: Omit<NewCaseMessage, "chainId">) =>
		hashStruct(newCaseType, [bytes32Word(jrcHash), textWord(email ?? "")]);

	/** recoveryAccount signs this to file the case. */
	const newCaseDigest = (message: NewCaseMessage) => digestOf(message.chainId, hashNewCase(message));

	/** For evidence, which has only the keccak-256 of the e-mail (recovery.md "Evidence"). */
	const newCaseDigestOfHashed = ({ chainId, jrcHash, emailHash }: HashedNewCaseMessage) =>
		digestOf(chainId, hashStruct(newCaseType, [bytes32Word(jrcHash), bytes32Word(emailHash)]));

	/** The argument of eth_signTypedData_v4. */
	const newCaseTypedData = (intent: RecoveryIntent) => typedDataOfIntent(intent, toChecksumAddress);

	/** @param jrcHash of the intent */
	const signableNewCase = (intent: RecoveryIntent, jrcHash: Hex): SignableMessage =>
		signableMessage(newCaseTypedData(intent), hashNewCase({ jrcHash, email: intent.rec.email }));

	return {
		callArrayOf,
		hashRecoveryIntent,
		newCaseDigest,
		newCaseDigestOfHashed,
		newCaseTypedData,
		signableNewCase,
	};
}

function typedDataOfIntent(
	{ rec, txs }: RecoveryIntent,
	toChecksumAddress: Encoders["toChecksumAddress"],
): NewCaseTypedData {
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
