/** Text of letters and digits: uniformly random, or a number at a fixed width. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = DIGITS.length;

/** Bytes from here on are thrown away: 256 is no multiple of 62, so a plain remainder would favour some. */
const UNBIASED_LIMIT = 256 - (256 % BASE);

/** As `length` random bytes; given in, so that the code that uses it stays testable. */
export type RandomBytes = (length: number) => Uint8Array;

/** @returns `length` characters, every one of the 62 equally likely at every place */
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
