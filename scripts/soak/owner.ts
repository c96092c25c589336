/** The well-behaved owner: a contract wallet that a stranger's case names as lost. */
import { setTimeout as wait } from "node:timers/promises";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Hex } from "../../src/kernel/hex.ts";
import { CHAIN_ID, type Client, jsonOf, newWallet, withWallet } from "./client.ts";
import { repeat } from "./pace.ts";
import { signedCase } from "./signed-case.ts";
import type { SoakedService } from "./soaked-service.ts";
import type { Stopwatch } from "./times.ts";

/** `key` owns the contract wallet at `address`; `path` is that of the case. */
export type Owner = { key: PrivateKeyAccount; address: Hex; path: string; contest: () => Promise<object> };

/** With the contest, less than the reserve of an account in a network, which is ten signatures an hour. */
const SIGN_INS = 8;

/** @param client of the stranger who files the case */
export async function newOwner(client: Client, { deployWallet }: SoakedService): Promise<Owner> {
	const [stranger, key] = [newWallet(), newWallet()];
	const address = await deployWallet(key.address);
	const { path, body, contest } = await signedCase(stranger, { lostAccount: address });
	await jsonOf((await withWallet(client, stranger)).send("/recovery-cases/new-case", body));
	return { key, address, path, contest: () => contest(key) };
}

/** Signs in again and again, and contests the case at last. */
export async function workAsOwner(
	client: Client,
	{ key, address, path, contest }: Owner,
	{ time }: Stopwatch,
	seconds: number,
): Promise<void> {
	const signIn = async () => {
		const { message } = await jsonOf<{ message: string }>(
			client.send("/auth/wallet/challenge", { address, chainId: CHAIN_ID }),
		);
		const signature = await key.signMessage({ message });
		await time("owner signs in", () => client.send("/auth/wallet/session", { message, signature }));
	};
	await Promise.all([
		repeat(seconds, (seconds * 1000) / SIGN_INS, signIn),
		wait(seconds * 900).then(async () => {
			const body = await contest();
			await time("owner contests", () => client.send(`${path}/contest`, body));
		}),
	]);
}
