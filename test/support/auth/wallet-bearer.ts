/** Opens wallet sessions without a signature: the tests' own key signs a valid token. */
import { env } from "cloudflare:workers";
import type { Account } from "../../../durable/account/account.ts";
import { ownerAddress } from "../signing/vectors.ts";
import { claimsOf, mintToken } from "./minted-tokens.ts";

/** The owner of the published vectors, proven by its key. */
export const OWNER_SUBJECT = `wallet:${ownerAddress.toLowerCase()}`;

/** @param subject `wallet:<address>`, or `wallet:<chainId>:<address>` of a contract; in lower case */
export async function newWalletBearer(subject = OWNER_SUBJECT): Promise<{ authorization: string }> {
	return bearerOf(claimsOf(subject, "wallet", await openSession(subject)));
}

/** The token of a session that was opened on a page. It works with this `Origin` only, which must be allowed. */
export async function newPageBearer(origin: string): Promise<{ authorization: string }> {
	const developer = await env.DB.prepare("SELECT developer_id FROM origins WHERE origin = ?")
		.bind(origin)
		.first("developer_id");
	const claims = claimsOf(OWNER_SUBJECT, "wallet_page", await openSession(OWNER_SUBJECT));
	return bearerOf({ ...claims, origin, developer });
}

async function openSession(subject: string): Promise<string> {
	const sessionId = `ses_${crypto.randomUUID().replaceAll("-", "")}`;
	const accounts = env.ACCOUNTS as DurableObjectNamespace<Account>;
	await accounts.getByName(subject).openSession({ sessionId, now: Date.now() });
	return sessionId;
}

async function bearerOf(claims: Record<string, unknown>): Promise<{ authorization: string }> {
	return { authorization: `Bearer ${await mintToken(claims)}` };
}
