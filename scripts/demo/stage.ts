/** Everything that has to run before the story begins: chain, Safes, service, accounts and shop. */
import { join } from "node:path";
import type { Hex } from "viem";
import { Replevin } from "../../sdk/src/index.ts";
import {
	CHAIN_ID,
	createSafes,
	type DemoChain,
	type DemoSafe,
	newWallet,
	startDemoChain,
	type Wallet,
} from "./demo-chain.ts";
import { createKeeper } from "./keeper.ts";
import type { Narrator } from "./narrator.ts";
import type { Part } from "./part.ts";
import { type Account, grantReviewer, type Reviewer, register, setUpPartner } from "./people.ts";
import { startDemoService } from "./service.ts";
import { startShop } from "./shop.ts";

export type DemoInputs = {
	narrator: Narrator;
	ports: { service: number; shop: number; chain: number };
	/** Holds everything that the demo writes. */
	folder: string;
	serviceUrl: string;
	shopUrl: string;
	keep(part: Part): void;
};

export type Stage = Awaited<ReturnType<typeof setTheStage>>;

/** @param claimant the customers' new account, which becomes the owner of their Safes */
export async function setTheStage(inputs: DemoInputs, claimant: Hex) {
	const { narrator, ports, folder, serviceUrl, keep } = inputs;
	const stateDir = join(folder, "state");
	// The service takes longest to start, so the chain is prepared meanwhile.
	const chainUrl = `http://127.0.0.1:${ports.chain}`;
	const signers = [newWallet(), newWallet()];
	const moduleReviewers = signers.map(({ account }) => account.address);
	const service = startDemoService({ port: ports.service, stateDir, chainUrl, folder, moduleReviewers });
	keep({ name: "The service", ...service });

	const chain = await narrator.step(`A local Ethereum chain is running: anvil, chain id ${CHAIN_ID}`, () =>
		startDemoChain(ports.chain),
	);
	keep({ name: "The chain", ...chain });
	await chain.fund({ address: claimant }, "1");
	const stranger = newWallet().account;
	await chain.fund(stranger, "1");
	const safes = await prepareSafes(inputs, chain, moduleReviewers);
	await narrator.step(
		"Replevin is starting (the first start also builds it)",
		() => service.ready,
		() => `Replevin is running: ${serviceUrl}`,
	);
	const { partner, reviewers } = await makeAccounts(inputs, stateDir, signers);
	const { shop, credentials } = await openShop(inputs, { safes, partner, claimant });
	const keeper = createKeeper({
		replevin: new Replevin({ baseUrl: serviceUrl, ...credentials }),
		chain,
		account: stranger,
		onExecuted: (hash) => narrator.aside("a stranger scheduled and executed a recovery:", hash),
		onProblem: (error) => narrator.aside("a stranger cannot execute, and tries again:", error.message),
	});
	keep({ name: "The keeper", stop: async () => keeper.stop() });
	return { chain, safes, partner, reviewers, shop, keeper };
}

function prepareSafes(
	{ narrator }: DemoInputs,
	chain: DemoChain,
	reviewers: readonly Hex[],
): Promise<DemoSafe[]> {
	const text = "Three customers of a wallet shop have a Safe with 5 ETH each";
	return narrator.step(
		text,
		() => createSafes(chain, reviewers, 3),
		() => ({
			text,
			details: [
				"A Safe is a contract account. Each customer enabled Replevin's recovery",
				"module (not audited): two reviewers together may execute what a court has",
				"ordered, after a day in which the account can stop it. Then the owners'",
				"keys were lost.",
			],
		}),
	);
}

const ACCOUNTS = "The shop has an account, and the operator confirmed two reviewers";

function makeAccounts(
	{ narrator, serviceUrl, keep }: DemoInputs,
	stateDir: string,
	wallets: readonly Wallet[],
) {
	return narrator.step(
		ACCOUNTS,
		async () => {
			const partner = await register(serviceUrl, "shop@example.com");
			const reviewers: Reviewer[] = [];
			for (const [at, wallet] of wallets.entries()) {
				const reviewer = await register(serviceUrl, `reviewer${at === 0 ? "" : at + 1}@example.com`);
				await grantReviewer(reviewer.developerId, stateDir, keep);
				reviewers.push({ ...reviewer, wallet });
			}
			return { partner, reviewers };
		},
		({ reviewers: [first] }) => ({
			text: ACCOUNTS,
			details: [
				"Reviewers check court orders. What the operator has run for the first:",
				`npm run reviewer -- grant ${first?.developerId} --yes --state "${stateDir}"`,
			],
		}),
	);
}

type ShopParties = {
	safes: readonly DemoSafe[];
	partner: Account;
	claimant: Hex;
};

function openShop(inputs: DemoInputs, { safes, partner, claimant }: ShopParties) {
	const { narrator, folder, serviceUrl, shopUrl } = inputs;
	const customers = safes.map(({ safe, owner }, at) => {
		const lostOwner = owner.address;
		return { id: String(at + 1), account: safe, lostOwner, newOwner: claimant, chainId: CHAIN_ID };
	});
	return narrator.step(
		`The shop's page is open: ${shopUrl}`,
		async () => {
			const { webhookSecret, ...credentials } = await setUpPartner(partner, shopUrl);
			const shop = startShop({
				...{ url: shopUrl, serviceUrl, webhookSecret, customers, ...credentials },
				logFile: join(folder, "shop.log"),
				onWebhook: (type) => narrator.aside(`shop: webhook ${type} received, signature verified`),
			});
			inputs.keep({ name: "The shop", ...shop });
			await shop.ready;
			return { shop, credentials };
		},
		() => ({
			text: `The shop's page is open: ${shopUrl}`,
			details: [
				"Its server has an API key and receives webhooks. The reviewer has allowed",
				"its address, so it may send customers to Replevin's pages.",
				"It is at 127.0.0.1 and Replevin at localhost, since programs with the same",
				"host name would share their cookies in a browser, whatever their ports.",
			],
		}),
	);
}
