/** signatures.md "Replay". */
export const MAX_ERASE_DEADLINE_SECONDS = 3600;
