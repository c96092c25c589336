/** SHA-256 of a file, piece by piece, so that a page can say how far it is. */
import { sha256 } from "@noble/hashes/sha2.js";

/** Small enough that each takes a few milliseconds. */
const PIECE_BYTES = 2 ** 20;

/**
 * @param progress gets whole per cents
 * @returns `0x` and 64 hex digits
 */
export async function hashFile(file: Blob, progress: (percent: number) => void): Promise<string> {
	const hash = sha256.create();
	for (let at = 0; at < file.size; at += PIECE_BYTES) {
		const piece = file.slice(at, at + PIECE_BYTES);
		hash.update(new Uint8Array(await piece.arrayBuffer()));
		progress(Math.floor((100 * (at + piece.size)) / file.size));
	}
	return `0x${Array.from(hash.digest(), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
