/**
 * The stored text: `$argon2id$v=19$m=19456,t=2,p=1,pv=1$<salt>$<mac>`, or `$scrypt$ln=15,r=8,p=3,pv=1$<salt>$<mac>`
 * of an earlier build, in base64url.
 */

export type Argon2idCost = { memoryKib: number; passes: number; lanes: number };

export type Derivation =
	| ({ kind: "argon2id" } & Argon2idCost)
	/** `logN` is the binary logarithm of scrypt's N. */
	| { kind: "scrypt"; logN: number; blockSize: number; parallelism: number };

export type StoredHash = { derivation: Derivation; pepperVersion: number; salt: Buffer; mac: Buffer };

export const HASH_BYTES = 32;
export const SALT_BYTES = 16;

const SALT_AND_MAC = String.raw`\$(?<salt>[A-Za-z0-9_-]{22})\$(?<mac>[A-Za-z0-9_-]{43})$`;
const ARGON2ID = new RegExp(
	String.raw`^\$argon2id\$v=19\$m=(?<m>\d{1,6}),t=(?<t>\d{1,3}),p=(?<p>\d{1,2}),pv=(?<pv>\d{1,6})${SALT_AND_MAC}`,
);
const SCRYPT = new RegExp(
	String.raw`^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d{1,2}),pv=(?<pv>\d{1,6})${SALT_AND_MAC}`,
);

/** @throws Error, without the text, if it is no password hash */
export function parseStoredHash(encoded: string): StoredHash {
	const { m, t, p, pv, ln, r, salt, mac } =
		ARGON2ID.exec(encoded)?.groups ?? SCRYPT.exec(encoded)?.groups ?? {};
	if (salt === undefined || mac === undefined)
		throw new Error("a stored password hash is not of a form that this version knows");
	const derivation: Derivation =
		ln === undefined
			? { kind: "argon2id", memoryKib: Number(m), passes: Number(t), lanes: Number(p) }
			: { kind: "scrypt", logN: Number(ln), blockSize: Number(r), parallelism: Number(p) };
	return {
		derivation,
		pepperVersion: Number(pv),
		salt: Buffer.from(salt, "base64url"),
		mac: Buffer.from(mac, "base64url"),
	};
}

export function formatStoredHash(hash: StoredHash & { derivation: { kind: "argon2id" } }): string {
	const { memoryKib, passes, lanes } = hash.derivation;
	const parameters = `m=${memoryKib},t=${passes},p=${lanes},pv=${hash.pepperVersion}`;
	return `$argon2id$v=19$${parameters}$${hash.salt.toString("base64url")}$${hash.mac.toString("base64url")}`;
}
