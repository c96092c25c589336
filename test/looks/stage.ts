/** A service with everything that pages show: cases in each status, an estate, a developer's things, their sessions. */
import type { BrowserContext } from "playwright-core";
import type { Address } from "viem";
import type { RecoveryIntent } from "../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { bearer, keyPairHeaders } from "../support/auth/credentials.ts";
import { type App, startApp } from "../support/browser/app.ts";
import { enterAsDeveloper, enterAsWallet, newReviewer } from "../support/browser/enter.ts";
import {
	acceptTerms,
	codeOn,
	lodgeWill,
	lookUp,
	makeCode,
	newCourt,
	requestWill,
} from "../support/browser/estate.ts";
import { installWallet } from "../support/browser/wallet.ts";
import { addressesOf, DAY, startModuleStage } from "../support/chain/recovery-module.ts";
import {
	issueKey,
	partnerAt,
	registerDeveloper,
	type ServicePartner,
} from "../support/service/service-client.ts";
import {
	claimant,
	closeBody,
	contestAllBody,
	courtOrderBody,
	newCaseBody,
	newIntent,
	owner,
	stranger,
} from "../support/signing/signing.ts";
import { formOf } from "../support/signing/will-signing.ts";
import { activePdf } from "../support/storage/scans.ts";
import { putHoldings } from "./holdings.ts";

/** Who looks at a page. `stranger` is a wallet of whom nothing is on file. */
export type Role =
	| "nobody"
	| "claimant"
	| "owner"
	| "stranger"
	| "developer"
	| "newcomer"
	| "reviewer"
	| "court";
const CASES = ["created", "pending", "verified", "halted", "closed"] as const;

export type Stage = {
	app: App;
	/** The ids of cases, by what has happened to them. */
	cases: Record<(typeof CASES)[number], string>;
	/** The evidence of the verified case. */
	evidence: string;
	keyId: string;
	endpointId: string;
	developerId: string;
	/** Safes on the chain 31337, without and with the recovery module. */
	safes: Record<"plain" | "prepared", Address>;
	stop(): Promise<void>;
	enter(context: BrowserContext, role: Role): Promise<void>;
};

export async function startStage(): Promise<Stage> {
	const chain = await startModuleStage();
	const reviewers = addressesOf(chain.newReviewers(3));
	const rules = { reviewers, threshold: 2n, vetoers: [chain.deployer.address], delay: DAY, expiry: DAY };
	const safes = { plain: await chain.newSafe(), prepared: await chain.newAccount(rules) };
	const app = await startApp({
		CHALLENGE_PERIOD_SECONDS: "86400",
		RPC_URLS: JSON.stringify({ [chain.chainId]: chain.url }),
		MODULE_REVIEWERS: JSON.stringify({ [chain.chainId]: reviewers }),
		...(await putHoldings(chain, safes.plain)),
	});
	const [developer, newcomer, reviewerToken, courtToken] = await Promise.all([
		registerDeveloper(app.url),
		registerDeveloper(app.url),
		newReviewer(app),
		newCourt(app),
	]);
	const partner = partnerAt(app.url, keyPairHeaders(await issueKey(app.url, developer)));
	const own = partnerAt(app.url, developer.headers);
	const reviewer = partnerAt(app.url, bearer(reviewerToken));
	const { endpointId } = await made(partner, "/webhook-endpoints", { url: `${app.url}/hook` });
	await made(own, "/origins", { origin: "https://app.example.com" });
	const { originId } = await made(own, "/origins", { origin: "https://app.partner.example" });
	const allowed = { decision: "allow", reason: "The site is the partner's." };
	await made(reviewer, `/review/origins/${originId}/decision`, allowed);
	await made(partner, "/hosted-links", { reference: `claim:${"0123456789".repeat(8)}` });
	// On a network that no case is about, so that it stops none.
	await made(partner, "/recovery-cases/contest-all", await contestAllBody({ chainId: 1 }));
	const cases = await fileCases(partner, reviewer);
	await prepareEstate(app, courtToken);
	const { data } = (await (await own.send("/auth/api-keys")).json()) as { data: { keyId: string }[] };
	const tokens = {
		developer: developer.token,
		newcomer: newcomer.token,
		reviewer: reviewerToken,
		court: courtToken,
	};
	const wallets = { claimant, owner, stranger };
	return {
		...{ app, cases, safes, endpointId: endpointId ?? "", developerId: developer.developerId },
		stop: async () => {
			await app.stop();
			await chain.stop();
		},
		evidence: await (await partner.send(`/recovery-cases/${cases.verified}/evidence`)).text(),
		keyId: data[0]?.keyId ?? "",
		async enter(context, role) {
			if (role === "nobody") return;
			if (role === "claimant" || role === "owner" || role === "stranger") {
				await installWallet(context, wallets[role], { chainId: 1 });
				await enterAsWallet(context, app, wallets[role]);
			} else await enterAsDeveloper(context, app, tokens[role]);
		},
	};
}

async function made(
	{ send }: ServicePartner,
	path: string,
	body: object,
	method = "POST",
): Promise<Record<string, string>> {
	const response = await send(path, body, method);
	if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
	return (await response.json()) as Record<string, string>;
}

async function fileCases(partner: ServicePartner, reviewer: ServicePartner): Promise<Stage["cases"]> {
	const ids: Partial<Stage["cases"]> = {};
	for (const name of CASES) {
		const intent = newIntent();
		const { caseId = "" } = await made(partner, "/recovery-cases/new-case", await newCaseBody(intent));
		ids[name] = caseId;
		if (name === "created") continue;
		const order = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
		await made(partner, order, await courtOrderBody(intent), "PATCH");
		if (name === "pending") await addOrder(partner, intent);
		const decisions = `/review/recovery-cases/${caseId}/decisions`;
		const reason = "Called the clerk of the court.";
		if (name === "verified") await made(reviewer, decisions, { decision: "verify_order", reason });
		if (name === "closed") {
			const contest = `/recovery-cases/${hashRecoveryIntent(intent)}/contest`;
			await made(partner, contest, await closeBody(intent, "contest", owner));
		}
		if (name === "halted")
			await made(reviewer, decisions, {
				decision: "require_action",
				statusReason: "documents_missing",
				reason,
			});
	}
	return ids as Stage["cases"];
}

/** The file of the order, of two pages. */
async function addOrder(partner: ServicePartner, intent: RecoveryIntent): Promise<void> {
	const file = { bytes: activePdf("http://evil.example"), type: "application/pdf", name: "order.pdf" };
	const path = `/recovery-cases/${hashRecoveryIntent(intent)}/documents`;
	await made(partner, path, formOf({ title: "Letters of administration" }, file));
}

/** The owner's terms, code and will, and a court's request for it. */
async function prepareEstate(app: App, courtToken: string): Promise<void> {
	const { context, page } = await app.visit();
	await installWallet(context, owner, { chainId: 1 });
	await enterAsWallet(context, app, owner);
	await acceptTerms(page);
	await lodgeWill(page);
	await makeCode(page);
	const court = await app.visit();
	await enterAsDeveloper(court.context, app, courtToken);
	await lookUp(court.page, await codeOn(page));
	await requestWill(court.page);
	await Promise.all([context.close(), court.context.close()]);
}
