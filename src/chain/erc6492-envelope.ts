// ERC-6492: `abi.encode(address factory, bytes factoryCall, bytes signature)`, then a suffix. Lower-case hex without
// `0x`.

import { encodeArguments } from "../kernel/encoding/abi-encoder.ts";
import { addressAt, bytesAt } from "../kernel/encoding/abi-reader.ts";

const SUFFIX = "6492".repeat(16);
const NOBODY = `0x${"0".repeat(40)}`;
const PARAMETERS = [
	{ name: "factory", type: "address" },
	{ name: "factoryCall", type: "bytes" },
	{ name: "signature", type: "bytes" },
];

export function isEnvelope(digits: string): boolean {
	return digits.endsWith(SUFFIX);
}

/** Undefined if a decoder would revert. */
export function signatureIn(envelope: string): string | undefined {
	const parts = { digits: envelope.slice(0, -SUFFIX.length), start: 0 };
	if (addressAt(parts, 0) === undefined || bytesAt(parts, 1) === undefined) return undefined;
	return bytesAt(parts, 2);
}

/** A call to the zero address does nothing. */
export function envelopeOf(signature: string): string {
	return encodeArguments(PARAMETERS, [NOBODY, "0x", `0x${signature}`]) + SUFFIX;
}
