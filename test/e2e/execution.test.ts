/** A case is carried out on a real chain, and its page shows it (hosted-app.md "Cases"). */
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { en } from "../../src/web/app/copy/en/index.ts";
import { bearer } from "../support/auth/credentials.ts";
import { expectAccessible } from "../support/browser/accessibility.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { enterAsWallet, newReviewer } from "../support/browser/enter.ts";
import {
	agent,
	CHAIN_ID,
	type ExecutionChain,
	startExecutionChain,
	tokenAbi,
} from "../support/chain/execution-chain.ts";
import { partnerAt, registerPartner } from "../support/service/service-client.ts";
import { claimant, courtOrderBody, newCaseBody, newIntent } from "../support/signing/signing.ts";

const DAY_SECONDS = 86_400;
const CONFIRMATIONS = 1;

let app: App;
let chain: ExecutionChain;
beforeAll(async () => {
	chain = await startExecutionChain();
	app = await startApp({
		RPC_URLS: JSON.stringify({ [CHAIN_ID]: chain.url }),
		RECOVERY_AGENTS: JSON.stringify([{ chainId: CHAIN_ID, agent: agent.address, dests: [chain.token] }]),
		CONFIRMATIONS: String(CONFIRMATIONS),
	});
});
afterAll(() => Promise.all([app?.stop(), chain?.stop()]));

/** A case with a verified order, in which an agent takes a token back. */
async function newVerifiedCase() {
	const lost = await chain.newOwner();
	await chain.mint(lost.address);
	const data = encodeFunctionData({
		abi: tokenAbi,
		functionName: "forcedTransfer",
		args: [lost.address, claimant.address, 3n],
	});
	const intent = {
		...newIntent({ lostAccount: lost.address, chainId: CHAIN_ID }),
		txs: [{ dest: chain.token, value: "0", data }],
	};
	const partner = await registerPartner(app.url);
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	const { caseId } = (await filed.json()) as { caseId: string };
	const order = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
	await partner.send(order, await courtOrderBody(intent), "PATCH");
	const reviewer = partnerAt(app.url, bearer(await newReviewer(app)));
	const decision = { decision: "verify_order", reason: "Checked with the court." };
	const decided = await reviewer.send(`/review/recovery-cases/${caseId}/decisions`, decision);
	expect(decided.status).toBe(200);
	// Block times have whole seconds; no block may be older than the order.
	await chain.test.increaseTime({ seconds: DAY_SECONDS });
	return { caseId, carryOut: () => chain.send(agent, { to: chain.token, data }) };
}

it("says, before the signature, that nothing can be sent from a lost account without code", async () => {
	const { context, page } = await app.visit();
	await enterAsWallet(context, app, claimant);
	const read = async (lostAccount: string) => {
		const call = { dest: chain.token, value: "0", data: "0x12345678" };
		const typed = { lostAccount, chainId: String(CHAIN_ID), reason: "lost key", email: "", txs: [call] };
		const form = { step: "what", go: "read", draft: JSON.stringify(typed) };
		const response = await page.request.post("/recover", { form, headers: { Origin: app.url } });
		return response.text();
	};
	const words = en.recover.read.warnings.lost_without_code;
	const { address } = await chain.newOwner();
	expect(await read(address)).toContain(words(1, address));
	expect(await read(chain.token)).not.toContain(words(1, chain.token));
	await context.close();
});

it("an agent carries the order out, the claimant names the hash, and the open page updates itself", async () => {
	const { caseId, carryOut } = await newVerifiedCase();
	const visitor = await app.visit();
	const { page, context } = visitor;
	await enterAsWallet(context, app, claimant);
	const open = await context.newPage();
	await open.goto(`/cases/${caseId}`);
	await open.getByText(String(en.cases.doing.executable[0][0])).waitFor();
	const offers = open.locator("[data-while-open]");
	expect(await offers.count()).toBeGreaterThan(2);

	await visitor.open(`/cases/${caseId}`);
	const report = async (hash: string) => {
		await page.getByLabel("Numbers of the transactions (hashes)").fill(hash);
		await page.getByRole("button", { name: "Check the numbers" }).click();
	};
	await report("0x12");
	await page.getByRole("link", { name: "Enter at least one number" }).waitFor();
	expect(await page.getByLabel("Numbers of the transactions (hashes)").inputValue()).toBe("0x12");
	await report(`0x${"ab".repeat(32)}`);
	const live = page.locator("[data-live]");
	await live.getByText("The network does not have these transactions yet.").waitFor();

	const hash = await carryOut();
	await report(hash);
	await live.getByText("The transactions do what the case asks for.").waitFor();
	await live.getByText("We check again on").waitFor();
	expect(await live.textContent()).toContain(hash);
	await expectAccessible(page);
	await visitor.look("case-confirming");
	expect(await open.locator("[data-status]").textContent()).toBe(
		"court order verified, ready to be carried out",
	);
	const copy = open.locator("[data-live]").getByRole("button", { name: "Copy 0x" });
	const hasFocus = () => copy.evaluate((button) => document.activeElement === button);
	// The part may be exchanged between finding the button and giving it the focus.
	await expect.poll(async () => copy.focus().then(hasFocus)).toBe(true);
	await chain.test.mine({ blocks: CONFIRMATIONS });
	await report(hash);

	const status = open.locator("[data-status]");
	await expect.poll(() => status.textContent()).toBe("carried out");
	expect(await offers.count()).toBe(0);
	expect(await open.locator("[data-announce]").textContent()).toBe("News of the case: carried out.");
	expect(await open.locator("[data-live]").textContent()).toContain(hash);
	// The part was exchanged, and has the focus: on the same button, or on itself if a version in between had none.
	const part = open.locator("[data-live]");
	const hasFocusWithin = () => part.evaluate((shown) => shown.contains(document.activeElement));
	// The part may be exchanged again between finding it and asking it.
	await expect.poll(hasFocusWithin).toBe(true);
	await live.getByText("the transactions were seen on the network").waitFor();
	await expectAccessible(page);
	await visitor.look("case-executed");
	visitor.expectNoProblems();
	await context.close();
});
