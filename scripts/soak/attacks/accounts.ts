/** Attacks on logins, accounts, keys and webhooks. */
import { bearer, keyPairHeaders, PASSWORD } from "../../../test/support/auth/credentials.ts";
import { jsonOf } from "../../../test/support/service/service-client.ts";
import { startReceiver } from "../../../test/support/webhooks/webhook-receiver.ts";
import { CHAIN_ID, newDeveloper, newWallet } from "../client.ts";
import type { Attack } from "./ground.ts";

/** Every network guesses the password of the well-behaved developer. */
export const guessPasswords: Attack = async ({ stranger, send, email }) => {
	let turn = 0;
	return () => send(stranger(), "/auth/login", { email, password: `Wrong-ipsum-${++turn}` });
};

export const logInWithNewWallets: Attack =
	async ({ stranger, send }) =>
	async () => {
		const client = stranger();
		const wallet = newWallet();
		const asked = { address: wallet.address, chainId: CHAIN_ID };
		const { status, body } = await send(client, "/auth/wallet/challenge", asked);
		if (status !== 200) return;
		const { message }: { message: string } = Object(body);
		await send(client, "/auth/wallet/session", { message, signature: await wallet.signMessage({ message }) });
	};

export const issueAndRevokeKeys: Attack = async ({ stranger, send }) => {
	const { session } = await newDeveloper(stranger());
	return async () => {
		const { status, body } = await send(session, "/auth/api-keys", { label: "soak" });
		if (status === 201) await send(session, "/auth/api-keys", { keyId: Object(body).keyId }, "DELETE");
	};
};

export const testWebhooksOfNewEndpoints: Attack = async ({ stranger, send }) => {
	const [{ key }, receiver] = await Promise.all([newDeveloper(stranger()), startReceiver()]);
	return async () => {
		const { status, body } = await send(key, "/webhook-endpoints", { url: receiver.hook("soak") });
		if (status !== 201) return;
		const path = `/webhook-endpoints/${Object(body).endpointId}`;
		await send(key, `${path}/test`, {});
		await send(key, path, undefined, "DELETE");
	};
};

/** The halves of two key pairs. */
export const sendWrongSecrets: Attack = async ({ stranger, send }) => {
	const [one, other] = [await newDeveloper(stranger()), await newDeveloper(stranger())];
	const mixed = keyPairHeaders({ apiKey: one.pair.apiKey, apiSecret: other.pair.apiSecret });
	return () => send(stranger().with(mixed), "/recovery-cases");
};

/** A token with the signature of another one. */
export const sendForgedTokens: Attack = async ({ stranger, send }) => {
	const credentials = { email: (await newDeveloper(stranger())).email, password: PASSWORD };
	const tokens = await Promise.all(
		[1, 2].map(() => jsonOf<{ accessToken: string }>(stranger().send("/auth/login", credentials))),
	);
	const [one = [], other = []] = tokens.map(({ accessToken }) => accessToken.split("."));
	const forged = bearer([one[0], one[1], other[2]].join("."));
	return () => send(stranger().with(forged), "/auth/me");
};

export const registerInParallel: Attack =
	async ({ stranger, send }) =>
	() => {
		const client = stranger();
		const account = () => ({ email: `${crypto.randomUUID()}@example.com`, password: PASSWORD });
		return Promise.all(Array.from({ length: 26 }, () => send(client, "/auth/register", account())));
	};

export const listWithFiltersThatMatchNothing: Attack = async ({ stranger, send }) => {
	const { key } = await newDeveloper(stranger());
	const account = newWallet().address;
	const filters = ["status=executed&chainId=1", `status=rejected&account=${account}`, `account=${account}`];
	let turn = 0;
	return () => send(key, `/recovery-cases?${filters[turn++ % filters.length]}`);
};
