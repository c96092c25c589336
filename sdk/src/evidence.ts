/** Verification of evidence bundles, offline and by the service's own rules. */
import {
	compareWithHead as compare,
	type Freshness as Found,
} from "../../src/protocol/evidence/case-head.ts";
import { faultInWords } from "../../src/protocol/evidence/fault-words.ts";
import type { EvidenceFault as Fault } from "../../src/protocol/evidence/faults.ts";
import { freshnessInWords, limitInWords } from "../../src/protocol/evidence/freshness-words.ts";
import { createEvidenceVerifier, type EvidenceReport } from "../../src/protocol/evidence/verify-evidence.ts";
import { keccak256 } from "../../src/protocol/noble/keccak256.ts";
import { recoverAddress } from "../../src/protocol/noble/recover-address.ts";
import type { EvidenceBundle } from "./generated/api.ts";

export type { EvidenceDecision } from "../../src/protocol/evidence/verify-decision.ts";
export type { EvidenceReport } from "../../src/protocol/evidence/verify-evidence.ts";
export type { EvidenceSignature } from "../../src/protocol/evidence/verify-signatures.ts";
export type { EvidenceBundle } from "./generated/api.ts";

/** What is wrong with a bundle, and where. */
export type EvidenceFault = Fault & {
	/** One sentence in English, which begins with the path of the part. */
	message: string;
};

/** The result: what the bundle proves, or what is wrong with it: the seal alone, or at most fifty faults. */
export type EvidenceVerdict =
	| {
			ok: true;
			/** Up to when the bundle is complete, in English. Nothing in it tells what happened later. */
			message: string;
			report: EvidenceReport;
			bundle: EvidenceBundle;
	  }
	| { ok: false; faults: EvidenceFault[] };

/** What the head of the case says of a bundle, and the same in one English sentence. */
export type Freshness = Found & { message: string };

/** Options of `verify`. */
export type VerifyOptions = {
	/** `data.historyHash` of earlier webhooks. A history without one of these hashes was rewritten. */
	seenHistoryHashes?: readonly string[];
};

const verifier = createEvidenceVerifier({ keccak256, recover: recoverAddress });

/**
 * Verifies a bundle: the issuer's signature, the signatures of the wallets, the hash chain, and that every state follows
 * from the moves before it. Never throws, whatever the text or the JSON says.
 *
 * @param bundle its text, or the parsed JSON. Prefer the text: of a member that is repeated, a parser shows one only
 * @param keys the issuer's `/.well-known/evidence-jwks.json`, parsed. Get it from the issuer, not with the bundle
 */
export async function verify(
	bundle: unknown,
	keys: unknown,
	{ seenHistoryHashes = [] }: VerifyOptions = {},
): Promise<EvidenceVerdict> {
	const options = { jwks: keys, seenHistoryHashes };
	const verdict =
		typeof bundle === "string"
			? await verifier.verifyEvidenceText(bundle, options)
			: await verifier.verifyEvidence(bundle, options);
	if (verdict.ok) {
		const message = limitInWords(verdict.report);
		return { ...verdict, message, bundle: verdict.bundle as unknown as EvidenceBundle };
	}
	const faults = verdict.faults.map((fault) => ({
		...fault,
		message: `${fault.where} ${faultInWords(fault)}.`,
	}));
	return { ok: false, faults };
}

/**
 * Compares a verified bundle with the head of its case: whether it is still the latest, and whether the service tells the
 * same history. Never throws.
 *
 * @param report of the verdict
 * @param head `await replevin.cases.head(report.jrcHash, { sequence: report.moves })`; null if there was no response
 * @param keys as for `verify`
 */
export async function compareWithHead(
	report: EvidenceReport,
	head: unknown,
	keys: unknown,
): Promise<Freshness> {
	const freshness = await compare(report, head, keys);
	return { ...freshness, message: freshnessInWords(freshness) };
}
