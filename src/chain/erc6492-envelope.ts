// ERC-6492: `abi.encode(address factory, bytes factoryCall, bytes signature)`, then a suffix. Lower-case hex without
// `0x`.

const SUFFIX = "6492".repeat(16);
const WORD = 64;

export function isEnvelope(digits: string): boolean {
	return digits.endsWith(SUFFIX);
}

/** Undefined if a decoder would revert. */
export function signatureIn(envelope: string): string | undefined {
	const body = envelope.slice(0, -SUFFIX.length);
	const factory = uintAt(body, 0);
	if (factory === undefined || factory >> 160n !== 0n || bytesAt(body, WORD) === undefined) return undefined;
	return bytesAt(body, 2 * WORD);
}

/** A call to the zero address does nothing. */
export function envelopeOf(signature: string): string {
	return word(0) + word(96) + word(128) + dynamicBytes("") + dynamicBytes(signature) + SUFFIX;
}

export function dynamicBytes(digits: string): string {
	return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / WORD) * WORD, "0");
}

export function word(value: number): string {
	return value.toString(16).padStart(WORD, "0");
}

function bytesAt(body: string, position: number): string | undefined {
	const start = digitCountOf(body, uintAt(body, position));
	const size = start === undefined ? undefined : digitCountOf(body, uintAt(body, start));
	if (start === undefined || size === undefined) return undefined;
	const end = start + WORD + size;
	return end <= body.length ? body.slice(start + WORD, end) : undefined;
}

function digitCountOf(body: string, bytes: bigint | undefined): number | undefined {
	return bytes !== undefined && bytes * 2n <= BigInt(body.length) ? Number(bytes) * 2 : undefined;
}

function uintAt(body: string, position: number): bigint | undefined {
	const digits = body.slice(position, position + WORD);
	return digits.length === WORD ? BigInt(`0x${digits}`) : undefined;
}
