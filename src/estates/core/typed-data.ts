// What owners sign about their estate (signatures.md, "Types"), as 32-byte digests for verifying and as the
// typed data that a wallet is asked to sign. Both come from the same type tables, so they cannot differ.
// Guarantees: pure and synchronous; letter case of addresses and hex does not change a hash.
// Inputs were parsed by the request schemas, hex digits included; a wrong length or number is a RangeError.
import { toChecksumAddress } from "../../kernel/address.ts";
import {
	addressWord,
	bytes32Word,
	digestOf,
	hashStruct,
	type StructType,
	type TypedData,
	textWord,
	typedData,
	uintWord,
} from "../../kernel/eip712.ts";
import type { Hex } from "../../kernel/hex.ts";

/** What every message of an owner names. */
type OwnerMessage = {
	/** Of the domain; a smart account's signature stays bound to the chain that its code lives on. */
	chainId: number;
	ownerAddress: string;
};
export type AgreementMessage = OwnerMessage & {
	/** Of the terms, such as `2026-11-01`. */
	version: string;
	/** SHA-256 of the terms' bytes. */
	documentHash: Hex;
};
export type PrivacyCodeMessage = OwnerMessage & {
	label: string;
	/** Unix seconds; 0 for a code that does not expire. */
	expiresAt: number;
	/** 32 bytes. */
	nonce: Hex;
};
export type WillMessage = OwnerMessage & {
	/** Counts the owner's wills, from 1. */
	version: number;
	/** Of the document's bytes. */
	sha256: Hex;
	mimeType: string;
	/** In bytes. */
	size: number;
};
export type EraseMessage = OwnerMessage & {
	/** 32 bytes. */
	nonce: Hex;
	/** Unix seconds. */
	deadline: number;
};

const agreementType: StructType = {
	name: "Agreement",
	fields: [
		{ name: "ownerAddress", type: "address" },
		{ name: "version", type: "string" },
		{ name: "documentHash", type: "bytes32" },
	],
	references: [],
};
const privacyCodeType: StructType = {
	name: "PrivacyCode",
	fields: [
		{ name: "ownerAddress", type: "address" },
		{ name: "label", type: "string" },
		{ name: "expiresAt", type: "uint256" },
		{ name: "nonce", type: "bytes32" },
	],
	references: [],
};
const willType: StructType = {
	name: "Will",
	fields: [
		{ name: "ownerAddress", type: "address" },
		{ name: "version", type: "uint256" },
		{ name: "sha256", type: "bytes32" },
		{ name: "mimeType", type: "string" },
		{ name: "size", type: "uint256" },
	],
	references: [],
};
const eraseType: StructType = {
	name: "Erase",
	fields: [
		{ name: "ownerAddress", type: "address" },
		{ name: "nonce", type: "bytes32" },
		{ name: "deadline", type: "uint256" },
	],
	references: [],
};

/** What the owner signs to accept the terms. */
export function agreementDigest({
	chainId,
	ownerAddress,
	version,
	documentHash,
}: AgreementMessage): Uint8Array {
	const words = [addressWord(ownerAddress), textWord(version), bytes32Word(documentHash)];
	return digestOf(chainId, hashStruct(agreementType, words));
}

/** What the owner signs to have a privacy code made. */
export function privacyCodeDigest({
	chainId,
	ownerAddress,
	label,
	expiresAt,
	nonce,
}: PrivacyCodeMessage): Uint8Array {
	const words = [addressWord(ownerAddress), textWord(label), uintWord(expiresAt), bytes32Word(nonce)];
	return digestOf(chainId, hashStruct(privacyCodeType, words));
}

/** What the owner signs to lodge a will. */
export function willDigest(message: WillMessage): Uint8Array {
	const messageHash = hashStruct(willType, [
		addressWord(message.ownerAddress),
		uintWord(message.version),
		bytes32Word(message.sha256),
		textWord(message.mimeType),
		uintWord(message.size),
	]);
	return digestOf(message.chainId, messageHash);
}

/** What the owner signs to have the estate profile erased. */
export function eraseDigest({ chainId, ownerAddress, nonce, deadline }: EraseMessage): Uint8Array {
	const words = [addressWord(ownerAddress), bytes32Word(nonce), uintWord(deadline)];
	return digestOf(chainId, hashStruct(eraseType, words));
}

/** As a wallet takes a message: without the domain's chain, its integers in decimal. */
type Written<Message> = {
	[Name in Exclude<keyof Message, "chainId">]: Message[Name] extends number ? string : Message[Name];
};
export type AgreementTypedData = TypedData<Written<AgreementMessage>>;
export type PrivacyCodeTypedData = TypedData<Written<PrivacyCodeMessage>>;
export type WillTypedData = TypedData<Written<WillMessage>>;
export type EraseTypedData = TypedData<Written<EraseMessage>>;

/** The complete eth_signTypedData_v4 argument: integers of the message in decimal, the address checksummed. */
export function agreementTypedData(message: AgreementMessage): AgreementTypedData {
	const { chainId, ownerAddress, version, documentHash } = message;
	return typedData(agreementType, chainId, {
		ownerAddress: toChecksumAddress(ownerAddress),
		version,
		documentHash,
	});
}

/** As agreementTypedData, for privacyCodeDigest. */
export function privacyCodeTypedData(message: PrivacyCodeMessage): PrivacyCodeTypedData {
	const { chainId, ownerAddress, label, expiresAt, nonce } = message;
	return typedData(privacyCodeType, chainId, {
		ownerAddress: toChecksumAddress(ownerAddress),
		label,
		expiresAt: String(expiresAt),
		nonce,
	});
}

/** As agreementTypedData, for willDigest. */
export function willTypedData(message: WillMessage): WillTypedData {
	const { chainId, ownerAddress, version, sha256, mimeType, size } = message;
	return typedData(willType, chainId, {
		ownerAddress: toChecksumAddress(ownerAddress),
		version: String(version),
		sha256,
		mimeType,
		size: String(size),
	});
}

/** As agreementTypedData, for eraseDigest. */
export function eraseTypedData(message: EraseMessage): EraseTypedData {
	const { chainId, ownerAddress, nonce, deadline } = message;
	return typedData(eraseType, chainId, {
		ownerAddress: toChecksumAddress(ownerAddress),
		nonce,
		deadline: String(deadline),
	});
}
