// Whether observed calls carry out an intent, and what is missing if not. Pure.
import { toChecksumAddress } from "../../kernel/address.ts";
import type { Call } from "../intent/intent.ts";
import type { DecodedCall } from "./decoded-call.ts";
import type { ObservedCall } from "./observed-call.ts";

/** A call of the intent, ready to be compared. */
export type WantedCall = { readonly to: string; readonly value: bigint; readonly data: string };

/** Whether what an account calls at a target counts for the case. Addresses in lower case. */
export type CallerRule = (caller: string, to: string) => boolean;

export function wantedCallOf({ dest, value, data }: Call): WantedCall {
	return { to: dest.toLowerCase(), value: BigInt(value), data: data.toLowerCase() };
}

/**
 * The observed calls that carry out the wanted ones, one each, in order. Others may stand between them: a wallet
 * adds approvals, fees and hooks of its own, and the intent is no less executed. As many as were found; the
 * earliest possible each time, which finds all wherever all can be found.
 */
export function matchCalls(
	wanted: readonly WantedCall[],
	observed: readonly ObservedCall[],
	counts: CallerRule,
): ObservedCall[] {
	const matched: ObservedCall[] = [];
	for (const call of observed) {
		const next = wanted[matched.length];
		if (next === undefined) break;
		if (isSameCall(call, next) && counts(call.caller, call.to)) matched.push(call);
	}
	return matched;
}

/**
 * The calls that can have a part in a verdict or its words, and no other: those that an account which counts makes
 * to a target of the intent, and those that are the intent's, by whomever. Whoever names a transaction may name the
 * heaviest of the chain, and the rest of it is not to be kept.
 */
export function createCallFilter(wanted: readonly WantedCall[], counts: CallerRule) {
	const targets = new Set(wanted.map(({ to }) => to));
	const byText = new Map(wanted.map((call) => [textOf(call), call]));
	return <T extends DecodedCall>(calls: readonly T[]): T[] =>
		calls
			.filter(({ to }) => targets.has(to))
			.flatMap((call) => {
				const same = byText.get(textOf(call));
				if (same !== undefined) return { ...call, data: same.data };
				return counts(call.caller, call.to) ? call : [];
			});
}

function textOf({ to, value, data }: WantedCall): string {
	return `${to} ${value} ${data}`;
}

/** For people: which of the wanted calls is the first that was not found, and what was found in its place. */
export function describeMissing(evidence: {
	wanted: readonly WantedCall[];
	matched: readonly ObservedCall[];
	observed: readonly ObservedCall[];
	reverted: readonly DecodedCall[];
	counts: CallerRule;
}): string {
	const { wanted, matched, observed, reverted, counts } = evidence;
	const missing = wanted[matched.length];
	if (missing === undefined) return "every call was executed";
	const name = `Call ${matched.length + 1} of ${wanted.length}, to ${toChecksumAddress(missing.to)},`;
	const same = observed.filter((call) => isSameCall(call, missing));
	if (same.some((call) => counts(call.caller, call.to) && !matched.includes(call)))
		return `${name} was executed, but before the calls that must precede it.`;
	const stranger = same.find((call) => !counts(call.caller, call.to));
	if (stranger !== undefined)
		return `${name} was made by ${toChecksumAddress(stranger.caller)}, which is neither the lost account nor an agent listed for that target.`;
	if (reverted.some((call) => isSameCall(call, missing))) return `${name} was made, but it reverted.`;
	const other = observed.find(
		(call) => call.to === missing.to && counts(call.caller, call.to) && !matched.includes(call),
	);
	if (other === undefined) return `${name} was not executed.`;
	const difference = other.data === missing.data ? "another value" : "other data";
	return `${name} was not executed. A call to the same target had ${difference}.`;
}

function isSameCall(call: DecodedCall, wanted: WantedCall): boolean {
	return call.to === wanted.to && call.value === wanted.value && call.data === wanted.data;
}
