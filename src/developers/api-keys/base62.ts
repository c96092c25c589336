const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;

/** Larger bytes are discarded, because 256 is not a multiple of 62. */
const UNBIASED_LIMIT = 256 - (256 % BASE);

export type RandomBytes = (length: number) => Uint8Array;

export function randomBase62(length: number, randomBytes: RandomBytes): string {
	let text = "";
	while (text.length < length) {
		for (const byte of randomBytes(length - text.length)) {
			if (byte < UNBIASED_LIMIT) text += DIGITS.charAt(byte % BASE);
		}
	}
	return text;
}

/** @param value below 62^width */
export function toBase62(value: number, width: number): string {
	let text = "";
	for (let rest = value; text.length < width; rest = Math.floor(rest / BASE)) {
		text = DIGITS.charAt(rest % BASE) + text;
	}
	return text;
}
