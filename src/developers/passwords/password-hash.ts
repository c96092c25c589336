/**
 * Password hashes: Argon2id (RFC 9106), then HMAC-SHA256 under the pepper (auth.md "Password hashing"). Call
 * only through the hash gate, because a hash blocks its isolate for about 25 ms.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { argon2id } from "../../kernel/crypto/argon2id/argon2id.ts";
import type { Peppers } from "../../kernel/crypto/pepper.ts";
import {
	type Argon2idCost,
	formatStoredHash,
	HASH_BYTES,
	parseStoredHash,
	SALT_BYTES,
	type StoredHash,
} from "./stored-hash.ts";

/** 19 MiB, the least that OWASP recommends for Argon2id, because an isolate has 128 MiB. */
const CURRENT_COST: Argon2idCost = { memoryKib: 19 * 1024, passes: 2, lanes: 1 };

/** Limits what a corrupted row can make the isolate allocate. */
const MAX_MEMORY_KIB = 64 * 1024;

/**
 * Hashes a password with the current pepper.
 * @param salt 16 random bytes
 * @param cost other than the default only in tests
 */
export function hashPassword(
	peppers: Peppers,
	password: string,
	salt: Uint8Array,
	cost: Argon2idCost = CURRENT_COST,
): string {
	const parameters = {
		cost,
		pepperVersion: peppers.currentVersion,
		salt: Buffer.from(salt),
	};
	return formatStoredHash({ ...parameters, mac: computeMac(peppers, password, parameters) });
}

/**
 * Compares in constant time. Without a hash it does the work of Argon2id, so that timing reveals no unknown account.
 *
 * @param cost other than the default only in tests
 * @throws Error if this code did not write the hash, or its pepper is not configured
 */
export function isPasswordOf(
	peppers: Peppers,
	encoded: string | undefined,
	password: string,
	cost: Argon2idCost = CURRENT_COST,
): boolean {
	const stored = encoded === undefined ? dummyHash(peppers, cost) : parseStoredHash(encoded);
	const mac = computeMac(peppers, password, stored);
	return timingSafeEqual(mac, stored.mac) && encoded !== undefined;
}

export function needsRehash(peppers: Peppers, encoded: string): boolean {
	const { cost, pepperVersion } = parseStoredHash(encoded);
	return pepperVersion !== peppers.currentVersion || !isCurrent(cost);
}

function isCurrent({ memoryKib, passes, lanes }: Argon2idCost): boolean {
	return (
		memoryKib === CURRENT_COST.memoryKib && passes === CURRENT_COST.passes && lanes === CURRENT_COST.lanes
	);
}

function dummyHash(peppers: Peppers, cost: Argon2idCost): StoredHash {
	return {
		cost,
		pepperVersion: peppers.currentVersion,
		salt: Buffer.alloc(SALT_BYTES),
		mac: Buffer.alloc(HASH_BYTES),
	};
}

function computeMac(
	peppers: Peppers,
	password: string,
	{ cost, pepperVersion, salt }: Omit<StoredHash, "mac">,
): Buffer {
	const key = peppers.keyFor("password", pepperVersion);
	if (!key) throw new Error(`PEPPERS has no version ${pepperVersion}, with which a password was hashed`);
	return createHmac("sha256", key)
		.update(derive(password, salt, cost))
		.digest();
}

function derive(password: string, salt: Buffer, cost: Argon2idCost): Uint8Array {
	if (cost.memoryKib > MAX_MEMORY_KIB)
		throw new RangeError("a stored password hash asks for too much memory");
	const passwordBytes = new TextEncoder().encode(password);
	try {
		return argon2id({ password: passwordBytes, salt, ...cost, tagBytes: HASH_BYTES });
	} finally {
		passwordBytes.fill(0);
	}
}
