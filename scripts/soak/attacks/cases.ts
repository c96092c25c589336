/** Cases that cost storage, reviewers' time, an owner's signatures or the operator's node. */
import { randomBytes } from "node:crypto";
import { type Hex, toHex } from "viem";
import { bearer } from "../../../test/support/auth/credentials.ts";
import { testSecrets } from "../../../test/support/service/secrets.ts";
import { jsonOf } from "../../../test/support/service/service-client.ts";
import { newWallet, withWallet } from "../client.ts";
import { signedCase } from "../signed-case.ts";
import type { Attack } from "./ground.ts";

const NEW_CASE = "/recovery-cases/new-case";
const HASHES_OF_A_REPORT = 100;
const CALLDATA_BYTES = 65_536;
const WALLETS = 8;

export const reportUnseenHashes: Attack = async ({ stranger, send }) => {
	const wallet = newWallet();
	const client = await withWallet(stranger(), wallet);
	const { path, body, order } = await signedCase(wallet);
	await jsonOf(client.send(NEW_CASE, body));
	await jsonOf(client.send(`${path}/court-order`, await order(), "PATCH"));
	return () => {
		const txHashes = Array.from({ length: HASHES_OF_A_REPORT }, () => toHex(randomBytes(32)));
		return send(client, `${path}/execution`, { txHashes });
	};
};

/** 0.9 MiB each, from one session, with orders that no court made. */
export const fileLargeCases: Attack = async ({ stranger, send }) => {
	const wallet = newWallet();
	const client = await withWallet(stranger(), wallet);
	const calldata: Hex[] = Array.from({ length: 7 }, () => toHex(randomBytes(CALLDATA_BYTES)));
	return async () => {
		const { path, body, order } = await signedCase(wallet, { calldata });
		const { status } = await send(client, NEW_CASE, body);
		if (status === 201) await send(client, `${path}/court-order`, await order(), "PATCH");
	};
};

/** One session, and as many readers at once as the attack has force. */
export const readLargeEvidence: Attack = async ({ stranger, send }) => {
	const wallet = newWallet();
	const client = await withWallet(stranger(), wallet);
	const calldata: Hex[] = Array.from({ length: 7 }, () => toHex(randomBytes(CALLDATA_BYTES)));
	const { body } = await signedCase(wallet, { calldata });
	const { caseId } = await jsonOf<{ caseId: string }>(client.send(NEW_CASE, body));
	return () => send(client, `/recovery-cases/${caseId}/evidence`);
};

export const fileUnderForgedOrigin: Attack = async ({ stranger, send, origin }) => {
	const wallet = newWallet();
	const client = stranger().with({ Origin: origin });
	return async () => send(client, NEW_CASE, (await signedCase(wallet)).body);
};

export const fileAnonymousCasesOnOneAccount: Attack = async ({ stranger, send, contested }) => {
	const wallet = newWallet();
	const clientId = testSecrets.UI_CLIENT_ID;
	const clientSecret = testSecrets.UI_CLIENT_SECRET;
	return async () => {
		const client = stranger();
		const { status, body } = await send(client, "/auth/issue-anon-jwt", { clientId, clientSecret });
		if (status !== 200) return;
		const { body: filing } = await signedCase(wallet, { lostAccount: contested });
		await send(client.with(bearer(Object(body).accessToken)), NEW_CASE, filing);
	};
};

export const fileCasesOfEightWalletsOnOneAccount: Attack = async ({ stranger, send, contested }) => {
	const callers = await Promise.all(
		Array.from({ length: WALLETS }, async () => {
			const wallet = newWallet();
			return { wallet, client: await withWallet(stranger(), wallet) };
		}),
	);
	return () =>
		Promise.all(
			callers.map(async ({ wallet, client }) => {
				const { body } = await signedCase(wallet, { lostAccount: contested });
				await send(client, NEW_CASE, body);
			}),
		);
};
