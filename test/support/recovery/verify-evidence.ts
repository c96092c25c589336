/** Verifies an evidence bundle by the service's WebAssembly, with the faults in English. */
import { keccak256 } from "../../../src/kernel/crypto/keccak/keccak.ts";
import { recoverAddress } from "../../../src/kernel/crypto/secp256k1/recover-address.ts";
import { faultInWords } from "../../../src/protocol/evidence/fault-words.ts";
import {
	createEvidenceVerifier,
	type EvidenceReport,
	type EvidenceVerdict,
	type VerifyOptions,
} from "../../../src/protocol/evidence/verify-evidence.ts";

/** `where`: a JSON path; `$` is the bundle. */
type EvidenceFailure = { where: string; what: string };
type VerdictInWords = { ok: true; report: EvidenceReport } | { ok: false; failures: EvidenceFailure[] };

const evidenceVerifier = createEvidenceVerifier({ keccak256, recover: recoverAddress });

export async function verifyEvidence(bundle: unknown, options: VerifyOptions): Promise<VerdictInWords> {
	return inWords(await evidenceVerifier.verifyEvidence(bundle, options));
}

export async function verifyEvidenceText(text: string, options: VerifyOptions): Promise<VerdictInWords> {
	return inWords(await evidenceVerifier.verifyEvidenceText(text, options));
}

function inWords(verdict: EvidenceVerdict): VerdictInWords {
	if (verdict.ok) return { ok: true, report: verdict.report };
	const failures = verdict.faults.map((fault) => ({ where: fault.where, what: faultInWords(fault) }));
	return { ok: false, failures };
}
