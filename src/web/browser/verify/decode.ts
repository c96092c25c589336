import { createPause } from "../../../kernel/time/pause.ts";

const CHUNK_BYTES = 1024 * 1024;

/** @returns null unless it is UTF-8 */
export async function decode(bytes: Uint8Array): Promise<string | null> {
	const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	const pause = createPause();
	let text = "";
	try {
		for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
			await pause();
			text += decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: true });
		}
		return text + decoder.decode();
	} catch {
		return null;
	}
}
