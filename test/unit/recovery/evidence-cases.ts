/** Cases in every state, made by recordCreation and recordMove with real signatures of wallets. */
import { exportJWK, generateKeyPair } from "jose";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { caseIdOf } from "../../../src/kernel/crypto/ids.ts";
import { webSha256Hex } from "../../../src/kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import type { CreateCommand, Execution, MoveCommand, SignerProof } from "../../../src/protocol/case-state.ts";
import type { EvidenceBundle, UnsignedEvidence } from "../../../src/protocol/evidence/evidence-form.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { moduleAddress } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import type { CourtInfo } from "../../../src/protocol/signed-messages.ts";
import { type Recorded, recordCreation, recordMove } from "../../../src/recovery/case/history.ts";
import { buildEvidence, type EvidenceInput } from "../../../src/recovery/evidence/evidence.ts";
import {
	createEvidenceSigner,
	type EvidenceJwk,
	type EvidenceSigner,
	signHead,
} from "../../../src/recovery/evidence/sign-head.ts";
import { hashRecoveryIntent, signedMessages } from "../../../src/recovery/intent/typed-data.ts";
import {
	claimant,
	closeBody,
	contestAllBody,
	courtOrderBody,
	newCaseBody,
	owner,
} from "../../support/signing/signing.ts";
import { courtOrder, vectorIntent } from "../../support/signing/vectors.ts";
import { DAY_MS, NOW, TX } from "./fixtures.ts";

const STEP_MS = 60_000;
const CASE_EXPIRY_SECONDS = 180 * 86_400;
const KEY_PROOF: SignerProof = { kind: "key" };
export const CONTRACT_PROOF: SignerProof = {
	kind: "contract",
	blockNumber: 7,
	codeHash: `0x${"c0".repeat(32)}`,
};
const REVIEW = { reviewerId: "dev_reviewer", note: "seen" };
const OTHER_REVIEW = { reviewerId: "dev_other", note: "seen as well" };

export async function newEvidenceKey(
	kid: string,
): Promise<{ signer: EvidenceSigner; publicJwk: object; jwk: EvidenceJwk }> {
	const { privateKey } = await generateKeyPair("ES256", { extractable: true });
	const { x = "", y = "", d = "" } = await exportJWK(privateKey);
	const publicJwk = { kty: "EC", crv: "P-256", kid, x, y, alg: "ES256", use: "sig" } as const;
	const jwk: EvidenceJwk = { kty: "EC", crv: "P-256", kid, x, y, d };
	return { signer: await createEvidenceSigner(jwk), publicJwk, jwk };
}

/** A case and its moves; `at` is the time of the newest move. */
export type Story = { intent: RecoveryIntent; moves: Recorded[]; at: number };
type Step = (story: Story) => Promise<MoveCommand>;

