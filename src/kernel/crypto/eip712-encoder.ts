/** EIP-712 encoding of this service's fixed types. A general encoder takes ten times as long. */

import { bytesToHex, type Hex } from "../encoding/hex.ts";
import type { ChecksumAddresses } from "./checksum-address.ts";
import {
	addressWord,
	bytes32Word,
	domainOf,
	domainType,
	encodeType,
	type SignableMessage,
	type StructType,
	type TypedData,
	typedData,
	uintWord,
	WORD_BYTES,
} from "./eip712-words.ts";
import type { HashFunctions } from "./hash-functions.ts";

/** Fields without nested structs or arrays, in the order of the type. */
type FlatFields = Readonly<Record<string, "address" | "string" | "bytes32" | "uint256">>;

/** Addresses in any letter case, safe unsigned integers, 32 bytes of hex. `chainId` belongs to the domain. */
type FlatMessage<Fields> = { chainId: number } & {
	[Name in keyof Fields]: Fields[Name] extends "uint256"
		? number
		: Fields[Name] extends "bytes32"
			? Hex
			: string;
};

type WrittenMessage<Fields> = { [Name in keyof Fields]: Fields[Name] extends "bytes32" ? Hex : string };

/** Bounded, because callers could name a new chain in every request. */
const CACHED_DOMAINS = 64;

export type Eip712 = ReturnType<typeof createEip712>;

export function createEip712(hashes: HashFunctions, addresses: ChecksumAddresses) {
	const structs = createStructHashes(hashes);
	const signableMessage = (typedData: TypedData<object>, messageHash: Uint8Array): SignableMessage => {
		const digest = bytesToHex(structs.digestOf(typedData.domain.chainId, messageHash));
		return { typedData, structHash: bytesToHex(messageHash), digest };
	};
	/** EIP-712's own notation, for the description of a message. */
	const describeType = (type: StructType): string =>
		`Signed type: \`${encodeType(type)}\`, type hash \`${bytesToHex(structs.typeHash(type))}\`.`;
	const flatMessage = createFlatMessages({ ...structs, ...addresses, signableMessage });
	return { ...structs, signableMessage, describeType, flatMessage };
}

function createStructHashes({ keccak256, keccak256Utf8 }: HashFunctions) {
	const typeHashes = new WeakMap<StructType, Uint8Array>();
	const domainSeparators = new Map<number, Uint8Array>();

	/** Cached. Callers must not modify it. */
	function typeHash(type: StructType): Uint8Array {
		const known = typeHashes.get(type);
		if (known) return known;
		const hash = keccak256Utf8(encodeType(type));
		typeHashes.set(type, hash);
		return hash;
	}

	/** @param words the 32-byte encodings of the fields, in order */
	function hashStruct(type: StructType, words: readonly Uint8Array[]): Uint8Array {
		const encoded = new Uint8Array(WORD_BYTES * (words.length + 1));
		encoded.set(typeHash(type));
		for (let i = 0; i < words.length; i++) encoded.set(words[i] ?? [], WORD_BYTES * (i + 1));
		return keccak256(encoded);
	}

	function domainSeparator(chainId: number): Uint8Array {
		const known = domainSeparators.get(chainId);
		if (known) return known;
		const { name, version } = domainOf(chainId);
		const words = [keccak256Utf8(name), keccak256Utf8(version), uintWord(chainId)];
		const separator = hashStruct(domainType, words);
		if (domainSeparators.size >= CACHED_DOMAINS) domainSeparators.clear();
		domainSeparators.set(chainId, separator);
		return separator;
	}

	/** The 32 bytes that a wallet signs in a domain. */
	function digestUnder(separator: Uint8Array, messageHash: Uint8Array): Uint8Array {
		const encoded = new Uint8Array(2 + 2 * WORD_BYTES);
		encoded[0] = 0x19;
		encoded[1] = 0x01;
		encoded.set(separator, 2);
		encoded.set(messageHash, 2 + WORD_BYTES);
		return keccak256(encoded);
	}
	/** In the service's domain. */
	const digestOf = (chainId: number, messageHash: Uint8Array) =>
		digestUnder(domainSeparator(chainId), messageHash);
	return { typeHash, hashStruct, domainSeparator, digestUnder, digestOf, textWord: keccak256Utf8 };
}

type FlatParts = ReturnType<typeof createStructHashes> &
	Pick<ChecksumAddresses, "toChecksumAddress"> & {
		signableMessage: (typedData: TypedData<object>, messageHash: Uint8Array) => SignableMessage;
	};

function createFlatMessages(parts: FlatParts) {
	const { hashStruct, digestOf, textWord, toChecksumAddress, signableMessage } = parts;
	const wordOf: Record<FlatFields[string], (value: never) => Uint8Array> = {
		address: addressWord,
		string: textWord,
		bytes32: bytes32Word,
		uint256: uintWord,
	};
	/**
	 * Defines a message by its fields. `digest` throws a RangeError for a malformed value; `typedData` builds the
	 * argument of eth_signTypedData_v4.
	 */
	return <const Fields extends FlatFields>(name: string, types: Fields) => {
		const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
		const struct: StructType = { name, fields, references: [] };
		const structHashOf = (message: FlatMessage<Fields>) =>
			hashStruct(
				struct,
				fields.map(({ name, type }) => wordOf[type](message[name] as never)),
			);
		const typedDataOf = (message: FlatMessage<Fields>): TypedData<WrittenMessage<Fields>> => {
			const written = fields.map(({ name, type }) => {
				const text = String(message[name]);
				return [name, type === "address" ? toChecksumAddress(text) : text];
			});
			return typedData(struct, message.chainId, Object.fromEntries(written));
		};
		return {
			struct,
			typedData: typedDataOf,
			digest: (message: FlatMessage<Fields>) => digestOf(message.chainId, structHashOf(message)),
			signable: (message: FlatMessage<Fields>) =>
				signableMessage(typedDataOf(message), structHashOf(message)),
		};
	};
}
