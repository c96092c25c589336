/** The demo's story: every step is taken by the party that takes it in earnest, over the public interface. */
import { type Hex, parseEther } from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { pdfFile } from "../../test/support/storage/pdf-files.ts";
import { execTransactionOf } from "../chain/safe.ts";
import { until } from "../until.ts";
import { attachOrder, COURT_ORDER, fileThroughLink } from "./claimant.ts";
import { CHAIN_ID, ownersOf } from "./demo-chain.ts";
import type { Ending } from "./ending.ts";
import { downloadEvidence, verifyEvidence, verifyForgedCopy } from "./evidence.ts";
import { type DemoInputs, type Stage, setTheStage } from "./stage.ts";

/** The first customer's account is recovered by the story, the second one's by the person who watches. */
const [FIRST, SECOND] = ["1", "2"] as const;
const EXECUTED_WITHIN_MS = 30_000;

type Scene = DemoInputs & Stage & { wallet: PrivateKeyAccount };

export async function tellStory(inputs: DemoInputs): Promise<Omit<Ending, "seconds">> {
	const { narrator, serviceUrl, shopUrl } = inputs;
	const privateKey = generatePrivateKey();
	const wallet = privateKeyToAccount(privateKey);
	narrator.chapter(1, "Two accounts whose keys are lost");
	const stage = await setTheStage(inputs, wallet.address);
	const scene = { ...inputs, ...stage, wallet };
	narrator.chapter(2, "The claim");
	const caseId = await fileCase(scene);
	narrator.chapter(3, "The court's order");
	await verifyOrder(scene, caseId);
	narrator.chapter(4, "On the chain");
	await carryOut(scene, caseId);
	narrator.chapter(5, "The evidence");
	const evidence = await proveIt(scene, caseId);
	return {
		...{ shopUrl, serviceUrl, caseId, ...evidence },
		linkUrl: await stage.shop.recover(SECOND),
		developer: stage.partner,
		reviewer: stage.reviewer,
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

async function verifyOrder({ narrator, serviceUrl, wallet, shop, reviewer }: Scene, caseId: string) {
	await narrator.step("The court agreed. The customer signed its order, and added the PDF", () => {
		const text = `Order ${COURT_ORDER.fullCaseNumber}: let the owner be replaced as case ${caseId} asks.`;
		const document = new Blob([new Uint8Array(pdfFile({ text }))], { type: "application/pdf" });
		return attachOrder(serviceUrl, wallet, { caseId, document });
	});
	await shop.webhook("recovery_case.pending", caseId);
	await narrator.step("The reviewer found the case in the queue, and verified the order", async () => {
		const { review } = reviewer.replevin;
		const waiting = await review.waitingCases().toArray({ limit: 10 });
		if (!waiting.some((line) => line.caseId === caseId)) throw new Error("The case is not in the queue.");
		const { documents } = await review.getCase(caseId);
		for (const { documentId } of documents) await reviewer.replevin.cases.documents.read(caseId, documentId);
		await review.decideCase(caseId, {
			decision: "verify_order",
			reason: "Compared with the court's register.",
		});
	});
}

async function carryOut({ narrator, agent, shop, chain, safes, partner, wallet }: Scene, caseId: string) {
	const safe = safes[0]?.safe as Hex;
	await narrator.step("The agent saw the verified order and had the Safe replace its owner", () =>
		agent.executed(caseId),
	);
	await narrator.step("Replevin checked each call of the transaction: the case is executed", () => {
		const isExecuted = async () => (await partner.replevin.cases.get(caseId)).status === "executed";
		return until(isExecuted, EXECUTED_WITHIN_MS, () => "The case was not executed in time.", 100);
	});
	await shop.webhook("recovery_case.executed", caseId);
	await narrator.step("The customer owns the Safe again, and moved 1 ETH out of it", async () => {
		const owners = await ownersOf(chain, safe);
		if (owners.join() !== wallet.address) throw new Error(`The Safe's owners are ${owners.join()}.`);
		const payment = { to: wallet.address, value: parseEther("1") };
		await chain.send(wallet, { to: safe, data: execTransactionOf(wallet.address, payment) });
	});
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
