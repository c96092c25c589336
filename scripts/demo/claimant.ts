/** The claimant: files a case on the service's pages, by their forms alone, and attaches the court's order. */
import type { PrivateKeyAccount } from "viem/accounts";
import { type RecoveryCase, Replevin } from "../../sdk/src/index.ts";
import { typedData } from "../../sdk/src/signing.ts";
import { CHAIN_ID } from "./demo-chain.ts";
import { openFormBrowser } from "./form-browser.ts";
import { hiddenFields, messageIn } from "./page-forms.ts";

/** The steps of the page, each with the one that its button leads to. */
const STEPS = [
	["who", "lost"],
	["lost", "what"],
	["what", "read"],
	["read", "sign"],
] as const;

export const COURT_ORDER = {
	title: "In re the account of Customer 1",
	fullCaseNumber: "1:26-cv-00042",
	courtId: "demo-court",
	docketNumber: 7,
} as const;

/** Opens the link, signs in with the wallet, reads the case and signs it. @returns the id of the case */
export async function fileThroughLink(linkUrl: string, wallet: PrivateKeyAccount): Promise<string> {
	const browser = openFormBrowser(new URL(linkUrl).origin, {
		headers: { Accept: "text/html", "Accept-Language": "en" },
	});
	await browser.get(linkUrl);
	const { location: path } = await browser.post(linkUrl, {});
	if (path === null) throw new Error("The page of the link did not start the claim.");
	const asked = await browser.post("/sign-in", {
		address: wallet.address,
		chainId: String(CHAIN_ID),
		next: path,
	});
	const message = messageIn(asked.html);
	const signature = await wallet.signMessage({ message });
	await browser.post("/sign-in", { ...hiddenFields(asked.html), message, signature });

	let page = await browser.get(path);
	for (const [step, go] of STEPS) page = await browser.post(path, { ...hiddenFields(page.html), step, go });
	const signed = await wallet.signTypedData(JSON.parse(messageIn(page.html)));
	const filed = await browser.post(path, {
		...hiddenFields(page.html),
		step: "sign",
		go: "sign",
		signature: signed,
	});
	const caseId = /\/recover\/next\/(rc_[0-9a-f]{32})/.exec(filed.location ?? "")?.[1];
	if (caseId === undefined)
		throw new Error(`The case was not filed: the page responded with ${filed.status}.`);
	return caseId;
}

/** Attaches the order and its document, in a session that the wallet opens. */
export async function attachOrder(
	baseUrl: string,
	wallet: PrivateKeyAccount,
	{ caseId, document }: { caseId: string; document: Blob },
): Promise<RecoveryCase> {
	const { accessToken } = await new Replevin({ baseUrl }).auth.signIn(wallet, CHAIN_ID);
	const replevin = new Replevin({ baseUrl, accessToken });
	const { jrcHash } = await replevin.cases.get(caseId);
	const order = typedData({ message: "CourtOrder", chainId: CHAIN_ID, jrcHash, courtInfo: COURT_ORDER });
	await replevin.cases.documents.add(jrcHash, { file: document, title: "Court order" });
	await replevin.submit(order, await wallet.signTypedData(order.typedData as never));
	return replevin.cases.get(caseId);
}
