/** The types of EIP-712, and the encoding of values that need no hash. */
import { type Hex, hexToBytes } from "../encoding/hex.ts";

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

export const WORD_BYTES = 32;
const ADDRESS_BYTES = 20;
const UINT256_LIMIT = 1n << 256n;
const ZERO_DIGITS = "0".repeat(2 * WORD_BYTES);

export const domainType: StructType = {
	name: "EIP712Domain",
	fields: [
		{ name: "name", type: "string" },
		{ name: "version", type: "string" },
		{ name: "chainId", type: "uint256" },
	],
	references: [],
};

export function encodeType({ name, fields, references }: StructType): string {
	const text = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`;
	const others = references.map((type) => encodeType({ ...type, references: [] }));
	return text + others.sort().join("");
}

export function typedData<Message>(type: StructType, chainId: number, message: Message): TypedData<Message> {
	const types: Record<string, readonly Field[]> = {};
	for (const { name, fields } of [domainType, type, ...type.references]) types[name] = fields;
	return { types, primaryType: type.name, domain: domainOf(chainId), message };
}

export function domainOf(chainId: number): Domain {
	return { name: "Replevin", version: "1", chainId };
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
