/** signatures.md "Replay". */
export const MAX_ERASE_DEADLINE_SECONDS = 3600;

const SECOND_MS = 1000;

export function judgeDeadline(deadlineSeconds: number, now: number): "valid" | "passed" | "too_far" {
	const nowSeconds = Math.floor(now / SECOND_MS);
	if (deadlineSeconds < nowSeconds) return "passed";
	return deadlineSeconds > nowSeconds + MAX_ERASE_DEADLINE_SECONDS ? "too_far" : "valid";
}
