// Cases that chaos tests file. Each has its own lost account, because open cases per account are limited.
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import type { ServicePartner } from "../service/service-client.ts";
import { newCaseBody, newIntent } from "./signing.ts";

export type Filing = { intent: RecoveryIntent; jrcHash: string; caseId: string; body: object };

let accounts = 0;

/** A signed case that is not yet filed. */
export async function newFiling(): Promise<Filing> {
	const intent = newIntent({ lostAccount: `0x${(++accounts).toString(16).padStart(40, "0")}` });
	const jrcHash = hashRecoveryIntent(intent);
	return { intent, jrcHash, caseId: caseIdOf(jrcHash), body: await newCaseBody(intent) };
}

/** @throws if the response is not that of a new case */
export async function fileCase(partner: ServicePartner, { body }: Filing): Promise<void> {
	const response = await partner.send("/recovery-cases/new-case", body);
	if (response.status !== 201)
		throw new Error(`The case was not filed: ${response.status} ${await response.text()}`);
	await response.arrayBuffer();
}
