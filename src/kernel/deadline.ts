const SECOND_MS = 1000;

/** Of a signed message. @param deadline unix seconds @param now unix milliseconds */
export function judgeDeadline(
	deadline: number,
	now: number,
	maxAheadSeconds: number,
): "valid" | "passed" | "too_far" {
	const nowSeconds = Math.floor(now / SECOND_MS);
	if (deadline < nowSeconds) return "passed";
	return deadline > nowSeconds + maxAheadSeconds ? "too_far" : "valid";
}
