/** JSON Web Key Sets (RFC 7517) of sessions and evidence. The health check verifies that key halves match. */
import { isP256Point } from "../kernel/crypto/p256.ts";
import { allRead, Invalid, membersOf, type Read } from "./setting.ts";

/** 32 bytes in base64url; the last character carries four bits. */
const COORDINATE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

export type PublicKey = { kty: "EC"; crv: "P-256"; kid: string; x: string; y: string };
type SigningKey = PublicKey & { d: string };
/** `exp`: unix seconds, when the operator wants it replaced. */
type EvidenceKey = PublicKey & { d?: string; exp?: number };

/** The first key signs; all verify. */
export type SigningKeys = SigningKey[];
export type EvidenceKeys = EvidenceKey[];
/** `endsAt`: of the signing key, in unix milliseconds; null if it says none. */
export type EvidenceKeySet = { keys: EvidenceKeys; signingKey: SigningKey; endsAt: number | null };

export const sessionKeySet: Read<{ keys: SigningKeys }, unknown> = (source) => {
	const keys = keysOf(source, (jwk, place) => {
		const key = keyOf(jwk, place, "must be a private JSON Web Key");
		return key instanceof Invalid ? key : privateKey(key, `${place}.d ${NO_COORDINATE}`);
	});
	return keys instanceof Invalid ? keys : { keys };
};

/** The first key signs. A retired key stays published without its private half. */
export const evidenceKeySet: Read<EvidenceKeySet, unknown> = (source) => {
	const keys = keysOf(source, (jwk, place) => keyOf(jwk, place, "must be a JSON Web Key"));
	if (keys instanceof Invalid) return keys;
	const [first] = keys;
	const signingKey = privateKey(first, "keys.0 must have its d, because the first key signs");
	if (signingKey instanceof Invalid) return signingKey;
	return { keys, signingKey, endsAt: first.exp === undefined ? null : first.exp * 1000 };
};

/** A key to which something is sealed. A private key must not reach the service. */
export const publicP256Key: Read<PublicKey, unknown> = (source) => {
	const key = keyOf(source, "the key", "must be a public JSON Web Key of P-256 with a kid");
	if (key instanceof Invalid || key.d === undefined) return key;
	return new Invalid("must not have d: the private half stays with the operator");
};

/** The index of an evidence key with the kid or point of a session key; -1 if there is none. */
export function indexOfSharedKey(evidence: EvidenceKeys, sessions: SigningKeys): number {
	return evidence.findIndex(({ kid, x }) => sessions.some((key) => key.kid === kid || key.x === x));
}

type AtLeastOne<T> = [T, ...T[]];

/** @param read parses a key; `place` is its path, such as `keys.0` */
function keysOf<Key extends PublicKey>(
	source: unknown,
	read: (jwk: unknown, place: string) => Key | Invalid,
): AtLeastOne<Key> | Invalid {
	const members = membersOf(source);
	if (!members) return new Invalid("must be a JSON Web Key Set");
	const jwks = members.get("keys");
	if (!Array.isArray(jwks)) return new Invalid("keys must be a list of keys");
	const keys = allRead(jwks.map((jwk, place) => read(jwk, `keys.${place}`)));
	if (keys instanceof Invalid) return keys;
	const [first, ...others] = keys;
	if (!first) return new Invalid("keys must have at least one key");
	const kids = new Set(keys.map(({ kid }) => kid));
	return kids.size === keys.length ? [first, ...others] : new Invalid("every kid of keys must be unique");
}

const NO_COORDINATE = "must be 32 bytes in base64url";

function keyOf(jwk: unknown, place: string, problem: string): EvidenceKey | Invalid {
	const members = membersOf(jwk);
	if (!members) return new Invalid(`${place} ${problem}`);
	const problems: string[] = [];
	const textOf = (name: string, isRight: (text: string) => boolean, otherwise: string): string => {
		const value = members.get(name);
		if (typeof value === "string" && isRight(value)) return value;
		problems.push(`${place}.${name} ${otherwise}`);
		return "";
	};
	const coordinate = (name: string) => textOf(name, (text) => COORDINATE.test(text), NO_COORDINATE);
	textOf("kty", (text) => text === "EC", "must be EC");
	textOf("crv", (text) => text === "P-256", "must be P-256");
	const noName = members.get("kid") === "" ? "must not be empty" : "must be text";
	const kid = textOf("kid", (text) => text !== "", noName);
	const [x, y] = [coordinate("x"), coordinate("y")];
	const d = members.get("d") === undefined ? undefined : coordinate("d");
	const exp = members.get("exp");
	if (exp !== undefined && !(Number.isSafeInteger(exp) && Number(exp) > 0))
		problems.push(`${place}.exp must be a time in unix seconds`);
	if (problems.length > 0) return new Invalid(...problems);
	if (!isP256Point({ x, y })) {
		return new Invalid(`${place} is not a P-256 key, because its x and y are not a point of the curve`);
	}
	return {
		kty: "EC",
		crv: "P-256",
		kid,
		x,
		y,
		...(d !== undefined && { d }),
		...(typeof exp === "number" && { exp }),
	};
}

function privateKey({ d, exp: _, ...key }: EvidenceKey, problem: string): SigningKey | Invalid {
	return d === undefined ? new Invalid(problem) : { ...key, d };
}
