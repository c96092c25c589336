/** The cron work of contests of all cases. Every step is idempotent, because a message moves a case once. */

import type { Hex } from "../../../kernel/encoding/hex.ts";
import { isFailure } from "../../../kernel/errors/failure.ts";
import { log } from "../../../kernel/log.ts";
import type { MoveCommand, SignerProof } from "../../../protocol/case-state.ts";
import type { CaseObject } from "../case-object.ts";
import type { ContestRows, DueContest, StoredContest } from "./contests.d1.ts";

/** More than a flood of one minute leaves, and few enough for one invocation. */
const PAGE_SIZE = 50;
const MAX_PAGES = 4;
const MAX_STEPS = 20;

/**
 * Covers messages that are sent again, and cases whose rows reach D1 late. It exceeds every deadline, so that no message
 * is accepted a second time.
 */
const KEPT_AFTER_END_MS = 2 * 24 * 3600 * 1000;
const MAX_DELETED = 500;

export type ContestPorts = {
	contests: ContestRows;
	caseObject: (caseId: string) => Pick<CaseObject, "move">;
};

/**
 * Contests new cases, retries deliveries, and deletes contests that have ended.
 * @throws what failed first, after all three were tried
 */
export async function continueContests(now: number, ports: ContestPorts): Promise<void> {
	const { contests } = ports;
	const works = [
		() => queueNewCases(now, contests),
		() => deliverPages(now, ports),
		() => contests.deleteEnded(now - KEPT_AFTER_END_MS, MAX_DELETED),
	];
	const failures: unknown[] = [];
	for (const work of works) await work().catch((cause: unknown) => failures.push(cause));
	if (failures.length > 0) throw failures[0];
}

async function queueNewCases(now: number, contests: ContestRows): Promise<void> {
	for (let step = 0; step < MAX_STEPS; step++) if (!(await contests.queueNewCases(now))) break;
}

async function deliverPages(now: number, ports: ContestPorts): Promise<void> {
	for (let page = 0; page < MAX_PAGES; page++) if ((await deliverContests(now, ports)) < PAGE_SIZE) break;
}

/**
 * @param of delivers only this contest's
 * @returns how many deliveries were due
 */
export async function deliverContests(
	now: number,
	{ contests, caseObject }: ContestPorts,
	of?: string,
): Promise<number> {
	const due = await contests.takeDue(now, PAGE_SIZE, of);
	const delivered = await Promise.all(due.map((one) => deliver(one, caseObject)));
	await contests.removeDeliveries(due.filter((_, at) => delivered[at]).map(({ deliveryId }) => deliveryId));
	return due.length;
}

/** False if the case could not decide, so that the delivery is retried. */
async function deliver({ caseId, contest }: DueContest, caseObject: ContestPorts["caseObject"]) {
	try {
		const result = await caseObject(caseId).move(commandOf(contest), { kind: "signer" });
		if (!isFailure(result) || result.reason !== "unavailable_storage") return true;
		log.warn("outbox", { topic: "contest", keys: [caseId], cause: result.reason });
	} catch (cause) {
		log.warn("outbox", { topic: "contest", keys: [caseId], cause });
	}
	return false;
}

function commandOf({ nonce, deadline, acceptedAt, signature, proof }: StoredContest): MoveCommand {
	return {
		kind: "contest_all",
		nonce: nonce as Hex,
		deadline,
		acceptedAt,
		signature: signature as Hex,
		proof: JSON.parse(proof) as SignerProof,
	};
}
