/** Accounts registered over HTTP, and the objects behind them. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as z from "zod";
import type { Account } from "../../../durable/account/account.ts";
import { newEmail } from "../../support/auth/accounts.ts";
import { bearer, keyPairHeaders, PASSWORD } from "../../support/auth/credentials.ts";
import { call } from "../../support/contract/worker-client.ts";

const loginResponse = z.object({ accessToken: z.string(), user: z.object({ id: z.string() }) });

/** Registers and logs in over HTTP, for tests of that and of its audit entries. */
export async function registerDeveloper() {
	const email = newEmail();
	const credentials = { email, password: PASSWORD };
	const registered = await call("/auth/register", { body: credentials });
	if (registered.status !== 201) throw new Error(`register responded ${registered.status}`);
	const response = await call("/auth/login", { body: credentials });
	const { accessToken, user } = loginResponse.parse(await response.json());
	return { email, token: accessToken, developerId: user.id, headers: bearer(accessToken) };
}

/** A call that responds 200 to any valid key pair. */
export function callWithKey(pair: { apiKey: string; apiSecret: string }): Promise<Response> {
	return call("/recovery-cases", { headers: keyPairHeaders(pair) });
}

export function accountStub(developerId: string): DurableObjectStub<Account> {
	return (env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(developerId);
}

/** Waits until the object has recorded the last use of every call. It does so in timers, which keep their order. */
export async function usesNoted(stub: DurableObjectStub<Account>): Promise<void> {
	await runInDurableObject(stub, () => scheduler.wait(1));
}
