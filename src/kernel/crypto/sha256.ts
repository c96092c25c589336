import { createHash } from "node:crypto";
import type { Hex } from "../encoding/hex.ts";

/** The 32-byte SHA-256 of `bytes`, synchronously. */
export function sha256(bytes: Uint8Array): Uint8Array {
	return new Uint8Array(createHash("sha256").update(bytes).digest());
}

/** SHA-256 as lower-case `0x…` text; a string is hashed as its UTF-8. */
export function sha256Hex(content: Uint8Array | string): Hex {
	return `0x${createHash("sha256").update(content).digest("hex")}`;
}
