/** The lifecycle rules belong to the format: the history of a bundle is replayed by the rules of the bundle's version. */
export const EVIDENCE_FORMAT = "replevin-evidence/1";
