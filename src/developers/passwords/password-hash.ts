/**
 * How a password is kept: scrypt (RFC 7914), then HMAC-SHA256 under a key derived from the pepper, so that a
 * stolen database alone gives nothing to guess against. The parameters and the pepper's version stand beside
 * the hash: `$scrypt$ln=15,r=8,p=3,pv=1$<salt>$<mac>`, both parts base64url.
 *
 * scrypt takes about 0.2 s and holds its isolate for that time: call these only through the hash gate.
 */
import { createHmac, scryptSync, timingSafeEqual } from "node:crypto";
import type { Peppers } from "../../kernel/pepper.ts";

/** Parameters of scrypt; `logN` is the binary logarithm of its N. */
export type HashCost = { logN: number; r: number; p: number };

type HashParameters = HashCost & { pepperVersion: number };

type StoredHash = HashParameters & { salt: Buffer; mac: Buffer };

/** N = 2^15, r = 8 takes 32 MiB. */
const CURRENT_COST = { logN: 15, r: 8, p: 3 } as const;
const HASH_BYTES = 32;
export const SALT_BYTES = 16;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

const ENCODED =
	/^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2}),pv=(\d{1,6})\$([A-Za-z0-9_-]{22})\$([A-Za-z0-9_-]{43})$/;

/**
 * Hashes a password with the current pepper.
 * @param salt 16 random bytes
 * @param cost today's, unless said otherwise
 */
export function hashPassword(
	peppers: Peppers,
	password: string,
	salt: Uint8Array,
	cost: HashCost = CURRENT_COST,
): string {
	const parameters = { ...cost, pepperVersion: peppers.currentVersion };
	const mac = computeMac(peppers, password, salt, parameters);
	const { logN, r, p, pepperVersion } = parameters;
	const names = `ln=${logN},r=${r},p=${p},pv=${pepperVersion}`;
	return `$scrypt$${names}$${Buffer.from(salt).toString("base64url")}$${mac.toString("base64url")}`;
}

/**
 * Whether the password is the one that was hashed, in constant time. Without a hash it does the same work
 * and says no, so that an unknown account cannot be told from a wrong password by the time it takes.
 * @param cost of the work without a hash; today's, unless said otherwise
 * @throws Error for a hash that this code did not write or whose pepper is not configured
 */
export function isPasswordOf(
	peppers: Peppers,
	encoded: string | undefined,
	password: string,
	cost: HashCost = CURRENT_COST,
): boolean {
	const stored = encoded === undefined ? nobodysHash(peppers, cost) : parseHash(encoded);
	const mac = computeMac(peppers, password, stored.salt, stored);
	return timingSafeEqual(mac, stored.mac) && encoded !== undefined;
}

/** Whether a hash was made with other parameters or another pepper than a new one would be. */
export function needsRehash(peppers: Peppers, encoded: string): boolean {
	const { logN, r, p, pepperVersion } = parseHash(encoded);
	const isCurrent = logN === CURRENT_COST.logN && r === CURRENT_COST.r && p === CURRENT_COST.p;
	return !isCurrent || pepperVersion !== peppers.currentVersion;
}

/** Whether a text has the form of a hash that is kept. */
export function isEncodedHash(text: string): boolean {
	return ENCODED.test(text);
}

function nobodysHash(peppers: Peppers, cost: HashCost): StoredHash {
	return {
		...cost,
		pepperVersion: peppers.currentVersion,
		salt: Buffer.alloc(SALT_BYTES),
		mac: Buffer.alloc(HASH_BYTES),
	};
}

function parseHash(encoded: string): StoredHash {
	const match = ENCODED.exec(encoded);
	if (!match) throw new Error("a stored password hash is not of a form that this version knows");
	const [, logN, r, p, pepperVersion, salt = "", mac = ""] = match;
	return {
		logN: Number(logN),
		r: Number(r),
		p: Number(p),
		pepperVersion: Number(pepperVersion),
		salt: Buffer.from(salt, "base64url"),
		mac: Buffer.from(mac, "base64url"),
	};
}

function computeMac(
	peppers: Peppers,
	password: string,
	salt: Uint8Array,
	{ logN, r, p, pepperVersion }: HashParameters,
): Buffer {
	const key = peppers.keyFor("password", pepperVersion);
	if (!key) throw new Error(`PEPPERS has no version ${pepperVersion}, with which a password was hashed`);
	const cost = { N: 2 ** logN, r, p, maxmem: MAX_MEMORY_BYTES };
	return createHmac("sha256", key)
		.update(scryptSync(password, salt, HASH_BYTES, cost))
		.digest();
}
