import type { EvidenceFault } from "./faults.ts";

/** Changing the lifecycle rules needs a new version, because verifiers replay them. */
export const EVIDENCE_FORMAT = "replevin-evidence/1";

/** Whether the faults are of a text that is no bundle at all, genuine or not. It says nothing about a case. */
export function isOtherFile(faults: readonly EvidenceFault[]): boolean {
	return faults.some(({ kind, where }) => kind === "not_json" || where === "$.format");
}
