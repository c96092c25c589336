// Cases that tests of the running service file, each over an account of its own, so that no quota stops them.
import { caseIdOf } from "../../../src/kernel/ids.ts";
import type { RecoveryIntent } from "../../../src/recovery/intent/intent.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import type { ServicePartner } from "../service/service-client.ts";
import { newCaseBody, newIntent } from "./signing.ts";

export type Filing = { intent: RecoveryIntent; jrcHash: string; caseId: string; body: object };

let accounts = 0;

/** Signed, not sent. */
export async function newFiling(): Promise<Filing> {
	const intent = newIntent({ lostAccount: `0x${(++accounts).toString(16).padStart(40, "0")}` });
	const jrcHash = hashRecoveryIntent(intent);
	return { intent, jrcHash, caseId: caseIdOf(jrcHash), body: await newCaseBody(intent) };
}

/** @throws where it was not answered as a new case */
export async function fileCase(partner: ServicePartner, { body }: Filing): Promise<void> {
	const response = await partner.send("/recovery-cases/new-case", body);
	if (response.status !== 201) throw new Error(`it answered ${response.status}: ${await response.text()}`);
	await response.arrayBuffer();
}
