/**
 * Verifies an evidence bundle offline (recovery.md "Verification").
 *
 * - It runs in Workers, Node and browsers, so the caller passes the functions that hash and recover signers.
 * - It never throws, whatever the bundle is.
 * - It pauses between slices of work, so that a long bundle blocks neither a page nor a server.
 * - It checks the head first, and stops after fifty faults.
 */

import { createChecksumAddresses } from "../../kernel/crypto/checksum-address.ts";
import { createEip712 } from "../../kernel/crypto/eip712-encoder.ts";
import { hashCalls, hashFunctionsOf, type Keccak256 } from "../../kernel/crypto/hash-functions.ts";
import { caseIdPreimage, idOfHash } from "../../kernel/crypto/id-preimages.ts";
import type { RecoverAddress } from "../../kernel/crypto/secp256k1/parse-signature.ts";
import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { jsonDifferences } from "../../kernel/encoding/json-differences.ts";
import { createPause, type Pause } from "../../kernel/time/pause.ts";
import { type CaseStatus, MOVES, type StatusReason } from "../enumerations.ts";
import { createSignedMessages } from "../signed-messages.ts";
import {
	createEvidenceForms,
	type EvidenceBundle,
	type EvidenceForms,
	type UnsignedEvidence,
} from "./evidence-form.ts";
import { type EvidenceFault, faultAt, type PlacedFault } from "./faults.ts";
import { readBundle, readPart, readSeal } from "./read-bundle.ts";
import { PartTooLarge } from "./split-bundle.ts";
import type { EvidenceDecision } from "./verify-decision.ts";
import { verifyHead } from "./verify-head.ts";
import { historyFaults } from "./verify-history.ts";
import type { EvidenceSignature, SignatureTools } from "./verify-signatures.ts";

export type VerifyOptions = {
	/** The issuer's `/.well-known/evidence-jwks.json`, parsed. */
	jwks: unknown;
	/** From earlier webhooks. A history without one of these hashes was rewritten. */
	seenHistoryHashes?: readonly string[];
};

/** What a bundle without a fault proves. */
export type EvidenceReport = {
	caseId: string;
	jrcHash: Hex;
	status: CaseStatus;
	statusReason: StatusReason | null;
	/** The service whose keys the caller trusts. */
	issuer: string;
	/** ISO 8601. */
	issuedAt: string;
	kid: string;
	digest: Hex;
	/** Of the newest entry. */
	historyHash: Hex;
	moves: number;
	events: number;
	/** Verified only if recovered. The bundle merely claims that contracts accepted the other signatures. */
	signatures: EvidenceSignature[];
	/** Reviewers' decisions that a passkey has signed. All are verified. */
	decisions: EvidenceDecision[];
};

export type EvidenceVerdict =
	| { ok: true; report: EvidenceReport; bundle: EvidenceBundle }
	/** At least one fault and at most MAX_FAULTS. If the head or the form is wrong, nothing else is checked. */
	| { ok: false; faults: EvidenceFault[] };

/** The check ends with this fault. */
export const MAX_FAULTS = 50;
/**
 * The places of changes are looked for in texts up to this size: a mebibyte of intent, which a bundle has twice, and the
 * rest.
 */
const MAX_DIAGNOSED_CHARACTERS = 3 * 1024 * 1024;

export type EvidenceVerifier = {
	/** @param bundle any parsed JSON value */
	verifyEvidence: (bundle: unknown, options: VerifyOptions) => Promise<EvidenceVerdict>;
	/** Requires canonical text (RFC 8785), because some readers would see another case if a member is repeated. */
	verifyEvidenceText: (text: string, options: VerifyOptions) => Promise<EvidenceVerdict>;
};

export function createEvidenceVerifier({
	keccak256,
	recover,
}: {
	keccak256: Keccak256;
	recover: RecoverAddress;
}): EvidenceVerifier {
	const hashes = hashFunctionsOf(keccak256);
	const addresses = createChecksumAddresses(hashes);
	const messages = createSignedMessages({
		...hashes,
		...addresses,
		eip712: createEip712(hashes, addresses),
	});
	const tools: Tools = { keccak256, messages, recover, forms: createEvidenceForms(addresses) };
	const verifyEvidenceText: EvidenceVerifier["verifyEvidenceText"] = (text, options) =>
		firstFaults(text, options, tools);
	return {
		verifyEvidenceText,
		verifyEvidence: async (bundle, options) => {
			let text: string;
			try {
				text = canonicalJson(bundle);
			} catch {
				return { ok: false, faults: [{ ...faultAt("$", { kind: "unknown_content" }), act: null }] };
			}
			return verifyEvidenceText(text, options);
		},
	};
}

type Tools = SignatureTools & { keccak256: Keccak256; forms: EvidenceForms };
type Accepted = Extract<EvidenceVerdict, { ok: true }>;
/** `acts`: what the entries of the history say that they are, as far as they were read. */
type Progress = { pause: Pause; acts: unknown[] };

