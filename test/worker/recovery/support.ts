/** Developers who file cases for claimants, whose wallets sign with viem. */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { expect } from "vitest";
import * as z from "zod";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { keyPairHeaders } from "../../support/auth/credentials.ts";
import { call } from "../../support/contract/worker-client.ts";
import { closeBody, courtOrderBody, newCaseBody } from "../../support/signing/signing.ts";

/** A new or given developer with an API key, and calls that use it. */
export async function newPartner(given?: Awaited<ReturnType<typeof newDeveloper>>) {
	const developer = given ?? (await newDeveloper());
	const headers = keyPairHeaders(await newKey(developer.headers));
	const send = (path: string, body?: unknown, method?: string) =>
		call(path, { headers, ...(body !== undefined && { body }), ...(method && { method }) });
	const file = async (intent: RecoveryIntent) =>
		caseRecordResponse().parse(
			await (await send("/recovery-cases/new-case", await newCaseBody(intent))).json(),
		);
	const attach = async (intent: RecoveryIntent, body?: object) =>
		send(
			`/recovery-cases/${hashRecoveryIntent(intent)}/court-order`,
			body ?? (await courtOrderBody(intent)),
			"PATCH",
		);
	return { ...developer, headers, send, file, attach };
}

export type Partner = Awaited<ReturnType<typeof newPartner>>;

export async function close(
	intent: RecoveryIntent,
	action: "contest" | "withdraw",
	signer: PrivateKeyAccount,
) {
	return call(`/recovery-cases/${hashRecoveryIntent(intent)}/${action}`, {
		body: await closeBody(intent, action, signer),
	});
}

export const recordOf = async (response: Response) => caseRecordResponse().parse(await response.json());

export const caseObject = (caseId: string) => env.RECOVERY_CASES.getByName(caseId);

const eventRow = z.object({
	event_id: z.string(),
	developer_id: z.string().nullable(),
	type: z.string(),
	body: z.string(),
	sequence: z.number(),
	confirmed_at: z.number().nullable(),
});

/** The case's rows in D1 `events`, in order. */
export async function eventsOf(caseId: string) {
	const { results } = await env.DB.prepare("SELECT * FROM events WHERE case_id = ? ORDER BY seq")
		.bind(caseId)
		.all();
	return z.array(eventRow).parse(results);
}

/** Polls until the condition holds, because consumers and alarms run on their own. */
export async function eventually(condition: () => Promise<boolean>, timeoutMs = 60_000): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	let holds = await condition();
	while (!holds && Date.now() <= deadline) {
		await scheduler.wait(20);
		holds = await condition();
	}
	expect(holds, "the condition must hold in time").toBe(true);
}

export const countBy = (values: readonly (string | number)[]): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
	return counts;
};
