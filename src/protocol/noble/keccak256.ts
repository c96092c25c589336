/** Keccak-256 without WebAssembly, for pages and for the SDK. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import type { Keccak256 } from "../../kernel/crypto/hash-functions.ts";

export const keccak256: Keccak256 = (bytes) => keccak_256(bytes);
