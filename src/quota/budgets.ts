/**
 * Charges the budgets of all identities that a call costs something (auth.md "Quotas", ADR 53).
 *
 * - A charge is taken from every budget or from none.
 * - A budget that cannot be reached passes reads and stops what stores.
 */
import type { Charge, SpendInput, SpendResult } from "../../durable/account/account-messages.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { log } from "../kernel/log.ts";
import { type Bill, billIfAllowed, billsOf, type Costs, type Payer } from "./bills.ts";
import type { BudgetTable } from "./budget-table.ts";
import { type BudgetExhausted, budgetError } from "./errors.ts";

const SECOND_MS = 1000;

export type ChargeRequest = {
	payer: Payer;
	/** As in the request; null in an alarm, where no network pays. */
	clientAddress: string | null;
	/** The name of a network that an alarm has kept, see `networkOf`. */
	network?: string | null;
	costs: Costs;
	/** Unix milliseconds. */
	now: number;
	/** Passes if a budget cannot be reached. */
	isRead?: boolean;
};

/** `refund` gives back everything, or only `unused`. It never fails: what it cannot give back returns by itself. */
export type Charged = { kind: "charged"; refund: (unused?: Costs) => Promise<void> };

export type Budgets = {
	/** The name of the client's network: a keyed hash. */
	networkOf(clientAddress: string): string;
	/** @throws AppError SERVICE_UNAVAILABLE if a budget cannot be reached, unless `isRead` */
	charge(request: ChargeRequest): Promise<Charged | BudgetExhausted>;
	/** Charges the payer's own object by `spendOwn`, which may refuse for another reason. */
	chargeWith<Other extends { kind: string }>(
		request: ChargeRequest,
		spendOwn: (object: string, input: SpendInput) => Promise<SpendResult | Other>,
	): Promise<Charged | BudgetExhausted | Exclude<Other, SpendResult>>;
	/**
	 * Refunds the charge if nothing was stored: if `store` throws an AppError, or `hasStored` says so. After any other
	 * error the charge is kept, because the outcome is unknown.
	 *
	 * @param request.reserve pays in place of the payer while its own budget lasts
	 * @throws AppError RATE_LIMITED or SERVICE_UNAVAILABLE if a budget is used up or cannot be reached
	 */
	within<A>(
		request: ChargeRequest & { reserve?: Payer | null },
		store: () => Promise<A>,
		hasStored?: (result: A) => boolean,
	): Promise<A>;
};

export type BudgetObject = {
	spend(input: SpendInput): Promise<SpendResult>;
	refund(input: { charges: Charge[] }): Promise<void>;
};

export type BudgetPorts = {
	objectOf: (name: string) => BudgetObject;
	table: BudgetTable;
	/** A keyed hash, so that budgets store no client address. */
	networkNameOf: (clientAddress: string) => string;
	hasAllowedOrigin: (developerId: string) => Promise<boolean>;
};

type Settled<Other> = { bill: Bill; result: SpendResult | Other | { kind: "unreachable"; cause: unknown } };

