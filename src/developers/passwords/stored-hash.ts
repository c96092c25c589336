/** The stored text: `$argon2id$v=19$m=19456,t=2,p=1,pv=1$<salt>$<mac>`, with salt and MAC in base64url. */

export type Argon2idCost = { memoryKib: number; passes: number; lanes: number };

export type StoredHash = { cost: Argon2idCost; pepperVersion: number; salt: Buffer; mac: Buffer };

export const HASH_BYTES = 32;
export const SALT_BYTES = 16;

const ARGON2ID = new RegExp(
	String.raw`^\$argon2id\$v=19\$m=(?<m>\d{1,6}),t=(?<t>\d{1,3}),p=(?<p>\d{1,2}),pv=(?<pv>\d{1,6})` +
		String.raw`\$(?<salt>[A-Za-z0-9_-]{22})\$(?<mac>[A-Za-z0-9_-]{43})$`,
);

/** @throws Error, without the text, if it is no password hash */
export function parseStoredHash(encoded: string): StoredHash {
	const { m, t, p, pv, salt, mac } = ARGON2ID.exec(encoded)?.groups ?? {};
	if (salt === undefined || mac === undefined)
		throw new Error("a stored password hash is not of a form that this version knows");
	return {
		cost: { memoryKib: Number(m), passes: Number(t), lanes: Number(p) },
		pepperVersion: Number(pv),
		salt: Buffer.from(salt, "base64url"),
		mac: Buffer.from(mac, "base64url"),
	};
}

export function formatStoredHash({ cost, pepperVersion, salt, mac }: StoredHash): string {
	const { memoryKib, passes, lanes } = cost;
	const parameters = `m=${memoryKib},t=${passes},p=${lanes},pv=${pepperVersion}`;
	return `$argon2id$v=19$${parameters}$${salt.toString("base64url")}$${mac.toString("base64url")}`;
}
