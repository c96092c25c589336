/** EIP-712 encoding of this service's fixed types. A general encoder takes ten times as long. */
import { toChecksumAddress } from "./address.ts";
import { bytesToHex, type Hex, hexToBytes } from "./hex.ts";
import { keccak256, keccak256Utf8 } from "./keccak/keccak.ts";

type Field = { readonly name: string; readonly type: string };

export type StructType = {
	readonly name: string;
	readonly fields: readonly Field[];
	readonly references: readonly StructType[];
};

type Domain = { readonly name: "Replevin"; readonly version: "1"; readonly chainId: number };

export type TypedData<Message> = {
	readonly types: Readonly<Record<string, readonly Field[]>>;
	readonly primaryType: string;
	readonly domain: Domain;
	readonly message: Message;
};

/** A message for a wallet, with the hashes that a verifier compares. */
export type SignableMessage = {
	/** Argument of eth_signTypedData_v4. */
	readonly typedData: TypedData<object>;
	/** hashStruct of the message. */
	readonly structHash: Hex;
	/** The 32 bytes that the wallet signs. */
	readonly digest: Hex;
};

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

const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;
const UINT256_LIMIT = 1n << 256n;
const ZERO_DIGITS = "0".repeat(2 * WORD_BYTES);
/** Bounded, because callers could name a new chain in every request. */
const CACHED_DOMAINS = 64;

const domainType: StructType = {
	name: "EIP712Domain",
	fields: [
		{ name: "name", type: "string" },
		{ name: "version", type: "string" },
		{ name: "chainId", type: "uint256" },
	],
	references: [],
};
const typeHashes = new WeakMap<StructType, Uint8Array>();
const domainSeparators = new Map<number, Uint8Array>();

function encodeType({ name, fields, references }: StructType): string {
	const text = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`;
	const others = references.map((type) => encodeType({ ...type, references: [] }));
	return text + others.sort().join("");
}

/** EIP-712's own notation, for the description of a message. */
export function describeType(type: StructType): string {
	return `Signed type: \`${encodeType(type)}\`, type hash \`${bytesToHex(typeHash(type))}\`.`;
}

/** Cached. Callers must not modify it. */
export function typeHash(type: StructType): Uint8Array {
	const known = typeHashes.get(type);
	if (known) return known;
	const hash = keccak256Utf8(encodeType(type));
	typeHashes.set(type, hash);
	return hash;
}

/** @param words the 32-byte encodings of the fields, in order */
export function hashStruct(type: StructType, words: readonly Uint8Array[]): Uint8Array {
	const encoded = new Uint8Array(WORD_BYTES * (words.length + 1));
	encoded.set(typeHash(type));
	for (let i = 0; i < words.length; i++) encoded.set(words[i] ?? [], WORD_BYTES * (i + 1));
	return keccak256(encoded);
}

/** The 32 bytes that a wallet signs. */
export function digestOf(chainId: number, messageHash: Uint8Array): Uint8Array {
	const encoded = new Uint8Array(2 + 2 * WORD_BYTES);
	encoded[0] = 0x19;
	encoded[1] = 0x01;
	encoded.set(domainSeparator(chainId), 2);
	encoded.set(messageHash, 2 + WORD_BYTES);
	return keccak256(encoded);
}

export function domainSeparator(chainId: number): Uint8Array {
	const known = domainSeparators.get(chainId);
	if (known) return known;
	const { name, version } = domainOf(chainId);
	const separator = hashStruct(domainType, [textWord(name), textWord(version), uintWord(chainId)]);
	if (domainSeparators.size >= CACHED_DOMAINS) domainSeparators.clear();
	domainSeparators.set(chainId, separator);
	return separator;
}

export function typedData<Message>(type: StructType, chainId: number, message: Message): TypedData<Message> {
	const types: Record<string, readonly Field[]> = {};
	for (const { name, fields } of [domainType, type, ...type.references]) types[name] = fields;
	return { types, primaryType: type.name, domain: domainOf(chainId), message };
}

export function signableMessage(typedData: TypedData<object>, messageHash: Uint8Array): SignableMessage {
	const digest = bytesToHex(digestOf(typedData.domain.chainId, messageHash));
	return { typedData, structHash: bytesToHex(messageHash), digest };
}

/**
 * Defines a message by its fields. `digest` throws a RangeError for a malformed value; `typedData` builds the
 * argument of eth_signTypedData_v4.
 */
export function flatMessage<const Fields extends FlatFields>(name: string, types: Fields) {
	const fields = Object.entries(types).map(([name, type]) => ({ name, type }));
	const struct: StructType = { name, fields, references: [] };
	const wordOf: Record<FlatFields[string], (value: never) => Uint8Array> = {
		address: addressWord,
		string: textWord,
		bytes32: bytes32Word,
		uint256: uintWord,
	};
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
		signable: (message: FlatMessage<Fields>) => signableMessage(typedDataOf(message), structHashOf(message)),
	};
}

/** @throws RangeError if it is not 20 bytes long */
export function addressWord(address: string): Uint8Array {
	const bytes = hexToBytes(address);
	if (bytes.length !== ADDRESS_BYTES) throw new RangeError("an address has 20 bytes");
	const word = new Uint8Array(WORD_BYTES);
	word.set(bytes, WORD_BYTES - ADDRESS_BYTES);
	return word;
}

/** @throws RangeError if it is not 32 bytes long */
export function bytes32Word(hex: string): Uint8Array {
	const word = hexToBytes(hex);
	if (word.length !== WORD_BYTES) throw new RangeError("a bytes32 has 32 bytes");
	return word;
}

export function textWord(text: string): Uint8Array {
	return keccak256Utf8(text);
}

/** @throws RangeError unless it is a safe unsigned integer */
export function uintWord(value: number): Uint8Array {
	if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("not a safe unsigned integer");
	const word = new Uint8Array(WORD_BYTES);
	for (let i = WORD_BYTES - 1, rest = value; rest > 0; i--, rest = Math.floor(rest / 256))
		word[i] = rest % 256;
	return word;
}

/**
 * Encodes a `uint256` from a decimal or `0x` string as 64 hex digits.
 * @throws RangeError if it does not fit, SyntaxError if it is not a number
 */
export function uintDigits(value: string): string {
	if (value === "0" || value === "0x0") return ZERO_DIGITS;
	const number = BigInt(value);
	if (number < 0n || number >= UINT256_LIMIT) throw new RangeError("not a uint256");
	return number.toString(16).padStart(2 * WORD_BYTES, "0");
}

function domainOf(chainId: number): Domain {
	return { name: "Replevin", version: "1", chainId };
}
