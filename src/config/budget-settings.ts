/** Settings of the budgets (auth.md "Quotas"). */
import type { NetworkBits } from "../kernel/client-network.ts";
import { type ConfiguredBudgets, DEFAULT_BUDGETS } from "../quota/budget-table.ts";
import { allRead, Invalid, json, membersOf, type Read } from "./setting.ts";

/** Resource, then identity, then amount. */
type Amounts = Record<string, Record<string, number>>;

const MAX_AMOUNT = 1e15;

/** `{"cases": {"wallet": 100}}` */
export const budgetAmounts = json((source): Amounts | Invalid => {
	const resources = membersOf(source);
	if (!resources) return new Invalid("must be a JSON object, resource to identity to amount");
	const read = [...resources].map(([resource, given]) => readAmounts(resource, given));
	const entries = allRead(read);
	return entries instanceof Invalid ? entries : Object.fromEntries(entries);
});

function readAmounts(resource: string, given: unknown): [string, Record<string, number>] | Invalid {
	const defaults = new Map(Object.entries(DEFAULT_BUDGETS)).get(resource);
	if (!defaults) return new Invalid(`a resource must be one of ${Object.keys(DEFAULT_BUDGETS).join(", ")}`);
	const identities = membersOf(given);
	if (!identities) return new Invalid(`${resource} must be a JSON object, identity to amount`);
	const amounts = allRead(
		[...identities].map(([identity, amount]): [string, number] | Invalid => {
			if (!Object.hasOwn(defaults.amounts, identity)) {
				const known = Object.keys(defaults.amounts).join(", ");
				return new Invalid(`${resource} has budgets of ${known} only`);
			}
			const isAmount = Number.isSafeInteger(amount) && Number(amount) >= 1 && Number(amount) <= MAX_AMOUNT;
			return isAmount ? [identity, Number(amount)] : new Invalid("an amount must be a whole number from 1");
		}),
	);
	return amounts instanceof Invalid ? amounts : [resource, Object.fromEntries(amounts)];
}

export function withAmounts(defaults: ConfiguredBudgets, amounts: Amounts): ConfiguredBudgets {
	const entries = Object.entries(defaults).map(([resource, { windowMs, amounts: standard }]) => [
		resource,
		{ windowMs, amounts: { ...standard, ...amounts[resource] } },
	]);
	return Object.fromEntries(entries);
}

/** Leading bits of IPv4 and IPv6, as in `24/48`. */
export const networkBits =
	(most: NetworkBits): Read<NetworkBits> =>
	(text) => {
		const found = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text);
		const [ipv4, ipv6] = [Number(found?.[1]), Number(found?.[2])];
		return found && ipv4 <= most.ipv4 && ipv6 <= most.ipv6
			? { ipv4, ipv6 }
			: new Invalid(`must be two prefix lengths, at most ${most.ipv4}/${most.ipv6}`);
	};
