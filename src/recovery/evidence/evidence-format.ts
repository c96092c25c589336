/** The rules of the lifecycle belong to it as well: a case is replayed by those of its bundle's version. */
export const EVIDENCE_FORMAT = "replevin-evidence/1";
