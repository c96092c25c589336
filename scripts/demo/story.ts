/** The demo's story: every step is taken by the party that takes it in earnest, over the public interface. */
import { parseEther } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { recoveryModule } from "../../sdk/src/recovery-module.ts";
import { pdfFile } from "../../test/support/storage/pdf-files.ts";
import { execTransactionOf } from "../chain/safe.ts";
import { attachOrder, COURT_ORDER, fileThroughLink } from "./claimant.ts";
import { CHAIN_ID, DELAY_SECONDS, type DemoSafe, newWallet, ownersOf, refusalOf } from "./demo-chain.ts";
import type { Ending } from "./ending.ts";
import { downloadEvidence, verifyEvidence, verifyForgedCopy } from "./evidence.ts";
import { approve, type Reviewer } from "./people.ts";
import { type DemoInputs, type Stage, setTheStage } from "./stage.ts";

/** The first customer's account is recovered, the third one's is not, and the second one's is left to the person who watches. */
const [FIRST, SECOND, THIRD] = ["1", "2", "3"] as const;

type Scene = DemoInputs & Stage & { wallet: PrivateKeyAccount; first: DemoSafe; third: DemoSafe };

export async function tellStory(inputs: DemoInputs): Promise<Omit<Ending, "seconds">> {
	const { narrator, serviceUrl, shopUrl } = inputs;
	const { privateKey, account: wallet } = newWallet();
	narrator.chapter(1, "Three accounts, and who may recover them");
	const stage = await setTheStage(inputs, wallet.address);
	const [first, , third] = stage.safes as [DemoSafe, DemoSafe, DemoSafe];
	const scene = { ...inputs, ...stage, wallet, first, third };
	narrator.chapter(2, "The claim");
	const caseId = await fileCase(scene);
	narrator.chapter(3, "The court's order");
	await verifyOrder(scene, caseId);
	narrator.chapter(4, "On the chain");
	await carryOut(scene, caseId);
	narrator.chapter(5, "A recovery that was stopped");
	await stopOther(scene);
	narrator.chapter(6, "The evidence");
	const evidence = await proveIt(scene, caseId);
	stage.keeper.start();
	return {
		...{ shopUrl, serviceUrl, caseId, ...evidence },
		linkUrl: await stage.shop.recover(SECOND),
		developer: stage.partner,
		reviewer: stage.reviewers[0] as Reviewer,
		approvalKeys: stage.reviewers.map((reviewer) => reviewer.wallet.privateKey),
		wallet: { privateKey, rpcUrl: stage.chain.url, chainId: CHAIN_ID },
	};
}

async function fileCase({ narrator, shop, wallet }: Scene): Promise<string> {
	const linkUrl = await narrator.step(
		"The shop has made customer 1 a link, which leads to Replevin's page",
		() => shop.recover(FIRST),
	);
	const caseId = await narrator.step(
		"The customer signed in with a new wallet, and signed the claim",
		() => fileThroughLink(linkUrl, wallet),
		(id) => ({
			text: "The customer signed in with a new wallet, and signed the claim",
			details: [`The claim is case ${id} now.`, "Nothing has moved on the chain."],
		}),
	);
	await shop.webhook("recovery_case.created", caseId);
	return caseId;
}

async function verifyOrder({ narrator, serviceUrl, wallet, shop, reviewers }: Scene, caseId: string) {
	await narrator.step("The court agreed. The customer signed its order, and added the PDF", () =>
		addOrder(serviceUrl, wallet, caseId),
	);
	await shop.webhook("recovery_case.pending", caseId);
	await narrator.step("A reviewer found the case in the queue, and verified the order", () =>
		decide(reviewers[0] as Reviewer, caseId),
	);
}

function addOrder(serviceUrl: string, wallet: PrivateKeyAccount, caseId: string) {
	const text = `Order ${COURT_ORDER.fullCaseNumber}: let the owner be replaced as case ${caseId} asks.`;
	const document = new Blob([new Uint8Array(pdfFile({ text }))], { type: "application/pdf" });
	return attachOrder(serviceUrl, wallet, { caseId, document });
}

