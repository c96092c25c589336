/** Verification of evidence bundles, offline and by the service's own rules. */
import { faultInWords } from "../../src/rules/evidence/fault-words.ts";
import type { EvidenceFault as Fault } from "../../src/rules/evidence/faults.ts";
import { createEvidenceVerifier, type EvidenceReport } from "../../src/rules/evidence/verify-evidence.ts";
import { keccak256 } from "../../src/rules/noble/keccak256.ts";
import { recoverAddress } from "../../src/rules/noble/recover-address.ts";
import type { EvidenceBundle } from "./generated/api.ts";

export type { EvidenceReport } from "../../src/rules/evidence/verify-evidence.ts";
export type { EvidenceSignature } from "../../src/rules/evidence/verify-signatures.ts";
export type { EvidenceBundle } from "./generated/api.ts";

/** What is wrong with a bundle, and where. */
export type EvidenceFault = Fault & {
	/** One sentence in English, which begins with the path of the part. */
	message: string;
};

/** The result: what the bundle proves, or everything that is wrong with it. */
export type EvidenceVerdict =
	| { ok: true; report: EvidenceReport; bundle: EvidenceBundle }
	| { ok: false; faults: EvidenceFault[] };

/** Options of `verify`. */
export type VerifyOptions = {
	/** `Replevin-Webhook-History-Hash` of earlier webhooks. A history without one of these hashes was rewritten. */
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
	if (verdict.ok) return { ...verdict, bundle: verdict.bundle as unknown as EvidenceBundle };
	const faults = verdict.faults.map((fault) => ({
		...fault,
		message: `${fault.where} ${faultInWords(fault)}.`,
	}));
	return { ok: false, faults };
}
