import { invalidField } from "../errors/app-error.ts";

const SECOND_MS = 1000;

/**
 * @param deadline of a signed message, in unix seconds
 * @param now unix milliseconds
 * @throws AppError INPUT_VALIDATION_ERROR if the deadline has passed, or is too far ahead
 */
export function checkDeadline(deadline: number, now: number, maxAheadSeconds: number): void {
	const nowSeconds = Math.floor(now / SECOND_MS);
	if (deadline < nowSeconds) {
		const message = "has passed: have a new message signed";
		throw invalidField({ field: "deadline", rule: "expired", message });
	}
	if (deadline > nowSeconds + maxAheadSeconds) {
		const message = `must be at most ${maxAheadSeconds} seconds ahead, in unix seconds, not milliseconds`;
		throw invalidField({ field: "deadline", rule: "too_large", message });
	}
}
