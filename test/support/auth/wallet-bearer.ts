/** Opens wallet sessions without a signature: the tests' own key signs a valid token. */
import { env } from "cloudflare:workers";
import type { Account } from "../../../durable/account/account.ts";
import { ownerAddress } from "../signing/vectors.ts";
import { claimsOf, mintToken } from "./minted-tokens.ts";

/** The owner of the published vectors, proven by its key. */
export const OWNER_SUBJECT = `wallet:${ownerAddress.toLowerCase()}`;

/** @param subject `wallet:<address>`, or `wallet:<chainId>:<address>` for a contract, in lower case */
export async function newWalletBearer(subject = OWNER_SUBJECT): Promise<{ authorization: string }> {
	const sessionId = `ses_${crypto.randomUUID().replaceAll("-", "")}`;
	const accounts = env.ACCOUNTS as DurableObjectNamespace<Account>;
	await accounts.getByName(subject).openSession({ sessionId, now: Date.now() });
	return { authorization: `Bearer ${await mintToken(claimsOf(subject, "wallet", sessionId))}` };
}
