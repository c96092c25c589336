/** Base62 text: uniformly random, or a number at a fixed width. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;

/** Bytes from here on are discarded: 256 is not a multiple of 62, so a plain remainder would be biased. */
const UNBIASED_LIMIT = 256 - (256 % BASE);

/** Returns `length` random bytes. A parameter, so that tests can replace it. */
export type RandomBytes = (length: number) => Uint8Array;

/** @returns `length` characters, each uniformly random */
export function randomBase62(length: number, randomBytes: RandomBytes): string {
	let text = "";
	while (text.length < length) {
		for (const byte of randomBytes(length - text.length)) {
			if (byte < UNBIASED_LIMIT) text += DIGITS.charAt(byte % BASE);
		}
	}
	return text;
}

/** @param value a whole number below 62^width */
export function toBase62(value: number, width: number): string {
	let text = "";
	for (let rest = value; text.length < width; rest = Math.floor(rest / BASE)) {
		text = DIGITS.charAt(rest % BASE) + text;
	}
	return text;
}
