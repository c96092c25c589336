/** Everything that has to run before the story begins: chain, Safes, service, accounts, shop and agent. */
import { join } from "node:path";
import type { Hex } from "viem";
import { Replevin } from "../../sdk/src/index.ts";
import { startAgent } from "./agent.ts";
import {
	CHAIN_ID,
	createLostSafes,
	type DemoChain,
	type LostSafe,
	newAccount,
	startDemoChain,
} from "./demo-chain.ts";
import type { Narrator } from "./narrator.ts";
import type { Part } from "./part.ts";
import { type Account, grantReviewer, register, setUpPartner } from "./people.ts";
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
	const service = startDemoService({ port: ports.service, stateDir, chainUrl, folder });
	keep({ name: "The service", ...service });

	const chain = await narrator.step(`A local Ethereum chain is running: anvil, chain id ${CHAIN_ID}`, () =>
		startDemoChain(ports.chain),
	);
	keep({ name: "The chain", ...chain });
	await chain.fund(claimant, "1");
	const agentAccount = newAccount();
	await chain.fund(agentAccount.address, "1");
	const safes = await loseKeys(inputs, chain, agentAccount.address);
	await narrator.step(
		"Replevin is starting (the first start also builds it)",
		() => service.ready,
		() => `Replevin is running: ${serviceUrl}`,
	);
	const { partner, reviewer } = await makeAccounts(inputs, stateDir);
	const { shop, credentials } = await openShop(inputs, { safes, partner, reviewer, claimant });
	const agent = startAgent({
		replevin: new Replevin({ baseUrl: serviceUrl, ...credentials }),
		chain,
		account: agentAccount,
		onExecuted: (hash) => narrator.aside("agent: carried an order out by the transaction", hash),
		onProblem: (error) => narrator.aside("agent: cannot carry an order out, and tries again:", error.message),
	});
	keep({ name: "The agent", stop: agent.stop });
	return { chain, safes, partner, reviewer, shop, agent };
}

function loseKeys({ narrator }: DemoInputs, chain: DemoChain, agent: Hex): Promise<LostSafe[]> {
	const text = "Two customers of a wallet shop have a Safe with 5 ETH each";
	return narrator.step(
		text,
		() => createLostSafes(chain, agent, 2),
		() => ({
			text,
			details: [
				"A Safe is a contract account. Each customer let the shop's recovery agent,",
				"a program, act for it as a module, and then lost the owner's key.",
			],
		}),
	);
}

const ACCOUNTS = "The shop has an account, and the operator has confirmed a reviewer";

function makeAccounts({ narrator, serviceUrl, keep }: DemoInputs, stateDir: string) {
	return narrator.step(
		ACCOUNTS,
		async () => {
			const partner = await register(serviceUrl, "shop@example.com");
			const reviewer = await register(serviceUrl, "reviewer@example.com");
			await grantReviewer(reviewer.developerId, stateDir, keep);
			return { partner, reviewer };
		},
		({ reviewer }) => ({
			text: ACCOUNTS,
			details: [
				"The reviewer checks court orders. What the operator has run:",
				`npm run reviewer -- grant ${reviewer.developerId} --yes --state "${stateDir}"`,
			],
		}),
	);
}

type ShopParties = { safes: readonly LostSafe[]; partner: Account; reviewer: Account; claimant: Hex };

function openShop(inputs: DemoInputs, { safes, partner, reviewer, claimant }: ShopParties) {
	const { narrator, folder, serviceUrl, shopUrl } = inputs;
	const customers = safes.map(({ safe, lostOwner }, at) => {
		return { id: String(at + 1), account: safe, lostOwner, newOwner: claimant, chainId: CHAIN_ID };
	});
	return narrator.step(
		`The shop's page is open: ${shopUrl}`,
		async () => {
			const { webhookSecret, ...credentials } = await setUpPartner(partner, reviewer, shopUrl);
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
