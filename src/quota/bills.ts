/** Decides which objects charge which budgets for a call (auth.md "Who pays"). */
import type { Charge } from "../../durable/account/account-messages.ts";
import type { Budget } from "./budget.ts";
import type { BudgetTable, ConfiguredBudgets, Identity, Resource } from "./budget-table.ts";
import type { BudgetExhausted } from "./errors.ts";

/** `page`: the page that opened the session. */
export type Payer =
	| { kind: "developer"; developerId: string }
	| { kind: "anonymous"; subject: string }
	| { kind: "wallet"; subject: string; page?: { origin: string } | null }
	| { kind: "origin"; origin: string }
	/** A caller without a credential, for whom the network pays. */
	| { kind: "nobody" }
	/** For a move that protects this account (auth.md "Protective moves"). Needs a client network. */
	| { kind: "owner"; account: string }
	/** `for` whom the service pays; strangers unless it has an allowed origin. */
	| { kind: "service"; for?: Payer };

type DeveloperResource = "issued_keys" | "webhook_samples";

export type Costs = Partial<Record<Resource, number>>;

type BillLine = { identity: Identity; resource: Resource; charge: Charge };

/** `isOwn`: the object of the developer or session itself. */
export type Bill = { object: string; isOwn: boolean; lines: BillLine[] };

type Sharer = { identity: Identity; suffix?: string };

/** A node serves so many requests within seconds, and those of an hour only within minutes. */
const SHARED_BURST_MS = 60_000;
const SMALLEST_SHARED_BURST = 1_000;

const STRANGERS: Sharer = { identity: "strangers", suffix: "strangers" };

/** @param network a keyed hash; null if no client is there to pay */
export function billsOf(payer: Payer, network: string | null, costs: Costs, table: BudgetTable): Bill[] {
	const bill = (object: string, isOwn: boolean, ...sharers: Sharer[]): Bill => ({
		object,
		isOwn,
		lines: sharers.flatMap((sharer) => linesOf(sharer, costs, table)),
	});
	const ofNetwork = (kind: "free" | "developer") =>
		network === null ? [] : [bill(`network:${kind}:${network}`, false, { identity: `${kind}_network` })];
	const ofOrigin = (origin: string) => {
		const share = network === null ? [] : [{ identity: "origin_network", suffix: network } as const];
		return bill(`origin:${origin}`, false, { identity: "origin" }, ...share);
	};
	switch (payer.kind) {
		case "developer":
			return [bill(payer.developerId, true, { identity: "developer" }), ...ofNetwork("developer")];
		case "anonymous":
			return [bill(payer.subject, true, { identity: "anonymous" }), ...ofNetwork("free")];
		case "wallet": {
			const shared = payer.page ? [ofOrigin(payer.page.origin)] : ofNetwork("free");
			return [bill(payer.subject, true, { identity: "wallet" }), ...shared];
		}
		case "origin":
			return [ofOrigin(payer.origin)];
		case "nobody":
			return ofNetwork("free");
		case "owner": {
			if (network === null) throw new Error("a protective move comes from a client network");
			const own: Sharer = { identity: "protected_account", suffix: payer.account };
			const all: Sharer = { identity: "protected_network", suffix: "protected" };
			return [bill(`network:free:${network}`, false, own, all)];
		}
		case "service":
			return [bill("service", false, STRANGERS, { identity: "service" })];
	}
}

/** The developer who may have an allowed origin, and the bill without the budgets that strangers may use up. */
export function billIfAllowed(
	payer: Payer,
	costs: Costs,
	table: BudgetTable,
): { developerId: string; bill: Bill } | undefined {
	if (payer.kind === "developer") {
		const { developerId } = payer;
		const lines = linesOf({ identity: "allowed_developer", suffix: "allowed" }, costs, table);
		return { developerId, bill: { object: developerId, isOwn: true, lines } };
	}
	if (payer.kind !== "service" || payer.for?.kind !== "developer") return undefined;
	const lines = linesOf({ identity: "service" }, costs, table);
	return { developerId: payer.for.developerId, bill: { object: "service", isOwn: false, lines } };
}

/** The refusal of such a charge. */
export function developerExhausted(
	resource: DeveloperResource,
	{ budget }: Charge,
	{ waitMs, left }: { waitMs: number; left: number },
): BudgetExhausted {
	const retryAfterSeconds = Math.ceil(waitMs / 1000);
	return { kind: "budget_exhausted", identity: "developer", resource, ...budget, left, retryAfterSeconds };
}

/** A charge that only the developer's own object counts. */
export function developerCharge(budgets: ConfiguredBudgets, resource: DeveloperResource): Charge {
	const { windowMs, amounts } = budgets[resource];
	return { part: resource, budget: { amount: amounts.developer, windowMs }, cost: 1 };
}

function linesOf({ identity, suffix }: Sharer, costs: Costs, table: BudgetTable): BillLine[] {
	return (Object.keys(costs) as Resource[]).flatMap((resource) => {
		const { windowMs, amounts } = table[resource];
		const [amount, cost] = [amounts[identity], costs[resource] ?? 0];
		if (amount === undefined || cost === 0) return [];
		const part = suffix === undefined ? resource : `${resource}/${suffix}`;
		const budget = isSharedNode(identity, resource)
			? inShorterBursts({ amount, windowMs })
			: { amount, windowMs };
		return [{ identity, resource, charge: { part, budget, cost } }];
	});
}

function isSharedNode(identity: Identity, resource: Resource): boolean {
	return resource === "node_requests" && (identity === "strangers" || identity === "service");
}

/** The same rate, but spent at once are at most a minute's requests, or a thousand if those are fewer. */
function inShorterBursts({ amount, windowMs }: Budget): Budget {
	const part = Math.min(1, Math.max(SHARED_BURST_MS / windowMs, SMALLEST_SHARED_BURST / amount));
	return { amount: amount * part, windowMs: windowMs * part };
}
