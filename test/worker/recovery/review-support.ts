/** Reviewers, and cases for them to decide. */
import { env } from "cloudflare:workers";
import { expect, vi } from "vitest";
import * as z from "zod";
import type { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newIntent } from "../../support/signing/signing.ts";
import { eventsOf, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;
export const CASES = "/review/recovery-cases";

export type Reviewer = Awaited<ReturnType<typeof newReviewer>>;
type Rec = Parameters<typeof newIntent>[0];

let accounts = 0;

/** Each case has its own lost account, so that the open-case quota does not matter. */
export const intentOf = (rec: Rec = {}) =>
	newIntent({ lostAccount: `0x${(0xa0000 + ++accounts).toString(16).padStart(40, "0")}`, ...rec });

export async function filed(by: Partner, rec: Rec = {}) {
	const intent = intentOf(rec);
	return { intent, ...(await by.file(intent)) };
}

export async function pending(by: Partner, rec: Rec = {}) {
	const one = await filed(by, rec);
	expect((await by.attach(one.intent)).status).toBe(200);
	return one;
}

/** A case whose challenge period is over, because it was filed a month ago. */
export async function aged() {
	const by = await newPartner();
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 31 * DAY_MS });
	return { by, ...(await pending(by).finally(() => vi.useRealTimers())) };
}

/** The same with a verified order. */
export async function executable(verifier: Reviewer) {
	const one = await aged();
	await decided(verifier, one.caseId, { decision: "verify_order" });
	return one;
}

export const decide = ({ headers }: { headers: Record<string, string> }, caseId: string, decision: object) =>
	call(`${CASES}/${caseId}/decisions`, { body: { reason: "as I see it", ...decision }, headers });

/** The record after a decision that must succeed. */
export async function decided(...args: Parameters<typeof decide>) {
	const response = await decide(...args);
	expect(response.status).toBe(200);
	return recordOf(response);
}

export async function rejectionOf(response: Response): Promise<string> {
	const { status, code, message } = await errorOf(response);
	return `${status} ${code}: ${message}`;
}

/** The case's events in D1, in order. */
export const typesOf = async (caseId: string) =>
	(await eventsOf(caseId)).map((event) => event.type.replace("recovery_case.", ""));

const auditRow = z.object({ action: z.string(), actor: z.string() });

export async function auditOf(caseId: string) {
	const { results } = await env.DB.prepare(
		"SELECT action, actor FROM audit_events WHERE target = ? ORDER BY seq",
	)
		.bind(caseId)
		.all();
	return z.array(auditRow).parse(results);
}
