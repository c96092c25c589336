/** Session tokens: ES256 JWTs of type `at+jwt` (RFC 9068). The account object decides whether a session is active. */
import { errors, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import * as z from "zod";
import type { Page } from "../../http/principal.ts";
import { lazy, once } from "../../kernel/once.ts";
import { walletOfSubject } from "../wallets/wallet-subject.ts";

const ALGORITHM = "ES256";
const TOKEN_TYPE = "at+jwt";

/** An `anonymous` session is not stored and expires after fifteen minutes. */
export type SessionClaims =
	| { scope: "developer"; subject: string; sessionId: string }
	/** `wallet-subject.ts` describes the subject. */
	| { scope: "wallet"; subject: string; sessionId: string }
	/** A scope of its own, so that no reader of a `wallet` token can overlook the page. */
	| { scope: "wallet_page"; subject: string; sessionId: string; page: Page }
	| { scope: "anonymous"; subject: string };

type TokenVerdict =
	| { kind: "valid"; claims: SessionClaims }
	| { kind: "expired" }
	| { kind: "invalid"; reason: string };

export type SessionTokens = {
	/** @param tokenId unique, becomes `jti` */
	sign(token: {
		claims: SessionClaims;
		tokenId: string;
		issuedAt: number;
		expiresAt: number;
	}): Promise<string>;
	/** Never throws for invalid tokens. @param now unix milliseconds */
	verify(token: string, now: number): Promise<TokenVerdict>;
};

export type SigningJwk = { kty: "EC"; crv: "P-256"; kid: string; x: string; y: string; d: string };

export type SessionTokenSettings = {
	issuer: string;
	audience: string;
	/** The first key signs; all verify. */
	keys: readonly SigningJwk[];
};

const registeredClaims = lazy(() => ({ jti: z.string().min(1), iat: z.number(), exp: z.number() }));
const sid = lazy(() => z.string().regex(/^ses_[0-9a-f]{32}$/));

const developerSub = lazy(() => z.string().regex(/^dev_[0-9a-f]{32}$/));
const walletSub = lazy(() => z.string().refine((subject) => walletOfSubject(subject) !== undefined));

const claimsSchema = lazy(() =>
	z.discriminatedUnion("scope", [
		z.object({
			...registeredClaims(),
			scope: z.literal("developer"),
			sub: developerSub(),
			sid: sid(),
		}),
		z.object({ ...registeredClaims(), scope: z.literal("wallet"), sub: walletSub(), sid: sid() }),
		z.object({
			...registeredClaims(),
			scope: z.literal("wallet_page"),
			sub: walletSub(),
			sid: sid(),
			origin: z.string(),
			developer: developerSub(),
		}),
		z.object({
			...registeredClaims(),
			scope: z.literal("anonymous"),
			sub: z.string().regex(/^anon:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
		}),
	]),
);

function sessionClaims(payload: unknown): SessionClaims | undefined {
	const parsed = claimsSchema().safeParse(payload);
	if (!parsed.success) return undefined;
	const { data } = parsed;
	const { scope, sub: subject } = data;
	if (scope === "anonymous") return { scope, subject };
	if (scope !== "wallet_page") return { scope, subject, sessionId: data.sid };
	return { scope, subject, sessionId: data.sid, page: { origin: data.origin, developerId: data.developer } };
}

export function createSessionTokens({ issuer, audience, keys }: SessionTokenSettings): SessionTokens {
	const verifyingKeys = new Map(keys.map((jwk) => [jwk.kid, once(() => importKey(publicHalf(jwk)))]));
	const [first] = keys;
	const signingKey = once(() => {
		if (!first) throw new Error("there is no signing key");
		return importKey(first);
	});

	return {
		async sign({ claims, tokenId, issuedAt, expiresAt }) {
			const { scope, subject } = claims;
			const page = "page" in claims && { origin: claims.page.origin, developer: claims.page.developerId };
			return new SignJWT({ scope, ...("sessionId" in claims && { sid: claims.sessionId }), ...page })
				.setProtectedHeader({ alg: ALGORITHM, typ: TOKEN_TYPE, kid: first?.kid ?? "" })
				.setIssuer(issuer)
				.setAudience(audience)
				.setSubject(subject)
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
					requiredClaims: ["iss", "aud", "sub", "jti", "scope", "iat", "exp"],
					currentDate: new Date(now),
				});
				const claims = sessionClaims(payload);
				return claims ? { kind: "valid", claims } : { kind: "invalid", reason: "claims" };
			} catch (error) {
				if (error instanceof errors.JWTExpired) return { kind: "expired" };
				if (error instanceof errors.JOSEError) return { kind: "invalid", reason: error.code };
				throw error;
			}
		},
	};
}

export function publicHalf({ kty, crv, kid, x, y }: Omit<SigningJwk, "d">) {
	return { kty, crv, kid, x, y, alg: ALGORITHM, use: "sig" } as const;
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
	const key = await importJWK(jwk, ALGORITHM);
	if (key instanceof Uint8Array) throw new Error("a signing key must be an elliptic-curve key");
	return key;
}
