/** The accounts of the demo: the shop's developer, and two reviewers whom the operator makes ones. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { Replevin } from "../../sdk/src/index.ts";
import { moduleAddress, recoveryModule } from "../../sdk/src/recovery-module.ts";
import type { Wallet } from "./demo-chain.ts";
import type { Part } from "./part.ts";

const ROOT = resolve(import.meta.dirname, "../..");

export type Login = { email: string; password: string };
export type Account = Login & { developerId: string; replevin: Replevin };
export type Reviewer = Account & { wallet: Wallet };

/** How long an approval can be used for a schedule. The chain's clock may be some days ahead. */
const APPROVAL_SECONDS = 7 * 86_400;

/** Upper and lower case, a digit and a mark, as the service asks for. */
const newPassword = () => `Demo-${randomBytes(6).toString("hex")}-7`;

/** Registers an account and logs it in. */
export async function register(baseUrl: string, email: string): Promise<Account> {
	const login = { email, password: newPassword() };
	const visitor = new Replevin({ baseUrl });
	await visitor.auth.register(login);
	const opened = await visitor.auth.login(login);
	if ("challenge" in opened || opened.accessToken === undefined)
		throw new Error("The log-in has no access token.");
	const { accessToken, user } = opened;
	return { ...login, developerId: user.id, replevin: new Replevin({ baseUrl, accessToken }) };
}

/** What an operator does: `npm run reviewer -- grant DEVELOPER_ID` (operations.md "Reviewers and forgotten passwords"). */
export async function grantReviewer(
	developerId: string,
	stateDir: string,
	keep: (part: Part) => void = () => {},
): Promise<void> {
	const args = [join(ROOT, "scripts/bootstrap.mjs"), "reviewer", "grant", developerId, "--yes"];
	const running = promisify(execFile)(process.execPath, [...args, "--state", stateDir], { cwd: ROOT });
	const ended = running.catch(() => {});
	// The command has a process group of its own, and would write to a folder that the demo has removed.
	keep({
		name: "The operator's command",
		async stop() {
			running.child.kill();
			await ended;
		},
	});
	await running;
}

/** What a partner does once: an API key, an endpoint for webhooks, and its site, which needs no reviewer on this machine. */
export async function setUpPartner(partner: Account, shopUrl: string) {
	const key = await partner.replevin.keys.create({ label: "shop" });
	const endpoint = await partner.replevin.webhooks.create({ url: `${shopUrl}/webhooks` });
	await partner.replevin.origins.request({ origin: shopUrl });
	if (!("apiSecret" in key) || !("secret" in endpoint)) throw new Error("A secret was given out before.");
	return { apiKey: key.apiKey, apiSecret: key.apiSecret, webhookSecret: endpoint.secret };
}

/** Approves a recovery on its chain by the reviewers' wallets. @param deadline that of all of them, so that they count together */
export async function approve(
	reviewers: readonly Pick<Reviewer, "replevin" | "wallet">[],
	caseId: string,
	deadline = Math.floor(Date.now() / 1000) + APPROVAL_SECONDS,
): Promise<void> {
	for (const { replevin, wallet } of reviewers) {
		const { account, chainId, jrcHash, module, round, generation } = await replevin.cases.approval(caseId);
		if (module !== moduleAddress || round === null || generation === null)
			throw new Error("The account has not configured the module that this reviewer knows.");
		const terms = { notBefore: 0, deadline, round, generation };
		const reviewer = wallet.account.address;
		const typedData = recoveryModule.approval({ ...terms, reviewer, account, chainId, jrcHash });
		const signature = await wallet.account.signTypedData(typedData as never);
		await replevin.review.approveExecution(caseId, { ...terms, reviewer, signature });
	}
}
