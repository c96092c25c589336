// Files, executes and reads cases on the test's own chains through a started service.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { Call, RecoveryIntent } from "../../../src/protocol/intent.ts";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { observedExecutionResponse } from "../../../src/recovery/execution/operations.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { bearer } from "../auth/credentials.ts";
import { newReviewer } from "../browser/enter.ts";
import { type Start, startService } from "../service/service.ts";
import { registerPartner, type ServicePartner } from "../service/service-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../signing/signing.ts";
import { heir } from "./execution-chain.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

/** A payment to the heir, in which the transaction itself is the call. */
export const payment = (wei: bigint): Call => ({ dest: heir, value: String(wei), data: "0x" });

export type Filed = { intent: RecoveryIntent; jrcHash: Hex; caseId: string };
type NewCase = Partial<RecoveryIntent["rec"]> & { txs: readonly Call[] };

/** Files a case and, by default, attaches its order. */
export async function fileCase(
	partner: ServicePartner,
	{ txs, ...rec }: NewCase,
	{ withOrder = true } = {},
): Promise<Filed> {
	const intent = { ...newIntent(rec), txs: [...txs] };
	const filed = await partner.send("/recovery-cases/new-case", await newCaseBody(intent));
	if (filed.status !== 201) throw new Error(`new-case responded with ${filed.status}: ${await filed.text()}`);
	const { caseId } = caseRecordResponse().parse(await filed.json());
	const jrcHash = hashRecoveryIntent(intent);
	if (!withOrder) return { intent, jrcHash, caseId };
	const path = `/recovery-cases/${jrcHash}/court-order`;
	const ordered = await partner.send(path, await courtOrderBody(intent), "PATCH");
	if (ordered.status !== 200) throw new Error(`court-order responded with ${ordered.status}`);
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

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Reports transactions as the execution of the case. */
async function report(partner: ServicePartner, { jrcHash }: Filed, ...txHashes: Hex[]) {
	const response = await partner.send(`/recovery-cases/${jrcHash}/execution`, { txHashes });
	const body: unknown = await response.json();
	const { status } = response;
	if (status === 200) return { status, record: caseRecordResponse().parse(body) };
	if (status === 202) return { status, observation: observedExecutionResponse().parse(body).observation };
	return { status, retryAfter: response.headers.get("Retry-After"), ...errorBody.parse(body).error };
}

async function readCase(partner: ServicePartner, { caseId }: Filed) {
	return caseRecordResponse().parse(await (await partner.send(`/recovery-cases/${caseId}`)).json());
}

export type ExecutionService = Awaited<ReturnType<typeof startExecutionService>>;

/** A service without a challenge period, with a partner and a reviewer. @param start default: `npm start` */
export async function startExecutionService(env: Record<string, string>, start: Start = startService) {
	const stateDir = await mkdtemp(join(tmpdir(), "replevin-execution-"));
	const options = {
		stateDir,
		env: { CHALLENGE_PERIOD_SECONDS: "0", OPEN_CASES_PER_ACCOUNT: "1000", ...env },
	};
	let service = await start(options);
	const { url } = service;
	const [partner, token] = await Promise.all([registerPartner(url), newReviewer({ url, stateDir })]);
	const reviewer = { ...JSON_TYPE, ...bearer(token) };
	return {
		...{ url, partner, reviewer },
		/** A case with a verified order, which only waits for its execution. */
		async waitingCase(wanted: NewCase): Promise<Filed> {
			const filed = await fileCase(partner, wanted);
			await decide(url, reviewer, filed, "verify_order");
			return filed;
		},
		report: (filed: Filed, ...txHashes: Hex[]) => report(partner, filed, ...txHashes),
		read: (filed: Filed) => readCase(partner, filed),
		/** Kills the service, runs `meanwhile` and starts it again at the same address. */
		async restart(meanwhile: () => Promise<unknown>): Promise<void> {
			await service.killTree();
			await meanwhile();
			service = await start({ ...options, port: Number(new URL(url).port) });
		},
		async stop(): Promise<void> {
			await service.stop();
			await rm(stateDir, { recursive: true, force: true });
		},
	};
}
