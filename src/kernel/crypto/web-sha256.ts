import { bytesToHex, type Hex } from "../encoding/hex.ts";

const utf8 = new TextEncoder();

/** SHA-256 as lower-case `0x…` text. Web Crypto also runs in browsers, which have no synchronous SHA-256. */
export async function webSha256Hex(content: Uint8Array<ArrayBuffer> | string): Promise<Hex> {
	const bytes = typeof content === "string" ? utf8.encode(content) : content;
	return bytesToHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