export function createBudgets(ports: BudgetPorts): Budgets {
	const { objectOf, table } = ports;

	async function chargeWith<Other extends { kind: string }>(
		request: ChargeRequest,
		spendOwn: (object: string, input: SpendInput) => Promise<SpendResult | Other>,
	) {
		const { payer, clientAddress, costs, now } = request;
		const { network = clientAddress === null ? null : ports.networkNameOf(clientAddress) } = request;
		const first = await spendAll(billsOf(payer, network, costs, table), request, spendOwn);
		if (first.kind !== "budget_exhausted") return first;
		const allowed = billIfAllowed(payer, costs, table);
		if (!allowed || allowed.bill.lines.length === 0) return first;
		if (!(await ports.hasAllowedOrigin(allowed.developerId))) return first;
		return spendAll([allowed.bill], { isRead: request.isRead, now }, spendOwn);
	}

	async function spendAll<Other extends { kind: string }>(
		bills: readonly Bill[],
		{ isRead, now }: Pick<ChargeRequest, "now"> & { isRead?: boolean | undefined },
		spendOwn: (object: string, input: SpendInput) => Promise<SpendResult | Other>,
	): Promise<Charged | BudgetExhausted | Exclude<Other, SpendResult>> {
		const due = bills.filter(({ isOwn, lines }) => lines.length > 0 || isOwn);
		const settled = await Promise.all(
			due.map(async (bill): Promise<Settled<Other>> => {
				const { object, lines } = bill;
				const input = { charges: lines.map(({ charge }) => charge), now };
				try {
					const result = await (bill.isOwn ? spendOwn(object, input) : objectOf(object).spend(input));
					return { bill, result };
				} catch (cause) {
					return { bill, result: { kind: "unreachable", cause } };
				}
			}),
		);
		const spent = settled.filter(({ result }) => result.kind === "spent").map(({ bill }) => bill);
		const refused = settled.filter(({ result }) => result.kind !== "spent");
		const stopping = isRead ? refused.filter(({ result }) => result.kind !== "unreachable") : refused;
		if (stopping.length === 0) return { kind: "charged", refund: (unused) => refundAll(spent, unused) };
		await refundAll(spent);
		return refusalOf(stopping);
	}

	/** A lost refund comes back within the budget's window. */
	async function refundAll(bills: readonly Bill[], unused?: Costs): Promise<void> {
		const refunds = bills
			.filter(({ lines }) => lines.length > 0)
			.map(({ object, lines }) => {
				const charges = lines.map(({ resource, charge }) => ({
					...charge,
					cost: unused ? (unused[resource] ?? 0) : charge.cost,
				}));
				return objectOf(object).refund({ charges });
			});
		await Promise.allSettled(refunds);
	}

	const charge = (request: ChargeRequest) =>
		chargeWith<never>(request, (object, input) =>
			input.charges.length > 0 ? objectOf(object).spend(input) : Promise.resolve({ kind: "spent" }),
		);

	return {
		networkOf: ports.networkNameOf,
		charge,
		chargeWith,
		async within({ reserve, ...request }, store, hasStored = () => true) {
			const own = reserve ? await charge({ ...request, payer: reserve }) : undefined;
			const charged = own?.kind === "charged" ? own : await charge(request);
			if (charged.kind === "budget_exhausted") throw budgetError(charged);
			try {
				const result = await store();
				if (!hasStored(result)) await charged.refund();
				return result;
			} catch (error) {
				if (error instanceof AppError) await charged.refund();
				throw error;
			}
		},
	};
}

/** Another reason of the own object comes first, then the longest wait. */
function refusalOf<Other extends { kind: string }>(
	refused: readonly Settled<Other>[],
): BudgetExhausted | Exclude<Other, SpendResult> {
	let longest: BudgetExhausted | undefined;
	for (const { bill, result } of refused) {
		if (isUnreachable(result)) throw unreachable(result.cause);
		if (!isExhausted(result)) return result as Exclude<Other, SpendResult>;
		const line = bill.lines.find(({ charge }) => charge.part === result.part) ?? bill.lines[0];
		if (!line) throw new Error("a bill without lines is never exhausted");
		const retryAfterSeconds = Math.ceil(result.waitMs / SECOND_MS);
		if (longest && longest.retryAfterSeconds >= retryAfterSeconds) continue;
		const { identity, resource, charge } = line;
		const { left } = result;
		longest = { kind: "budget_exhausted", identity, resource, ...charge.budget, left, retryAfterSeconds };
	}
	if (!longest) throw new Error("nothing refused the charge");
	return longest;
}

type Result = { kind: string };
const isExhausted = (result: Result): result is Extract<SpendResult, { kind: "exhausted" }> =>
	result.kind === "exhausted";
const isUnreachable = (result: Result): result is { kind: "unreachable"; cause: unknown } =>
	result.kind === "unreachable";

function unreachable(cause: unknown): AppError {
	log.warn("budget-unreachable", { cause });
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message:
			"The service could not check a limit that this request counts towards. Nothing was stored; try again in a moment.",
		cause,
	});
}
