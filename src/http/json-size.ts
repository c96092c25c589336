/** Measures JSON before it is parsed, because a byte of text can become a hundred bytes of lists and objects. */

export type JsonSize = {
	/** All values: scalars, lists and objects. Names of members are not counted. */
	values: number;
	/** Lists and objects within each other; 0 for a scalar. */
	depth: number;
};

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Space, tab and line breaks (RFC 8259 section 2); no other byte below it occurs outside of strings. */
const SPACE = 0x20;

const UNBOUNDED: JsonSize = { values: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY };

/**
 * Exact for JSON. For other text it is at least what a parser builds before it fails. Takes linear time and no memory.
 *
 * @param bytes UTF-8
 * @param most stops where the size exceeds this
 */
export function sizeOfJson(bytes: Uint8Array, most = UNBOUNDED): JsonSize {
	let values = 1;
	let depth = 0;
	let deepest = 0;
	// An empty list or object has no value of its own.
	let isOpened = false;
	for (let at = 0; at < bytes.length && values <= most.values && deepest <= most.depth; at++) {
		const byte = bytes[at] ?? 0;
		if (byte <= SPACE) continue;
		if (isOpened) {
			if (byte !== CLOSE_LIST && byte !== CLOSE_OBJECT) values++;
			isOpened = false;
		}
		if (byte === QUOTE) at = endOfString(bytes, at);
		else if (byte === COMMA) values++;
		else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
			isOpened = true;
			deepest = Math.max(deepest, ++depth);
		} else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
	}
	return { values, depth: deepest };
}

/** Index of the closing quote, or the end of the text. @param start index of the opening quote */
function endOfString(bytes: Uint8Array, start: number): number {
	for (let at = start; ; ) {
		at = bytes.indexOf(QUOTE, at + 1);
		if (at < 0) return bytes.length;
		let backslashes = 0;
		while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++;
		if (backslashes % 2 === 0) return at;
	}
}
