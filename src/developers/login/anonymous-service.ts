/** Sessions of the hosted app for people without an account (specification "Authentication"). */
import { createHash, timingSafeEqual } from "node:crypto";
import type { SessionTokens } from "./session-token.ts";

/** auth.md "Passwords and sessions". */
const ANONYMOUS_SESSION_SECONDS = 15 * 60;

export type UiClient = {
	id: string;
	/** One, or two while they are being rotated. */
	secrets: readonly string[];
};

export type AnonymousAnswer =
	| { kind: "issued"; token: string; subject: string; expiresInSeconds: number }
	| { kind: "wrong_client" };

export type AnonymousService = ReturnType<typeof createAnonymousService>;

export function createAnonymousService({ client, tokens }: { client: UiClient; tokens: SessionTokens }) {
	/** Every secret is compared, whether or not one has fitted, and id and secret alike in constant time. */
	function isClient(clientId: string, clientSecret: string): boolean {
		const isId = isSame(clientId, client.id);
		const fits = client.secrets.map((secret) => isSame(clientSecret, secret));
		return isId && fits.includes(true);
	}

	return {
		/** @param now unix milliseconds */
		async issue(input: { clientId: string; clientSecret: string; now: number }): Promise<AnonymousAnswer> {
			const { clientId, clientSecret, now } = input;
			if (!isClient(clientId, clientSecret)) return { kind: "wrong_client" };
			const subject = `anon:${crypto.randomUUID()}`;
			const token = await tokens.sign({
				claims: { scope: "anonymous", subject },
				tokenId: crypto.randomUUID(),
				issuedAt: now,
				expiresAt: now + ANONYMOUS_SESSION_SECONDS * 1000,
			});
			return { kind: "issued", token, subject, expiresInSeconds: ANONYMOUS_SESSION_SECONDS };
		},
	};
}

/** Of hashes, since they have one length and the secrets may not. */
function isSame(given: string, expected: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}
