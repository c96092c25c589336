/** The parts of a bundle that follow from others. */
import { canonicalJson } from "../../kernel/canonical-json.ts";
import type { Hex } from "../../kernel/hex.ts";
import { webSha256Hex } from "../../kernel/web-sha256.ts";
import { caseRecordOf } from "../case-record.ts";
import type { CaseState } from "../case-state.ts";
import type { Standing, UnsignedEvidence } from "./evidence-form.ts";

/** SHA-256 of the RFC 8785 form of a bundle without its head. */
export function evidenceDigest(unsigned: UnsignedEvidence): Promise<Hex> {
	return webSha256Hex(canonicalJson(unsigned));
}

export function standingOf(state: CaseState): Standing {
	const { caseId, jrcHash, case: rec, transactions, history, ...standing } = caseRecordOf(state, [], []);
	return standing;
}
