/**
 * Verifies credentials (auth.md "Authenticating a call", "Developer sessions"). A wrong pair does not reveal which
 * half is wrong.
 */
import type {
	AnonymousPrincipal,
	Authentication,
	AuthenticationRejection,
	Confirmation,
	DeveloperPrincipal,
	SessionPrincipal,
	WalletPrincipal,
} from "../http/principal.ts";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import type { AccountOf, RunLater } from "./account-object.ts";
import type { KeyRows } from "./api-keys/api-keys.d1.ts";
import { isSecretOf, lookupOf } from "./api-keys/key-digests.ts";
import { isApiKey, isKeyPair, type KeyPair } from "./api-keys/key-format.ts";
import type { KeyHint } from "./api-keys/key-hint.ts";
import type { KeyHints } from "./api-keys/key-hints.kv.ts";
import type { ProvenKeys } from "./api-keys/proven-keys.ts";
import type { SessionClaims, SessionTokens } from "./login/session-token.ts";
import { walletOfSubject } from "./wallets/wallet-subject.ts";

/** Limits D1 queries, because anyone can invent keys of the right form. */
type MaySearch = () => Promise<boolean>;

export type Authenticator = {
	authenticateKeyPair(pair: KeyPair, maySearch: MaySearch): Promise<Authentication<DeveloperPrincipal>>;
	/** Undefined if the text is not a key of this service. */
	identifyKey(apiKey: string, maySearch: MaySearch): Promise<string | undefined>;
	authenticateToken(input: {
		token: string;
	}): Promise<Authentication<SessionPrincipal | WalletPrincipal | AnonymousPrincipal>>;
};

export type AuthenticatorPorts = {
	peppers: Peppers;
	tokens: SessionTokens;
	hints: KeyHints;
	rows: Pick<KeyRows, "findByLookup">;
	proven: ProvenKeys;
	accountOf: AccountOf;
	/** Unix milliseconds. */
	now: () => number;
	runLater: RunLater;
};

const WRONG_PAIR: AuthenticationRejection = {
	kind: "rejected",
	code: "INVALID_AUTH",
	message:
		"This API key pair is not valid: the key or the secret is wrong, or the pair has expired, was rotated or was revoked. Check both, or issue a new key in a session.",
};
const TOO_MANY_UNKNOWN: AuthenticationRejection = {
	kind: "rejected",
	code: "RATE_LIMITED",
	message: "Too many unknown API keys from this address. Wait a minute, then try again.",
	audit: { action: "api_key.refused" },
};
const WRONG_TOKEN: AuthenticationRejection = {
	kind: "rejected",
	code: "INVALID_TOKEN",
	message: "This access token is not valid. Log in again.",
};
const KEY_AS_TOKEN: AuthenticationRejection = {
	...WRONG_TOKEN,
	message: "This is an API key, not an access token. Send the pair as `x-api-key` and `x-api-secret`.",
};
const ENDED_SESSION: AuthenticationRejection = {
	kind: "rejected",
	code: "EXPIRED_TOKEN",
	message: "This session has ended. Log in again.",
};
const CONFIRMED: Confirmation = { kind: "confirmed" };

export function createAuthenticator(ports: AuthenticatorPorts): Authenticator {
	const { tokens, accountOf, now } = ports;
	return {
		async authenticateKeyPair(pair, maySearch) {
			if (!isKeyPair(pair)) return WRONG_PAIR;
			const found = await findKey(ports, pair, maySearch);
			if (found === "not_searched") return TOO_MANY_UNKNOWN;
			const { key, isProven } = found;
			if (!key || !isProven) return refusedPair(key && { target: key.keyId });
			const { developerId, keyId } = key;
			return {
				kind: "recognised",
				principal: { kind: "developer", developerId, via: "api_key", keyId },
				confirm: () => confirmKey(accountOf, developerId, keyId, now()),
			};
		},
		async identifyKey(apiKey, maySearch) {
			if (!isApiKey(apiKey)) return undefined;
			const lookups = lookupsOf(ports.peppers, apiKey);
			const hint = (await findHint(ports, lookups)) ?? ports.proven.find(lookups, now());
			if (hint || !(await maySearch())) return hint?.keyId;
			return (await ports.rows.findByLookup(lookups))?.keyId;
		},
		async authenticateToken({ token }) {
			const verdict = await tokens.verify(token, now());
			if (verdict.kind === "expired") return ENDED_SESSION;
			if (verdict.kind === "invalid") {
				if (isApiKey(token)) return KEY_AS_TOKEN;
				return isCompactJws(token)
					? { ...WRONG_TOKEN, audit: { action: "session_token.refused" } }
					: WRONG_TOKEN;
			}
			const { claims } = verdict;
			return {
				kind: "recognised",
				principal: principalOf(claims),
				confirm: async () =>
					claims.scope === "anonymous"
						? CONFIRMED
						: confirmSession(accountOf, claims.subject, claims.sessionId, now()),
			};
		},
	};
}