export async function createdCase(
	rec: Partial<RecoveryIntent["rec"]> = {},
	proof: SignerProof = KEY_PROOF,
	stated: Pick<CreateCommand, "reference" | "tokenDecimals"> = {},
	txs: RecoveryIntent["txs"] = [...vectorIntent.txs, second],
): Promise<Story> {
	const intent: RecoveryIntent = { rec: { ...vectorIntent.rec, ...rec }, txs };
	const jrcHash = hashRecoveryIntent(intent);
	const command: CreateCommand = {
		kind: "create",
		caseId: caseIdOf(jrcHash),
		jrcHash,
		source: "api",
		developerId: "dev_1",
		subject: null,
		...stated,
		...intent,
		caseExpirySeconds: CASE_EXPIRY_SECONDS,
		signature: (await newCaseBody(intent)).signature,
		proof,
	};
	return { intent, moves: [recordCreation(command, NOW)], at: NOW };
}
const STATED = {
	reference: "claim:1",
	tokenDecimals: [{ token: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6 }],
};
const second = { dest: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", value: "0x10", data: "0x" };

/** Moves the case a minute or `wait` later. */
export async function moved(story: Story, step: Step, wait = STEP_MS): Promise<Story> {
	const at = story.at + wait;
	const state = story.moves.at(-1)?.state;
	if (!state) throw new Error("a story begins with a creation");
	const recorded = recordMove(state, await step({ ...story, at }), at);
	if (recorded.kind !== "moved") throw new Error(`not moved: ${JSON.stringify(recorded)}`);
	return { ...story, moves: [...story.moves, recorded], at };
}

export const order =
	(courtInfo: CourtInfo = courtOrder, proof: SignerProof = KEY_PROOF): Step =>
	async ({ intent }) => {
		const { signature } = await courtOrderBody(intent, claimant, courtInfo);
		return { kind: "attach_order", courtInfo, challengePeriodSeconds: 86_400, signature, proof };
	};
export const close =
	(
		action: "contest" | "withdraw",
		signer: PrivateKeyAccount = action === "contest" ? owner : claimant,
		reason?: string,
	): Step =>
	async ({ intent }) => ({
		kind: action,
		...(await closeBody(intent, action, signer, reason)),
		proof: KEY_PROOF,
	});
/** @param acceptedAt after the creation at NOW for a contest of the case, before it for a standing one */
export const contestAll =
	(acceptedAt: number): Step =>
	async ({ intent }) => {
		const { chainId } = intent.rec;
		const { nonce, deadline, signature } = await contestAllBody({
			chainId,
			deadline: Math.floor(acceptedAt / 1000),
		});
		return { kind: "contest_all", nonce, deadline, acceptedAt, signature, proof: KEY_PROOF };
	};
const does =
	(command: MoveCommand): Step =>
	async () =>
		command;
export const verify = does({ kind: "verify_order", ...REVIEW });
const compares = does({
	kind: "verify_order",
	...REVIEW,
	compared: [
		{ value: "case.lostAccount", found: vectorIntent.rec.lostAccount.toUpperCase().replace("0X", "0x") },
		{ value: "courtOrder.courtId", found: "SDNY", differs: "The court's own short name." },
	],
});
export const clear = does({ kind: "clear", ...REVIEW });
const loses = does({ kind: "lose_watch", notWatched: { since: NOW - 1, because: "reserve_used_up" } });
const reject = does({ kind: "reject", ...REVIEW });
const asks = (statusReason: "order_unverifiable" | "documents_missing") =>
	does({ kind: "require_action", statusReason, ...REVIEW });
const proves =
	(changes: Partial<Execution> = {}): Step =>
	async ({ intent, at }) => {
		const calls = [{ txHash: TX, index: 0, caller: intent.rec.lostAccount }];
		const seen = { blockNumber: 1, blockHash: TX, blockTime: at - 2, confirmedAt: at - 1 };
		return {
			kind: "prove_execution",
			execution: { txHashes: [TX], state: "final", proof: "direct", calls, ...seen, ...changes },
		};
	};
const adds = (by: "developer" | "recovery_account", title: string, hash: string) => {
	const documentId = `doc_${hash.repeat(16)}`;
	return does({
		kind: "add_document",
		by,
		document: { documentId, sha256: `0x${hash.repeat(32)}`, size: 12_345, title },
	});
};
const certificate = adds("developer", "Death certificate", "d1");
const letters = adds("recovery_account", "Letters of administration", "d2");
const reviewer = privateKeyToAccount(`0x${"11".repeat(32)}`);
const approves =
	(proof: SignerProof = KEY_PROOF): Step =>
	async ({ intent, at }) => {
		const terms = { notBefore: 0, deadline: Math.floor(at / 1000) + 3600, round: 0, generation: 1 };
		const { lostAccount: account, chainId } = intent.rec;
		const of = { jrcHash: hashRecoveryIntent(intent), account, chainId, module: moduleAddress };
		const message = { ...of, reviewer: reviewer.address, ...terms };
		const signature = await reviewer.sign({ hash: signedMessages.approvalHash(message) });
		const by = { reviewerId: REVIEW.reviewerId, reviewer: reviewer.address, module: moduleAddress };
		return { kind: "approve_execution", ...by, threshold: 2, terms, signature, proof };
	};
const observes = (event: "scheduled" | "vetoed", logIndex: number) =>
	does({
		kind: "observe_module",
		...{ event, txHash: TX, logIndex, blockNumber: 7, generation: 1, round: 1 },
		...(event === "scheduled" ? { readyAt: NOW / 1000, endsAt: NOW / 500 } : { readyAt: 0, endsAt: 0 }),
	});
const attests = (review: typeof REVIEW, former?: string[]) =>
	does({ kind: "attest_execution", txHash: TX, ...review, ...(former && { former }) });

async function through(start: Promise<Story>, ...steps: (Step | [Step, number])[]): Promise<Story> {
	let story = await start;
	for (const step of steps) {
		story = Array.isArray(step) ? await moved(story, ...step) : await moved(story, step);
	}
	return story;
}

const inheritance = { reasonForRecovery: "inheritance" } as const;
const expire: [Step, number] = [does({ kind: "expire" }), CASE_EXPIRY_SECONDS * 1000];
const otherOrder = order({ ...courtOrder, title: "In re Estate of Doe, amended" });
const afterChallenge = (step: Step): [Step, number] => [step, 2 * DAY_MS];

/** Named by their final status and reason; together they contain every command. */
export const STORIES: Record<string, () => Promise<Story>> = {
	created: () => createdCase(),
	"created, no e-mail": () => createdCase({ email: null }),
	"created, with documents": () => through(createdCase(), certificate, letters),
	"created, with all that a filer may state": () => createdCase({}, KEY_PROOF, STATED),
	"pending, with a reference": () => through(createdCase({}, KEY_PROOF, { reference: "claim:1" }), order()),
	"created by a contract": () => createdCase({}, CONTRACT_PROOF),
	pending: () => through(createdCase(), order()),
	"pending, order verified": () => through(createdCase(), order(), verify),
	"pending, order compared and verified": () => through(createdCase(), order(), compares),
	"pending, executable": () =>
		through(createdCase(), order(), verify, afterChallenge(does({ kind: "allow_execution" }))),
	"pending, verified after the waiting time": () => through(createdCase(), order(), afterChallenge(verify)),
	"pending, cleared with a verified order": () =>
		through(createdCase(inheritance), order(), close("contest"), verify, clear),
	"pending, order by a contract": () =>
		through(createdCase({}, CONTRACT_PROOF), order(courtOrder, CONTRACT_PROOF)),
	"pending, execution confirming": () =>
		through(createdCase(), order(), verify, afterChallenge(proves({ state: "confirming" }))),
	"pending, one attestation": () => through(createdCase(), order(), verify, afterChallenge(attests(REVIEW))),
	"pending, approved and scheduled": () =>
		through(createdCase(), order(), verify, afterChallenge(approves()), observes("scheduled", 0)),
	"contested_by_lost_account, approved by a contract and vetoed": () =>
		through(
			createdCase(),
			order(),
			verify,
			afterChallenge(approves(CONTRACT_PROOF)),
			close("contest"),
			observes("vetoed", 1),
		),
	"pending again after expiry": () => through(createdCase(), expire, order()),
	"pending, corrected order": () => through(createdCase(), order(), asks("documents_missing"), otherOrder),
	order_unverifiable: () => through(createdCase(), order(), asks("order_unverifiable")),
	documents_missing: () => through(createdCase(), asks("documents_missing")),
	contested: () => through(createdCase(inheritance), order(), close("contest")),
	"contested again with another reason": () =>
		through(
			createdCase(inheritance),
			order(),
			close("contest"),
			clear,
			close("contest", owner, "still mine"),
		),
	"contested, then an order": () => through(createdCase(inheritance), close("contest"), order(), verify),
	"contested, by a contest of all cases": () =>
		through(createdCase(inheritance), order(), contestAll(NOW + 1)),
	"contested, by a standing contest": () => through(createdCase(), contestAll(NOW - DAY_MS), order()),
	"contested_by_lost_account, by a contest of all cases": () =>
		through(createdCase(), order(), contestAll(NOW + 1)),
	lost_account_active: () => through(createdCase(), does({ kind: "observe_activity", transactionCount: 5 })),
	expired: () => through(createdCase(), expire),
	executed_without_verified_order: () => through(createdCase(), order(), proves()),
	executed_before_challenge_period: () => through(createdCase(), order(), verify, proves()),
	owner_not_watched: () => through(createdCase(), order(), verify, loses, afterChallenge(proves())),
	"executed, not watched": () =>
		through(
			createdCase(),
			loses,
			does({ kind: "regain_watch" }),
			order(),
			verify,
			loses,
			afterChallenge(proves()),
			clear,
			does({ kind: "judge_execution" }),
		),
	execution_mismatch: () =>
		through(createdCase(), order(), does({ kind: "find_mismatch", txHashes: [TX], finding: "reverted" })),
	"executed, proven": () => through(createdCase(), order(), verify, afterChallenge(proves())),
	"executed, attested": () =>
		through(createdCase(), order(), verify, afterChallenge(attests(REVIEW)), attests(OTHER_REVIEW)),
	"pending, one dropped attestation": () =>
		through(
			createdCase(),
			order(),
			verify,
			afterChallenge(attests(REVIEW)),
			attests(OTHER_REVIEW, [REVIEW.reviewerId]),
		),
	"executed, judged again": () =>
		through(
			createdCase(),
			order(),
			afterChallenge(proves()),
			verify,
			clear,
			does({ kind: "judge_execution" }),
		),
	contested_by_lost_account: () => through(createdCase(), order(), close("contest")),
	withdrawn_by_claimant: () => through(createdCase(), order(), close("withdraw")),
	rejected_by_reviewer: () => through(createdCase(), order(), reject),
};

export const ISSUER = "https://replevin.example";

/** The data that the case's object and the endpoints provide. */
function inputOf({ moves, at }: Story, signer: EvidenceSigner): EvidenceInput {
	const last = moves.at(-1);
	if (!last) throw new Error("a story begins with a creation");
	const events = moves.flatMap(({ event }) => event ?? []);
	return {
		issuer: ISSUER,
		issuedAt: at + STEP_MS,
		state: last.state,
		history: moves.map(({ entry, payload }) => ({ entry, payload })),
		events: events.map((event, place) => ({
			event,
			// The newest event is not confirmed yet.
			confirmedAt: place < events.length - 1 ? event.createdAt + 900 : null,
			deliveries: [
				{
					endpointId: place % 2 === 0 ? "we_1" : null,
					deliveredAt: event.createdAt + 800,
					httpStatus: 204,
				},
			],
		})),
		signer,
	};
}

export async function bundleOf(story: Story, signer: EvidenceSigner): Promise<EvidenceBundle> {
	return JSON.parse(await buildEvidence(inputOf(story, signer)));
}

export async function evidenceDigest(unsigned: UnsignedEvidence): Promise<Hex> {
	return webSha256Hex(canonicalJson(unsigned));
}

/** Signs a changed bundle with a new head. */
export async function withNewHead(bundle: EvidenceBundle, signer: EvidenceSigner): Promise<EvidenceBundle> {
	const { head: _, ...unsigned } = bundle;
	return { ...unsigned, head: await signHead(await evidenceDigest(unsigned), signer) };
}
