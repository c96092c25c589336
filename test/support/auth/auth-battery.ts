/**
 * The authentication battery: one valid credential of every kind, and every credential that must be rejected.
 * A test sends all of them to every row of the route table, so no new route can be forgotten.
 */
import { env } from "cloudflare:workers";
import {
	type ContractDeveloper,
	newContractDeveloper,
	newContractReviewer,
} from "../contract/contract-developer.ts";
import { type BadCredential, badCredentials, PAGE } from "./bad-credentials.ts";
import type { CredentialKind } from "./credential-kinds.ts";
import { type AuthHeaders, bearer, claimsOf, mintToken } from "./minted-tokens.ts";
import { newWalletBearer } from "./wallet-bearer.ts";

export type Battery = {
	/** One valid credential of every kind. */
	good: Record<CredentialKind, AuthHeaders>;
	bad: BadCredential[];
};

/** Registers the accounts and makes every credential. */
export async function newBattery(): Promise<Battery> {
	const developer = await newContractDeveloper();
	const reviewer = await newContractReviewer();
	const good = {
		api_key: developer.keyPair,
		session: developer.bearer,
		cookie: developer.cookie,
		reviewer_session: reviewer.bearer,
		reviewer_cookie: reviewer.cookie,
		wallet: await newWalletBearer(),
		anonymous: bearer(await mintToken(claimsOf(`anon:${crypto.randomUUID()}`, "anonymous"))),
		origin: await allowedOrigin(developer),
	};
	const [other, leaver] = [await newContractDeveloper(), await newContractDeveloper()];
	return { good, bad: await badCredentials({ developer, other, leaver }) };
}

async function allowedOrigin({ developerId }: ContractDeveloper): Promise<AuthHeaders> {
	await env.DB.prepare(
		"INSERT INTO origins (origin_id, origin, developer_id, status, requested_at) VALUES (?, ?, ?, 'allowed', 1)",
	)
		.bind(crypto.randomUUID(), PAGE, developerId)
		.run();
	return { origin: PAGE };
}
