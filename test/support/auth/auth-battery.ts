/**
 * The authentication battery: one valid credential of every kind, and every credential that must be rejected.
 * A test sends all of them to every row of the route table, so no new route can be forgotten.
 */
import { env } from "cloudflare:workers";
import { type DeveloperWithKey, newDeveloperWithKey, newReviewer } from "./accounts.ts";
import { type BadCredential, badCredentials, PAGE } from "./bad-credentials.ts";
import type { CredentialKind } from "./credential-kinds.ts";
import { bearer } from "./credentials.ts";
import { type AuthHeaders, claimsOf, mintToken } from "./minted-tokens.ts";
import { newWalletBearer } from "./wallet-bearer.ts";

export type Battery = {
	/** One valid credential of every kind. */
	good: Record<CredentialKind, AuthHeaders>;
	bad: BadCredential[];
};

/** Registers the accounts and makes every credential. */
export async function newBattery(): Promise<Battery> {
	const developer = await newDeveloperWithKey();
	const reviewer = await newReviewer();
	const good = {
		api_key: developer.keyPair,
		session: developer.headers,
		cookie: developer.cookie,
		reviewer_session: reviewer.headers,
		reviewer_cookie: reviewer.cookie,
		wallet: await newWalletBearer(),
		anonymous: bearer(await mintToken(claimsOf(`anon:${crypto.randomUUID()}`, "anonymous"))),
		origin: await allowedOrigin(developer),
	};
	const [other, leaver] = [await newDeveloperWithKey(), await newDeveloperWithKey()];
	return { good, bad: await badCredentials({ developer, other, leaver }) };
}

async function allowedOrigin({ developerId }: DeveloperWithKey): Promise<AuthHeaders> {
	await env.DB.prepare(
		"INSERT INTO origins (origin_id, origin, developer_id, status, requested_at) VALUES (?, ?, ?, 'allowed', 1)",
	)
		.bind(crypto.randomUUID(), PAGE, developerId)
		.run();
	return { origin: PAGE };
}
