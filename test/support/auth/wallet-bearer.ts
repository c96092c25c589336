/** A wallet's session without its signature: minted by the tests' own key, in force like any other. */
import { env } from "cloudflare:workers";
import type { Account } from "../../../durable/account/account.ts";
import { ownerAddress } from "../signing/vectors.ts";
import { claimsOf, mintToken } from "./minted-tokens.ts";

/** Of the owner of the published vectors, proven by its key. */
export const OWNER_SUBJECT = `wallet:${ownerAddress.toLowerCase()}`;

/** @param subject `wallet:<address>`, or `wallet:<chainId>:<address>` of a contract; in lower case */
export async function newWalletBearer(subject = OWNER_SUBJECT): Promise<{ authorization: string }> {
	const sessionId = `ses_${crypto.randomUUID().replaceAll("-", "")}`;
	const accounts = env.ACCOUNTS as DurableObjectNamespace<Account>;
	await accounts.getByName(subject).openSession({ sessionId, now: Date.now() });
	return { authorization: `Bearer ${await mintToken(claimsOf(subject, "wallet", sessionId))}` };
}
