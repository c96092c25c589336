/** Tokens signed with the tests' own signing key, and imitations of them. */
import { env } from "cloudflare:workers";
import { type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { BASE_PATH } from "../../../src/services.ts";
import { type CallOptions, ORIGIN } from "../contract/openapi-client.ts";

export type AuthHeaders = NonNullable<CallOptions["headers"]>;

/** Overrides; `undefined` removes a claim or header. */
type Changes = { header?: Partial<JWTHeaderParameters> | undefined; claims?: Record<string, unknown> };
/** Anything that jose signs with: a private key, or bytes for the algorithms that must be rejected. */
type Key = CryptoKey | Uint8Array;

const [jwk] = JSON.parse(env.SESSION_SIGNING_KEYS).keys;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

export const publicJwk = { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, kid: jwk.kid };
export const KID: string = jwk.kid;

const ownKey = crypto.subtle.importKey("jwk", { ...publicJwk, d: jwk.d }, ALGORITHM, false, ["sign"]);

export async function foreignKeyPair(): Promise<CryptoKeyPair> {
	return (await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"])) as CryptoKeyPair;
}

/** The claims of a valid token. `sid` is left out without a session. */
export function claimsOf(subject: string, scope: string, sessionId?: string): Record<string, unknown> {
	const now = Math.floor(Date.now() / 1000);
	return {
		iss: ORIGIN,
		aud: ORIGIN + BASE_PATH,
		sub: subject,
		scope,
		jti: crypto.randomUUID(),
		iat: now,
		exp: now + 600,
		...(sessionId !== undefined && { sid: sessionId }),
	};
}

/** Signs with the service's own key unless another is given. */
export async function mintToken(
	claims: Record<string, unknown>,
	changes: Changes = {},
	key?: Key,
): Promise<string> {
	const header = { alg: "ES256", typ: "at+jwt", kid: KID, ...changes.header };
	const payload = JSON.parse(JSON.stringify({ ...claims, ...changes.claims })) as JWTPayload;
	return new SignJWT(payload).setProtectedHeader(header as JWTHeaderParameters).sign(key ?? (await ownKey));
}

/** A token assembled by hand, because jose would not sign it. */
export function rawToken(header: unknown, claims: unknown, signature = ""): string {
	const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
	return `${part(header)}.${part(claims)}.${signature}`;
}
