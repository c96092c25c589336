/**
 * The settings that hold signing keys, as JSON Web Key Sets (RFC 7517): of sessions, and of evidence. Whether the
 * halves of a key belong together is for `health/check-signing-keys.ts` to say: that takes a signature.
 */
import { isP256Point } from "../kernel/p256.ts";
import { allRead, membersOf, type Read, Wrong } from "./setting.ts";

/** 32 bytes are 43 base64url characters, the last of which has four bits to carry. */
const COORDINATE = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

type PublicKey = { kty: "EC"; crv: "P-256"; kid: string; x: string; y: string };
type SigningKey = PublicKey & { d: string };
type EvidenceKey = PublicKey & { d?: string };

/** The first signs, all verify. */
export type SigningKeys = SigningKey[];
export type EvidenceKeys = EvidenceKey[];
export type EvidenceKeySet = { keys: EvidenceKeys; signingKey: SigningKey };

export const sessionKeySet: Read<{ keys: SigningKeys }, unknown> = (source) => {
	const keys = keysOf(source, (jwk, place) => {
		const key = keyOf(jwk, place, "must be a private JSON Web Key");
		return key instanceof Wrong ? key : privateKey(key, `${place}.d ${NO_COORDINATE}`);
	});
	return keys instanceof Wrong ? keys : { keys };
};

/** The first signs. A retired one goes on being published; its private half may be taken away, and should be. */
export const evidenceKeySet: Read<EvidenceKeySet, unknown> = (source) => {
	const keys = keysOf(source, (jwk, place) => keyOf(jwk, place, "must be a JSON Web Key"));
	if (keys instanceof Wrong) return keys;
	const [first] = keys;
	const signingKey = privateKey(first, "keys.0 must have its d: the first key signs");
	return signingKey instanceof Wrong ? signingKey : { keys, signingKey };
};

/** Where in the set a key stands that is a session key as well, by its name or its point; -1 where none does. */
export function placeOfSessionKey(evidence: EvidenceKeys, sessions: SigningKeys): number {
	return evidence.findIndex(({ kid, x }) => sessions.some((key) => key.kid === kid || key.x === x));
}

type AtLeastOne<T> = [T, ...T[]];

/** @param read a key and its place, such as `keys.0` */
function keysOf<Key extends PublicKey>(
	source: unknown,
	read: (jwk: unknown, place: string) => Key | Wrong,
): AtLeastOne<Key> | Wrong {
	const members = membersOf(source);
	if (!members) return new Wrong("must be a JSON Web Key Set");
	const jwks = members.get("keys");
	if (!Array.isArray(jwks)) return new Wrong("keys must be a list of keys");
	const keys = allRead(jwks.map((jwk, place) => read(jwk, `keys.${place}`)));
	if (keys instanceof Wrong) return keys;
	const [first, ...others] = keys;
	if (!first) return new Wrong("keys must have at least one key");
	const kids = new Set(keys.map(({ kid }) => kid));
	return kids.size === keys.length ? [first, ...others] : new Wrong("keys: no kid may occur twice");
}

const NO_COORDINATE = "must be 32 bytes in base64url";

function keyOf(jwk: unknown, place: string, problem: string): EvidenceKey | Wrong {
	const members = membersOf(jwk);
	if (!members) return new Wrong(`${place} ${problem}`);
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
	const noName = members.get("kid") === "" ? "must not be empty" : "must be a text";
	const kid = textOf("kid", (text) => text !== "", noName);
	const [x, y] = [coordinate("x"), coordinate("y")];
	const d = members.get("d") === undefined ? undefined : coordinate("d");
	if (problems.length > 0) return new Wrong(...problems);
	if (!isP256Point({ x, y })) {
		return new Wrong(`${place} is no P-256 key: its x and y are not a point of the curve`);
	}
	return { kty: "EC", crv: "P-256", kid, x, y, ...(d !== undefined && { d }) };
}

function privateKey({ d, ...key }: EvidenceKey, problem: string): SigningKey | Wrong {
	return d === undefined ? new Wrong(problem) : { ...key, d };
}