/** Malformed pairs are not audited. @param ids as far as they are known */
function refusedPair(ids: { actor?: string; target?: string } = {}): AuthenticationRejection {
	return { ...WRONG_PAIR, audit: { action: "api_key.refused", ...ids } };
}

const isCompactJws = (token: string) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);

function principalOf(claims: SessionClaims): SessionPrincipal | WalletPrincipal | AnonymousPrincipal {
	const { subject } = claims;
	switch (claims.scope) {
		case "developer":
			return { kind: "developer", developerId: subject, via: "session", sessionId: claims.sessionId };
		case "wallet":
		case "wallet_page": {
			const wallet = walletOfSubject(subject);
			if (!wallet) throw new Error("a verified token names a wallet");
			const page = claims.scope === "wallet_page" ? claims.page : null;
			return { kind: "wallet", subject, ...wallet, sessionId: claims.sessionId, page };
		}
		case "anonymous":
			return { kind: "anonymous", subject };
	}
}

/** The remembered keys save the D1 query after a KV miss, but decide nothing. */
async function findKey(
	ports: AuthenticatorPorts,
	pair: KeyPair,
	maySearch: MaySearch,
): Promise<{ key: KeyHint | undefined; isProven: boolean } | "not_searched"> {
	const { peppers, hints, rows, proven, now, runLater } = ports;
	const lookups = lookupsOf(peppers, pair.apiKey);
	const hint = await findHint(ports, lookups);
	if (hint && isSecretOf(peppers, hint, pair.apiSecret)) return { key: hint, isProven: true };
	const known = proven.find(lookups, now());
	if (known && isSecretOf(peppers, known, pair.apiSecret)) return { key: known, isProven: true };
	if (!(await maySearch())) return "not_searched";
	const row = await rows.findByLookup(lookups);
	const isProven = isSecretOf(peppers, row, pair.apiSecret);
	// Returns a revoked key too, so that its use is audited.
	if (row && isProven && row.revokedAt === null) {
		proven.remember(row.lookup, row, now());
		runLater(hints.put(row));
	}
	return { key: row, isProven };
}

function lookupsOf(peppers: Peppers, apiKey: string): string[] {
	return peppers.versions
		.map((version) => lookupOf(peppers, version, apiKey))
		.filter((lookup) => lookup !== undefined);
}

async function findHint({ hints }: AuthenticatorPorts, lookups: string[]): Promise<KeyHint | undefined> {
	for (const lookup of lookups) {
		const hint = await hints.find(lookup);
		if (hint) return hint;
	}
	return undefined;
}

async function confirmKey(
	accountOf: AccountOf,
	developerId: string,
	keyId: string,
	now: number,
): Promise<Confirmation> {
	const { kind } = await accountOf(developerId).confirmKey({ keyId, now });
	switch (kind) {
		case "active":
			return CONFIRMED;
		case "revoked":
			return {
				...WRONG_PAIR,
				audit: { action: "api_key.used_after_revocation", actor: developerId, target: keyId },
			};
		case "expired":
		case "unknown":
			return refusedPair({ actor: developerId, target: keyId });
	}
}

async function confirmSession(
	accountOf: AccountOf,
	accountName: string,
	sessionId: string,
	now: number,
): Promise<Confirmation> {
	const { kind } = await accountOf(accountName).confirmSession({ sessionId, now });
	switch (kind) {
		case "live":
			return CONFIRMED;
		case "expired":
			return ENDED_SESSION;
		case "unknown":
			return {
				...WRONG_TOKEN,
				audit: { action: "session_token.refused", actor: accountName, target: sessionId },
			};
	}
}
