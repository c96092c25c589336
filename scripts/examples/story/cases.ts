/** A case of the published test vectors from its filing to the owner's contest, and others with other ends. */

import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import {
	claimant,
	closeBody,
	contestAllBody,
	courtOrderBody,
	owner as lostAccount,
	newCaseBody,
} from "../../../test/support/signing/signing.ts";
import { closeCase, vectorIntent } from "../../../test/support/signing/vectors.ts";
import {
	type Account,
	inJson,
	once,
	owner,
	PASSWORD,
	pdf,
	type Stage,
	textFile,
	walletSession,
} from "./people.ts";

type Filed = { intent: RecoveryIntent; jrcHash: string; caseId: string };

/** A case on the chain of the vectors, for which the service has no node. */
export function caseOf(change: Partial<RecoveryIntent["rec"]>): Filed {
	const intent = { ...vectorIntent, rec: { ...vectorIntent.rec, ...change } };
	const jrcHash = hashRecoveryIntent(intent);
	return { intent, jrcHash, caseId: caseIdOf(jrcHash) };
}

/** Files a case and attaches its order. */
export async function fileWithOrder({ call }: Stage, { key }: Account, filed: Filed): Promise<void> {
	await call("createRecoveryCase", { as: key, body: await newCaseBody(filed.intent) });
	const { jrcHash } = filed;
	await call("attachCourtOrder", { as: key, params: { jrcHash }, body: await courtOrderBody(filed.intent) });
}

export async function fileCase({ record }: Stage, { key }: Account): Promise<void> {
	const { jrcHash, caseId } = caseOf({});
	const { rec, txs } = vectorIntent;
	await record("calculateJrcHash", { as: key, body: { rec, txs } });
	await record("findDuplicateCase", { as: key, body: { rec, txs } });
	const tokenDecimals = txs.map(({ dest }) => ({ token: dest, decimals: 6 }));
	const body = { ...(await newCaseBody(vectorIntent)), tokenDecimals, reference: "claim-2026-0041" };
	await record("createRecoveryCase", { as: key, body });
	await record("createRecoveryCase", { as: key, body });
	await record("attachCourtOrder", {
		as: key,
		params: { jrcHash },
		body: await courtOrderBody(vectorIntent),
	});
	const file = pdf("letters.pdf", "Letters of administration");
	const title = "Letters of administration";
	const params = { jrcHash };
	const added = await record("addCaseDocument", { as: key, params, body: { file: inJson(file), title } });
	await record("addCaseDocument", { as: key, params, form: { file, fields: { title } } });
	const documentId = added.text("documentId");
	await record("readCaseDocument", { as: key, params: { caseId, documentId } });
	await record("getRecoveryCase", { as: key, params: { caseId } });
	await record("listRecoveryCases", { as: key, query: { limit: 2 } });
}

export async function contestCase({ record }: Stage, { key, session }: Account): Promise<void> {
	const { jrcHash, caseId } = caseOf({});
	const { chainId, lostAccount: account } = vectorIntent.rec;
	await record("listNotices", { query: { chainId, account } });
	await record("searchNotices", { as: key, body: { accounts: [account] } });
	const body = await closeBody(vectorIntent, "contest", lostAccount, closeCase.reason);
	await record("contestRecoveryCase", { params: { jrcHash }, body });
	await record("listRecoveryCaseEvents", { as: key, params: { caseId } });
	await record("getRecoveryCaseEvidence", { as: key, params: { caseId } });
	await record("downloadRecoveryCase", { as: session, params: { caseId }, body: { password: PASSWORD } });
	await record("getRecoveryCaseHead", { params: { jrcHash }, query: { sequence: "1" } });
}

/** Somebody else, such as a court, reads the evidence by a link. */
async function shareEvidence({ record }: Stage, { key }: Account, { caseId }: Filed): Promise<void> {
	const creation = {
		as: once(key, "evidence-link-1"),
		params: { caseId },
		body: { expiresInSeconds: 2_592_000 },
	};
	const made = await record("createEvidenceLink", creation);
	await record("createEvidenceLink", creation);
	await record("listEvidenceLinks", { as: key, params: { caseId } });
	const token = new URL(made.text("url")).hash.slice(1);
	await record("readLinkedEvidence", { body: { token } });
	const params = { caseId, evidenceLinkId: made.text("evidenceLinkId") };
	await record("revokeEvidenceLink", { as: key, params });
}

/** The owner of an estate, whose account no other case names. */
export async function contestAllCases(stage: Stage, { key }: Account): Promise<void> {
	const { record, call } = stage;
	const { intent } = caseOf({ lostAccount: owner.address });
	await call("createRecoveryCase", { as: key, body: await newCaseBody(intent) });
	const nonce = `0x${"ca".repeat(32)}` as const;
	const sign = ({ deadline }: Record<string, unknown>) =>
		contestAllBody({ account: owner, nonce, deadline: Number(deadline) });
	const body = await sign({ deadline: Math.floor(Date.now() / 1000) + 600 });
	const digest = (await record("contestAllRecoveryCases", { body, sign })).text("digest");
	const as = await walletSession(stage, owner);
	await record("listStandingContests", { as });
	await record("revokeStandingContest", { as, params: { digest } });
}

export async function withdrawCase(stage: Stage, account: Account): Promise<void> {
	const { record, call } = stage;
	const filed = caseOf({ reasonForRecovery: "other" });
	const { intent, jrcHash } = filed;
	await call("createRecoveryCase", { as: account.key, body: await newCaseBody(intent) });
	await shareEvidence(stage, account, filed);
	const body = await closeBody(intent, "withdraw", claimant, "The account was found again");
	await record("withdrawRecoveryCase", { params: { jrcHash }, body });
}

/** Pages of an allowed origin have no credential, and get the short response. */
export async function fileFromPage({ record }: Stage, origin: string): Promise<void> {
	const { intent, jrcHash } = caseOf({ reasonForRecovery: "inheritance" });
	const as = { Origin: origin };
	const name = "from_a_page";
	await record("createRecoveryCase", { as, body: await newCaseBody(intent), name });
	await record("attachCourtOrder", { as, params: { jrcHash }, body: await courtOrderBody(intent), name });
}

export const willText = textFile("will.txt", "My last will: all to Jane Doe.\n");
