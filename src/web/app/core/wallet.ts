/** Whose wallet the session is of, for pages to show. The API verifies the token with each call. */
import { type WalletIdentity, walletOfSubject } from "../../../developers/wallets/wallet-subject.ts";
import { decodeBase64url } from "../../../kernel/encoding/base64url.ts";
import { toChecksumAddress } from "./addresses.ts";
import type { PageContext } from "./page-env.ts";
import { SessionNeeded, sessionToken } from "./sessions.ts";

/** Undefined without a wallet session. */
export function findWallet(c: PageContext): WalletIdentity | undefined {
	const token = sessionToken(c, "wallet");
	return token === undefined ? undefined : walletOfSubject(subjectOf(token));
}

/** @throws SessionNeeded */
export function walletOf(c: PageContext): WalletIdentity {
	const wallet = findWallet(c);
	if (!wallet) throw new SessionNeeded("wallet", sessionToken(c, "wallet") !== undefined);
	return wallet;
}

/** The account in EIP-55 form. @throws SessionNeeded */
export function walletAddress(c: PageContext): string {
	return toChecksumAddress(walletOf(c).address);
}

/** The claim `sub` of a JWT (RFC 7519); empty if it has none. */
function subjectOf(token: string): string {
	const bytes = decodeBase64url(token.split(".")[1] ?? "");
	if (!bytes) return "";
	try {
		const claims: { sub?: unknown } | null = JSON.parse(new TextDecoder().decode(bytes));
		return typeof claims?.sub === "string" ? claims.sub : "";
	} catch {
		return "";
	}
}
