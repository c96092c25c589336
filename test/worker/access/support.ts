/** Every kind of caller, with its headers. */
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import * as z from "zod";
import { newReviewer } from "../../support/auth/accounts.ts";
import { bearer } from "../../support/auth/credentials.ts";
import { call } from "../../support/contract/worker-client.ts";
import { testSecrets } from "../../support/service/secrets.ts";

const tokenResponse = z.object({ accessToken: z.string(), expiresIn: z.number() });
const challengeResponse = z.object({ message: z.string(), expiresAt: z.string() });

type PageHeaders = { Origin?: string };

let keys = 0;
/** A wallet that no other test uses. */
export const newWallet = () => privateKeyToAccount(`0x${(0xabcdef + ++keys).toString(16).padStart(64, "0")}`);

/** Headers of a new anonymous session of the hosted app. */
export async function newAnonymous() {
	const body = { clientId: testSecrets.UI_CLIENT_ID, clientSecret: testSecrets.UI_CLIENT_SECRET };
	const response = await call("/auth/issue-anon-jwt", { body });
	return bearer(tokenResponse.parse(await response.json()).accessToken);
}

/** @param page headers of the page that asks; none without it */
export async function challengeFor(wallet: PrivateKeyAccount, chainId = 8453, page: PageHeaders = {}) {
	const body = { address: wallet.address, chainId };
	const response = await call("/auth/wallet/challenge", { body, headers: page });
	return challengeResponse.parse(await response.json());
}

export async function openWalletSession(wallet: PrivateKeyAccount, message: string, page: PageHeaders = {}) {
	const body = { message, signature: await wallet.signMessage({ message }) };
	return call("/auth/wallet/session", { body, headers: page });
}

/** The token of a new session of this wallet, as a header. */
export async function newWalletSession(wallet: PrivateKeyAccount, page: PageHeaders = {}) {
	const response = await openWalletSession(wallet, (await challengeFor(wallet, 8453, page)).message, page);
	return bearer(tokenResponse.parse(await response.json()).accessToken);
}

/** All headers that a page of this origin sends with a new session of the wallet. */
export async function newPageSession(wallet: PrivateKeyAccount, origin: string) {
	return { ...(await newWalletSession(wallet, { Origin: origin })), Origin: origin };
}

const originResponse = z.object({ originId: z.string(), origin: z.string(), status: z.string() });

/** An origin of a developer, with a reviewer's decision. */
export async function newOrigin(
	developer: { headers: Record<string, string> },
	origin: string,
	decision?: "allow" | "refuse",
) {
	const asked = originResponse.parse(
		await (await call("/origins", { body: { origin }, headers: developer.headers })).json(),
	);
	if (decision === undefined) return asked;
	const body = { decision, reason: "known to us" };
	const { headers } = await newReviewer();
	return originResponse.parse(
		await (await call(`/review/origins/${asked.originId}/decision`, { body, headers })).json(),
	);
}
