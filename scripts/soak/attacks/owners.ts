/** Attacks on what protects owners: signatures that only the chain's node can reject. */
import { randomBytes, randomInt } from "node:crypto";
import { serializeErc6492Signature, toHex } from "viem";
import { jsonOf } from "../../../test/support/service/service-client.ts";
import { FACTORY } from "../../chain/anvil.ts";
import { CHAIN_ID, newWallet, withWallet } from "../client.ts";
import { signedCase } from "../signed-case.ts";
import type { Attack } from "./ground.ts";

/** Named by cases, so that each network can use up all of its reserve. */
const NAMED_ACCOUNTS = 6;
const DEADLINE_SECONDS = 600;

/** An envelope, since a missing contract is remembered for other signatures. */
const badSignature = () =>
	serializeErc6492Signature({ address: FACTORY, data: "0x", signature: toHex(randomBytes(65)) });

/** Contests the owner's case and the attackers' own ones. */
export const sendBadContests: Attack = async ({ stranger, send, owned }) => {
	const wallet = newWallet();
	const client = await withWallet(stranger(), wallet);
	const paths = [owned];
	while (paths.length < NAMED_ACCOUNTS) {
		const { path, body } = await signedCase(wallet);
		await jsonOf(client.send("/recovery-cases/new-case", body));
		paths.push(path);
	}
	return () => {
		const path = paths[randomInt(paths.length)];
		return send(stranger(), `${path}/contest`, { reason: "It is mine", signature: badSignature() });
	};
};

/** Contests all cases of accounts that do not exist. */
export const sendContestsOfMadeUpAccounts: Attack =
	async ({ stranger, send }) =>
	() =>
		send(stranger(), "/recovery-cases/contest-all", {
			account: toHex(randomBytes(20)),
			chainId: CHAIN_ID,
			nonce: toHex(randomBytes(32)),
			deadline: Math.floor(Date.now() / 1000) + DEADLINE_SECONDS,
			signature: badSignature(),
		});
