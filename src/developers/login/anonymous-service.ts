/** auth.md "Anonymous sessions". */
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { SessionTokens } from "./session-token.ts";

const ANONYMOUS_SESSION_SECONDS = 15 * 60;

export type UiClient = {
	id: string;
	/** Two during a rotation. */
	secrets: readonly string[];
};

type AnonymousSession = { token: string; subject: string; expiresInSeconds: number };

export function createAnonymousService({ client, tokens }: { client: UiClient; tokens: SessionTokens }) {
	/** Compares every secret, so that timing reveals no match. */
	function isClient(clientId: string, clientSecret: string): boolean {
		const isId = isSame(clientId, client.id);
		const matches = client.secrets.map((secret) => isSame(clientSecret, secret));
		return isId && matches.includes(true);
	}

	return {
		async issue(input: { clientId: string; clientSecret: string; now: number }): Promise<AnonymousSession> {
			const { clientId, clientSecret, now } = input;
			if (!isClient(clientId, clientSecret)) {
				throw new AppError({ code: "INVALID_AUTH", message: "The client id or the client secret is wrong." });
			}
			const subject = `anon:${crypto.randomUUID()}`;
			const token = await tokens.sign({
				claims: { scope: "anonymous", subject },
				tokenId: crypto.randomUUID(),
				issuedAt: now,
				expiresAt: now + ANONYMOUS_SESSION_SECONDS * 1000,
			});
			return { token, subject, expiresInSeconds: ANONYMOUS_SESSION_SECONDS };
		},
	};
}

/** Hashes, because the texts may differ in length. */
function isSame(given: string, expected: string): boolean {
	const digest = (text: string) => createHash("sha256").update(text).digest();
	return timingSafeEqual(digest(given), digest(expected));
}
