/** Encodes values by the types of an ABI (Solidity, "Contract ABI Specification"). Their form was checked before. */
import { uintDigits } from "../crypto/eip712-words.ts";

export type AbiParameter = {
	readonly name: string;
	readonly type: string;
	readonly components?: readonly AbiParameter[];
};

/** Hex digits. A dynamic value stands behind all others, which have its offset in its place. */
type Part = { readonly isDynamic: boolean; readonly digits: string };

const WORD_DIGITS = 64;
const LIST = "[]";

/** The digits of a call's arguments, after the selector. */
export function encodeArguments(parameters: readonly AbiParameter[], values: readonly unknown[]): string {
	return joined(parameters.map((parameter, i) => partOf(parameter, values[i]))).digits;
}

/** The type as it stands in a signature: `(address,uint256)[]`. */
export function canonicalType({ type, components = [] }: AbiParameter): string {
	return type.replace(/^tuple/, () => `(${components.map(canonicalType).join(",")})`);
}

function partOf(parameter: AbiParameter, value: unknown): Part {
	const { type, components = [] } = parameter;
	if (type.endsWith(LIST))
		return listOf({ ...parameter, type: type.slice(0, -LIST.length) }, value as unknown[]);
	switch (type) {
		case "tuple": {
			const members = value as Record<string, unknown>;
			return joined(components.map((component) => partOf(component, members[component.name])));
		}
		case "string":
			return bytesPart(utf8Digits(value as string));
		case "bytes":
			return bytesPart((value as string).slice(2).toLowerCase());
		case "uint256":
			return { isDynamic: false, digits: uintDigits(String(value)) };
		case "bool":
			return { isDynamic: false, digits: uintDigits(value === true ? "1" : "0") };
		default:
			// An address, or 32 bytes.
			return {
				isDynamic: false,
				digits: (value as string).slice(2).toLowerCase().padStart(WORD_DIGITS, "0"),
			};
	}
}

function listOf(item: AbiParameter, values: readonly unknown[]): Part {
	const { digits } = joined(values.map((value) => partOf(item, value)));
	return { isDynamic: true, digits: uintDigits(String(values.length)) + digits };
}

function bytesPart(content: string): Part {
	const padded = content.padEnd(Math.ceil(content.length / WORD_DIGITS) * WORD_DIGITS, "0");
	return { isDynamic: true, digits: uintDigits(String(content.length / 2)) + padded };
}

function joined(parts: readonly Part[]): Part {
	const headSize = parts.reduce(
		(size, part) => size + (part.isDynamic ? WORD_DIGITS : part.digits.length),
		0,
	);
	let heads = "";
	let tails = "";
	for (const { isDynamic, digits } of parts) {
		heads += isDynamic ? uintDigits(String((headSize + tails.length) / 2)) : digits;
		if (isDynamic) tails += digits;
	}
	return { isDynamic: tails !== "", digits: heads + tails };
}

function utf8Digits(text: string): string {
	const bytes = new TextEncoder().encode(text);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
