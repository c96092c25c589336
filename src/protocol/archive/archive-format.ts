/** The names of an archive's files, apart from their forms, which the service does not carry. */
export const ARCHIVE_FORMAT = "replevin-archive/1";

/** The list of all other files, signed by an evidence key. */
export const MANIFEST_PATH = "manifest.json";
export const KEYS_PATH = "evidence-jwks.json";
export const EVIDENCE_PATH = "evidence.json";
export const SIGNED_MESSAGES_PATH = "signed-messages.json";
export const README_PATH = "README.txt";