async function decide({ replevin: { review, cases } }: Reviewer, caseId: string): Promise<void> {
	const waiting = await review.waitingCases().toArray({ limit: 10 });
	if (!waiting.some((line) => line.caseId === caseId)) throw new Error("The case is not in the queue.");
	const { documents } = await review.getCase(caseId);
	for (const { documentId } of documents) await cases.documents.read(caseId, documentId);
	await review.decideCase(caseId, {
		decision: "verify_order",
		reason: "Compared with the court's register.",
	});
}

async function carryOut(
	{ narrator, keeper, shop, chain, reviewers, first: { safe }, wallet }: Scene,
	caseId: string,
) {
	await narrator.step("Two reviewers approved the recovery, each with a wallet", () =>
		approve(reviewers, caseId),
	);
	await narrator.step("A stranger sent their approvals to the module, which scheduled it", () =>
		keeper.schedule(caseId),
	);
	await narrator.step("A day passed on the chain, in which the account could stop it", () =>
		chain.pass(DELAY_SECONDS),
	);
	await narrator.step(
		"A stranger executed it, and Replevin proved each call: the case is executed",
		() => keeper.execute(caseId),
		(hash) => ({
			text: "A stranger executed it, and Replevin proved each call by the chain",
			details: ["Its transaction made the Safe replace its owner, as the court has ordered:", hash],
		}),
	);
	await shop.webhook("recovery_case.executed", caseId);
	await narrator.step("The customer owns the Safe again, and moved 1 ETH out of it", async () => {
		const owners = await ownersOf(chain, safe);
		if (owners.join() !== wallet.address) throw new Error(`The Safe's owners are ${owners.join()}.`);
		const payment = { to: wallet.address, value: parseEther("1") };
		await chain.send(wallet, { to: safe, data: execTransactionOf(wallet.address, payment) });
	});
}

/** The key of this customer was not lost for good. */
async function stopOther(scene: Scene) {
	const { narrator, shop, wallet, serviceUrl, reviewers, keeper, chain } = scene;
	const { safe, owner } = scene.third;
	const caseId = await narrator.step(
		"A claim to customer 3's account got as far: approved and scheduled",
		async () => {
			const id = await fileThroughLink(await shop.recover(THIRD), wallet);
			await addOrder(serviceUrl, wallet, id);
			await decide(reviewers[0] as Reviewer, id);
			await approve(reviewers, id);
			await keeper.schedule(id);
			return id;
		},
	);
	const { partner } = scene;
	const { jrcHash, case: rec, transactions } = await partner.replevin.cases.get(caseId);
	await narrator.step("But the customer found the key, and the Safe stopped the recovery", async () => {
		const veto = recoveryModule.veto({ account: safe, jrcHash });
		await chain.send(owner, { to: safe, data: execTransactionOf(owner.address, veto) });
		const { state } = await partner.replevin.cases.approval(caseId);
		if (state !== "vetoed") throw new Error(`The recovery is ${state}.`);
	});
	await narrator.step(
		"A day later nobody can execute it",
		async () => {
			await chain.pass(DELAY_SECONDS);
			return refusalOf(chain, recoveryModule.execute({ rec, txs: transactions }).data);
		},
		(error) => ({
			text: "A day later nobody can execute it",
			details: [`The module rejects the call: ${error}`],
		}),
	);
}

async function proveIt({ narrator, serviceUrl, partner, folder }: Scene, caseId: string) {
	const { replevin } = partner;
	const evidence = await narrator.step("The case's evidence is one signed file, with every step in it", () =>
		downloadEvidence(replevin, serviceUrl, caseId, folder),
	);
	await narrator.step(
		"The file was verified offline, with only Replevin's public keys",
		() => verifyEvidence(evidence),
		({ moves, events, signatures }) => ({
			text: "The file was verified offline, with only Replevin's public keys",
			details: [
				`${moves} steps in the history, ${events} events, ${signatures.length} signatures by wallets`,
			],
		}),
	);
	await narrator.step(
		"A copy in which one word of the order was changed is rejected",
		() => verifyForgedCopy(evidence, COURT_ORDER.title, "In re another account"),
		({ entry, message }) => ({
			text: "A copy in which one word of the order was changed is rejected",
			details: [`Entry ${entry} of its history does not hold:`, message],
		}),
	);
	const link = await replevin.cases.evidenceLinks.create(caseId);
	if (!("url" in link)) throw new Error("The evidence link was made before.");
	return { evidenceUrl: link.url, evidenceFile: evidence.file };
}
