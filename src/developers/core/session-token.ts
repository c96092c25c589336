/**
 * Session tokens: ES256 JWTs of type `at+jwt` (RFC 9068). Every check that jose offers is asked for by name,
 * so that no token of another algorithm, issuer, audience or kind passes. That a token is good says only that
 * it was issued here: the account object decides whether its session still lives.
 */
import { errors, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod";

const ALGORITHM = "ES256";
const TOKEN_TYPE = "at+jwt";
const SESSION_SCOPE = "developer";

type SessionClaims = { developerId: string; sessionId: string };

type TokenVerdict =
	| ({ kind: "valid" } & SessionClaims)
	| { kind: "expired" }
	| { kind: "invalid"; reason: string };

export type SessionTokens = {
	/** @param issuedAt @param expiresAt unix milliseconds @param tokenId unique, becomes `jti` */
	sign(token: SessionClaims & { tokenId: string; issuedAt: number; expiresAt: number }): Promise<string>;
	/** Judges any text; never throws for what it holds. @param now unix milliseconds */
	verify(token: string, now: number): Promise<TokenVerdict>;
};

/** A private key of P-256; its public half is what `verify` uses. */
export type SigningJwk = { kty: "EC"; crv: "P-256"; kid: string; x: string; y: string; d: string };

export type SessionTokenSettings = {
	issuer: string;
	audience: string;
	/** The first signs, all verify. */
	keys: readonly SigningJwk[];
};

const claimsSchema = z.object({
	sub: z.string().regex(/^dev_[0-9a-f]{32}$/),
	sid: z.string().regex(/^ses_[0-9a-f]{32}$/),
	jti: z.string().min(1),
	scope: z.literal(SESSION_SCOPE),
	iat: z.number(),
	exp: z.number(),
});

/** Imports each key once, when it is first needed. */
export function createSessionTokens({ issuer, audience, keys }: SessionTokenSettings): SessionTokens {
	const verifyingKeys = new Map(keys.map((jwk) => [jwk.kid, once(() => importKey(publicHalf(jwk)))]));
	const [first] = keys;
	const signingKey = once(() => {
		if (!first) throw new Error("there is no signing key");
		return importKey(first);
	});

	return {
		async sign({ developerId, sessionId, tokenId, issuedAt, expiresAt }) {
			return new SignJWT({ sid: sessionId, scope: SESSION_SCOPE })
				.setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: first?.kid ?? "" })
				.setIssuer(issuer)
				.setAudience(audience)
				.setSubject(developerId)
				.setJti(tokenId)
				.setIssuedAt(Math.floor(issuedAt / 1000))
				.setExpirationTime(Math.floor(expiresAt / 1000))
				.sign(await signingKey());
		},
		async verify(token, now) {
			const keyByKid = ({ kid }: { kid?: string | undefined }) => {
				const key = kid === undefined ? undefined : verifyingKeys.get(kid);
				if (!key) throw new errors.JWKSNoMatchingKey();
				return key();
			};
			try {
				const { payload } = await jwtVerify(token, keyByKid, {
					algorithms: [ALGORITHM],
					issuer,
					audience,
					typ: TOKEN_TYPE,
					requiredClaims: ["iss", "aud", "sub", "sid", "jti", "scope", "iat", "exp"],
					currentDate: new Date(now),
				});
				const claims = claimsSchema.safeParse(payload);
				if (!claims.success) return { kind: "invalid", reason: "claims" };
				return { kind: "valid", developerId: claims.data.sub, sessionId: claims.data.sid };
			} catch (error) {
				if (error instanceof errors.JWTExpired) return { kind: "expired" };
				if (error instanceof errors.JOSEError) return { kind: "invalid", reason: error.code };
				throw error;
			}
		},
	};
}

/** The members of a key that anybody may see. */
export function publicHalf({ kty, crv, kid, x, y }: SigningJwk) {
	return { kty, crv, kid, x, y, alg: ALGORITHM, use: "sig" } as const;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
	const key = await importJWK(jwk, ALGORITHM);
	if (key instanceof Uint8Array) throw new Error("a signing key must be an elliptic-curve key");
	return key;
}

/** Keeps the value, not the promise: a promise belongs to one request and would die with it. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
	let made: T | undefined;
	return async () => {
		made ??= await make();
		return made;
	};
}
