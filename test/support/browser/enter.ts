/** Sessions for visitors whose journey begins behind the sign-in. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContext } from "playwright-core";
import type { PrivateKeyAccount } from "viem/accounts";
import { environment } from "../service/service.ts";
import { openWalletSession, partnerAt, registerDeveloper } from "../service/service-client.ts";
import type { App } from "./app.ts";

type Place = Pick<App, "url">;

/** Opens the developer section with the session of an access token. */
export function enterAsDeveloper(context: BrowserContext, { url }: Place, token: string): Promise<void> {
	const cookie = { name: "access_token", value: token, url, httpOnly: true, sameSite: "Strict" } as const;
	return context.addCookies([cookie]);
}

/** Signs a wallet in through the API, which the sign-in pages have tests of their own for. */
export async function enterAsWallet(
	context: BrowserContext,
	{ url }: Place,
	account: PrivateKeyAccount,
): Promise<void> {
	const opened = { address: account.address, chainId: 1, signer: account };
	const { Authorization } = await openWalletSession(partnerAt(url, {}), opened);
	const value = Authorization.slice("Bearer ".length);
	await context.addCookies([{ name: "wallet", value, url, httpOnly: true, sameSite: "Lax" }]);
}

/** @returns the access token of a developer whom the operator made a reviewer */
export async function newReviewer({ url, stateDir }: Pick<App, "url" | "stateDir">): Promise<string> {
	const { developerId, token } = await registerDeveloper(url);
	const grant = ["run", "--silent", "reviewer", "--", "grant", developerId, "--yes", "--state", stateDir];
	await promisify(execFile)("npm", grant, { env: environment() });
	return token;
}
