/** auth.md "Issue, list, rotate, revoke". */
export const MAX_ACTIVE_KEYS = 5;
export const MAX_LABEL_LENGTH = 64;
export const MAX_EXPIRY_DAYS = 3650;
