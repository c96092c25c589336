/** The lifecycle rules belong to the format: changing them needs a new version. */
export const EVIDENCE_FORMAT = "replevin-evidence/1";
