// Cases on a chain of the test's own, filed and executed through a started service, and what it says of them.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import type { Hex } from "../../src/kernel/hex.ts";
import type { RecoveryIntent } from "../../src/recovery/core/intent.ts";
import { hashRecoveryIntent } from "../../src/recovery/core/typed-data.ts";
import { caseRecord, observedExecutionResponse } from "../../src/recovery/response-schemas.ts";
import { CHAIN_ID, heir, lost } from "./execution-chain.ts";
import { environment } from "./service.ts";
import type { ServicePartner } from "./service-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "./signing.ts";

const ROOT = join(import.meta.dirname, "../..");
const JSON_TYPE = { "Content-Type": "application/json" };
const run = promisify(execFile);

/** A reviewer's session on a started service. @returns headers of it */
export async function reviewerOf(url: string, stateDir: string): Promise<Record<string, string>> {
	const credentials = { email: `${crypto.randomUUID()}@example.com`, password: "Correct-horse-7" };
	const post = (path: string) =>
		fetch(`${url}/api/v1${path}`, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(credentials) });
	await post("/auth/register");
	const grant = ["run", "--silent", "reviewer", "--", "grant", credentials.email, "--state", stateDir];
	await run("npm", grant, { cwd: ROOT, env: environment() });
	const { accessToken } = z
		.object({ accessToken: z.string() })
		.parse(await (await post("/auth/login")).json());
	return { ...JSON_TYPE, Authorization: `Bearer ${accessToken}` };
}

/** Value that the lost account sends to the heir: the transaction itself is the call. */
export function intentToPay(wei: bigint, rec: Partial<RecoveryIntent["rec"]> = {}): RecoveryIntent {
	const { rec: known } = newIntent({ lostAccount: lost.address, chainId: CHAIN_ID, ...rec });
	return { rec: known, txs: [{ dest: heir, value: String(wei), data: "0x" }] };
}

export type Filed = { intent: RecoveryIntent; jrcHash: Hex; caseId: string };

/** Files a case and attaches its order. */
export async function fileWithOrder(partner: ServicePartner, intent: RecoveryIntent): Promise<Filed> {
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	if (filed.status !== 201) throw new Error(`new-case answered ${filed.status}: ${await filed.text()}`);
	const { caseId } = caseRecord.parse(await filed.json());
	const jrcHash = hashRecoveryIntent(intent);
	const path = `/recovery-cases/${jrcHash}/court-order`;
	const ordered = await partner.send(path, await courtOrderBody(intent), "PATCH");
	if (ordered.status !== 200) throw new Error(`court-order answered ${ordered.status}`);
	return { intent, jrcHash, caseId };
}

export async function decide(
	url: string,
	reviewer: Record<string, string>,
	{ caseId }: Filed,
	decision: "verify_order" | "clear",
) {
	const response = await fetch(`${url}/api/v1/review/recovery-cases/${caseId}/decisions`, {
		method: "POST",
		headers: reviewer,
		body: JSON.stringify({ decision, reason: "Checked with the court." }),
	});
	if (response.status !== 200) throw new Error(`${decision}: ${response.status} ${await response.text()}`);
	return response;
}

const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Names transactions as those that executed the case. */
export async function report(partner: ServicePartner, { jrcHash }: Filed, ...txHashes: Hex[]) {
	const response = await partner.send(`/recovery-cases/${jrcHash}/execution`, { txHashes });
	const body: unknown = await response.json();
	const { status } = response;
	if (status === 200) return { status, record: caseRecord.parse(body) };
	if (status === 202) return { status, observation: observedExecutionResponse.parse(body).observation };
	return { status, retryAfter: response.headers.get("Retry-After"), ...refusal.parse(body).error };
}

export async function readCase(partner: ServicePartner, { caseId }: Filed) {
	return caseRecord.parse(await (await partner.send(`/recovery-cases/${caseId}`)).json());
}