async function firstFaults(text: string, options: VerifyOptions, tools: Tools): Promise<EvidenceVerdict> {
	const progress: Progress = { pause: createPause(), acts: [] };
	const faults: EvidenceFault[] = [];
	const check = checkText(text, options, tools, progress);
	for (let next = await check.next(); ; next = await check.next()) {
		if (next.done) return faults.length === 0 && next.value ? next.value : { ok: false, faults };
		const { value: fault } = next;
		const said = fault.part === "history" && fault.index !== null ? progress.acts[fault.index] : null;
		faults.push({ ...fault, act: MOVES.find((move) => move === said) ?? null });
		if (faults.length === MAX_FAULTS) return { ok: false, faults };
	}
}

async function* checkText(
	text: string,
	options: VerifyOptions,
	tools: Tools,
	progress: Progress,
): AsyncGenerator<PlacedFault, Accepted | null> {
	try {
		return yield* checkParts(text, options, tools, progress);
	} catch (error) {
		if (error instanceof PartTooLarge) yield faultAt(error.where, { kind: "too_large" });
		else if (error instanceof SyntaxError) yield faultAt("$", { kind: "not_json" });
		else throw error;
		return null;
	}
}

async function* checkParts(
	text: string,
	{ jwks, seenHistoryHashes = [] }: VerifyOptions,
	tools: Tools,
	progress: Progress,
): AsyncGenerator<PlacedFault, Accepted | null> {
	const { forms } = tools;
	const seal = await readSeal(text, progress.pause);
	const format = readPart(seal.format, "$.format", forms.members.format);
	if ("faults" in format) return yield* stop(format.faults);
	const given = readPart(seal.head, "$.head", forms.members.head);
	if ("faults" in given) return yield* stop(given.faults);
	const signed = await verifyHead(given.value, jwks);
	if (!signed.ok) return yield* stop([faultAt("$.head", signed.fault)]);
	if (signed.digest !== seal.digest && text.length > MAX_DIAGNOSED_CHARACTERS)
		return yield* stop(digestFaults(signed.digest, seal.digest));
	const read = yield* readBundle(text, forms, progress);
	if (!read) return null;
	const isCanonical = read.text === text;
	if (!isCanonical) yield faultAt("$", { kind: "not_canonical" });
	const { digest } = isCanonical ? seal : await readSeal(read.text, progress.pause);
	yield* digestFaults(signed.digest, digest);
	const bundle = read.value;
	yield* await intentFaults(bundle, tools, progress.pause);
	const moves = yield* historyFaults(bundle, tools, progress.pause);
	yield* rewrittenFaults(bundle, seenHistoryHashes);
	return { ok: true, report: reportOf(bundle, { kid: signed.kid, digest, ...moves }), bundle };
}

function* stop(faults: readonly PlacedFault[]): Generator<PlacedFault, null> {
	yield* faults;
	return null;
}

function digestFaults(expected: Hex, found: Hex): PlacedFault[] {
	return expected === found ? [] : [faultAt("$", { kind: "digest_differs", expected, found })];
}

async function intentFaults(
	{ caseId, jrcHash, intent, history }: UnsignedEvidence,
	{ keccak256, messages }: Tools,
	pause: Pause,
): Promise<PlacedFault[]> {
	const { emailHash: _, ...rec } = intent.rec;
	const faults: PlacedFault[] = [];
	const steps = hashCalls(keccak256, ...messages.callArrayOf(intent.txs));
	let step = steps.next();
	for (; !step.done; step = steps.next()) await pause();
	const whole = { rec: { ...rec, email: null }, txs: intent.txs };
	const intentHash = messages.hashRecoveryIntent(whole, step.value);
	if (intentHash !== jrcHash) {
		const fault = { kind: "jrc_hash_wrong", expected: intentHash, found: jrcHash } as const;
		faults.push(faultAt("$.jrcHash", fault));
	}
	const derivedId = idOfHash("rc", await webSha256Hex(caseIdPreimage(jrcHash)));
	if (derivedId !== caseId)
		faults.push(faultAt("$.caseId", { kind: "case_id_wrong", expected: derivedId, found: caseId }));
	const creation = history[0]?.payload;
	if (creation?.kind === "create") {
		const { rec, txs } = creation;
		for (const { path, expected, found } of jsonDifferences({ rec, txs }, intent, "$.intent"))
			faults.push(faultAt(path, { kind: "intent_differs", expected, found }));
	}
	return faults;
}

function rewrittenFaults({ history }: UnsignedEvidence, seen: readonly string[]): PlacedFault[] {
	const hashes = new Set<string>(history.map(({ entry }) => entry.hash));
	return seen
		.filter((hash) => !hashes.has(hash))
		.map((expected) => faultAt("$.history", { kind: "entry_missing", expected }));
}

function reportOf(
	{ caseId, jrcHash, issuer, issuedAt, state, history, events }: UnsignedEvidence,
	signed: Pick<EvidenceReport, "kid" | "digest" | "signatures" | "decisions">,
): EvidenceReport {
	const { status, statusReason } = state;
	const historyHash = history.at(-1)?.entry.hash ?? jrcHash;
	return {
		caseId,
		jrcHash,
		status,
		statusReason,
		issuer,
		issuedAt,
		historyHash,
		moves: history.length,
		events: events.length,
		...signed,
	};
}
