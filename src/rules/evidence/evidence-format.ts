/** Changing the lifecycle rules needs a new version, because verifiers replay them. */
export const EVIDENCE_FORMAT = "replevin-evidence/1";
