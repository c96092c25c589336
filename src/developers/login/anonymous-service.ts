/** auth.md "Anonymous sessions". */
import { createHash, timingSafeEqual } from "node:crypto";
import type { SessionTokens } from "./session-token.ts";

const ANONYMOUS_SESSION_SECONDS = 15 * 60;

export type UiClient = {
	id: string;
	/** Two during a rotation. */
	secrets: readonly string[];
};

export type AnonymousResult =
	| { kind: "issued"; token: string; subject: string; expiresInSeconds: number }
	| { kind: "wrong_client" };

export type AnonymousService = ReturnType<typeof createAnonymousService>;

export function createAnonymousService({ client, tokens }: { client: UiClient; tokens: SessionTokens }) {
	/** Compares every secret, so that timing reveals no match. */
	function isClient(clientId: string, clientSecret: string): boolean {
		const isId = isSame(clientId, client.id);
		const matches = client.secrets.map((secret) => isSame(clientSecret, secret));
		return isId && matches.includes(true);
	}

	return {
		async issue(input: { clientId: string; clientSecret: string; now: number }): Promise<AnonymousResult> {
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

/** Hashes, because the texts may differ in length. */
function isSame(given: string, expected: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}
