import { UsageError } from "./command.ts";

/** @throws UsageError that names the option */
export function wholeNumber(option: string, value: unknown): number {
	if (!/^\d{1,15}$/.test(String(value)))
		throw new UsageError(`${option} must be a whole number, but it is "${value}"`);
	return Number(value);
}

/** With a longer pause `setTimeout` would not wait at all. */
const MAX_PAUSE_MS = 2 ** 31 - 1;

/**
 * The pause between two polls.
 * @param unitMs of the given number
 * @throws UsageError that names the option
 */
export function pauseMs(option: string, value: unknown, unitMs = 1): number {
	const ms = wholeNumber(option, value) * unitMs;
	if (ms <= MAX_PAUSE_MS) return ms;
	throw new UsageError(
		`${option} must be at most ${Math.floor(MAX_PAUSE_MS / unitMs)}, but it is "${value}"`,
	);
}
