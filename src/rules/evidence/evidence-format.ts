/** Changing the lifecycle rules needs a new version, because verifiers replay them. */
export const EVIDENCE_FORMAT = "replevin-evidence/1";

/** Whether the text is a bundle at all, genuine or not. Nothing is known about a case if it is another file. */
export function isEvidence(text: string): boolean {
	try {
		return JSON.parse(text)?.format === EVIDENCE_FORMAT;
	} catch {
		return false;
	}
}
