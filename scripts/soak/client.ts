/** Callers over HTTP, each from its own client network. */
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { bearer, keyPairHeaders, PASSWORD } from "../../test/support/auth/credentials.ts";
import {
	type Headers,
	jsonOf,
	openWalletSession,
	type ServicePartner,
} from "../../test/support/service/service-client.ts";

export const CHAIN_ID = 8453;

/** The header with a client's address, as the platform sets it. */
export const from = (address: string): Headers => ({ "CF-Connecting-IP": address });

export const newWallet = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());

/** @returns the client with a session of this wallet */
export async function withWallet(client: ServicePartner, wallet: PrivateKeyAccount): Promise<ServicePartner> {
	const { address } = wallet;
	return client.with(await openWalletSession(client, { address, chainId: CHAIN_ID, signer: wallet }));
}

export type Developer = {
	email: string;
	developerId: string;
	session: ServicePartner;
	key: ServicePartner;
	pair: { apiKey: string; apiSecret: string; keyId: string };
};

/** A new account with a session and an API key. */
export async function newDeveloper(client: ServicePartner): Promise<Developer> {
	const email = `${crypto.randomUUID()}@example.com`;
	const credentials = { email, password: PASSWORD };
	await jsonOf(client.send("/auth/register", credentials));
	const { accessToken, user } = await jsonOf<{ accessToken: string; user: { id: string } }>(
		client.send("/auth/login", credentials),
	);
	const session = client.with(bearer(accessToken));
	const pair = await jsonOf<Developer["pair"]>(session.send("/auth/api-keys", { label: "soak" }));
	return { email, developerId: user.id, session, key: client.with(keyPairHeaders(pair)), pair };
}
