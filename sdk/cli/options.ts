import { UsageError } from "./command.ts";

/** @throws UsageError that names the option */
export function wholeNumber(option: string, value: unknown): number {
	if (!/^\d{1,15}$/.test(String(value)))
		throw new UsageError(`${option} must be a whole number, but it is "${value}"`);
	return Number(value);
}
