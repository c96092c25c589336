/** auth.md "Issue, list, rotate, revoke". */
export const MAX_ACTIVE_KEYS = 5;
export const MAX_LABEL_LENGTH = 64;
export const MAX_EXPIRY_DAYS = 3650;

/** A key stays so long after its end, so that a late use is audited. */
export const DEAD_KEY_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
