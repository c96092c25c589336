import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import type { Call } from "../../protocol/intent.ts";
import type { AccountCall, ObservedCall } from "./observed-call.ts";

export type ExpectedCall = { readonly to: string; readonly value: bigint; readonly data: string };

/** Addresses in lower case. */
export type IsAllowedCaller = (caller: string, to: string) => boolean;

export function expectedCallOf({ dest, value, data }: Call): ExpectedCall {
	return { to: dest.toLowerCase(), value: BigInt(value), data: data.toLowerCase() };
}

/** Wallets add approvals, fees and hooks in between. The earliest match finds all calls if possible. */
export function matchCalls(
	expected: readonly ExpectedCall[],
	observed: readonly ObservedCall[],
	isAllowedCaller: IsAllowedCaller,
): ObservedCall[] {
	const matched: ObservedCall[] = [];
	for (const call of observed) {
		const next = expected[matched.length];
		if (next === undefined) break;
		if (isSameCall(call, next) && isAllowedCaller(call.caller, call.to)) matched.push(call);
	}
	return matched;
}

/** Keeps only calls that can matter, because a reported transaction may be huge. */
export function createCallFilter(expected: readonly ExpectedCall[], isAllowedCaller: IsAllowedCaller) {
	const targets = new Set(expected.map(({ to }) => to));
	const byKey = new Map(expected.map((call) => [keyOf(call), call]));
	return <T extends AccountCall>(calls: readonly T[]): T[] =>
		calls
			.filter(({ to }) => targets.has(to))
			.flatMap((call) => {
				const same = byKey.get(keyOf(call));
				// Frees the trace's copy of the data.
				if (same !== undefined) return { ...call, data: same.data };
				return isAllowedCaller(call.caller, call.to) ? call : [];
			});
}

function keyOf({ to, value, data }: ExpectedCall): string {
	return `${to} ${value} ${data}`;
}

export function describeMissing(found: {
	expected: readonly ExpectedCall[];
	matched: readonly ObservedCall[];
	observed: readonly ObservedCall[];
	reverted: readonly AccountCall[];
	isAllowedCaller: IsAllowedCaller;
}): string {
	const { expected, matched, observed, reverted, isAllowedCaller } = found;
	const missing = expected[matched.length];
	if (missing === undefined) return "Every call was executed.";
	const name = `Call ${matched.length + 1} of ${expected.length}, to ${toChecksumAddress(missing.to)},`;
	const same = observed.filter((call) => isSameCall(call, missing));
	if (same.some((call) => isAllowedCaller(call.caller, call.to) && !matched.includes(call)))
		return `${name} was executed, but before the calls that must precede it.`;
	const stranger = same.find((call) => !isAllowedCaller(call.caller, call.to));
	if (stranger !== undefined)
		return `${name} was made by ${toChecksumAddress(stranger.caller)}, which is neither the lost account nor an agent listed for that target.`;
	if (reverted.some((call) => isSameCall(call, missing))) return `${name} was made, but it reverted.`;
	const other = observed.find(
		(call) => call.to === missing.to && isAllowedCaller(call.caller, call.to) && !matched.includes(call),
	);
	if (other === undefined) return `${name} was not executed.`;
	const difference = other.data === missing.data ? "another value" : "other data";
	return `${name} was not executed. A call to the same target had ${difference}.`;
}

function isSameCall(call: AccountCall, expected: ExpectedCall): boolean {
	return call.to === expected.to && call.value === expected.value && call.data === expected.data;
}
