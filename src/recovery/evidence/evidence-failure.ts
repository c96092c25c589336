/** What is wrong with a bundle, and at which JSON path of it (`$` is all of it). */
export type EvidenceFailure = { where: string; what: string };
