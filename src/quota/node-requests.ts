/** Charges requests to a chain's node to who causes them, and to the service (auth.md "Quotas"). */
import type { JsonRpc } from "../chain/json-rpc.ts";
import type { CheckSignature, SignatureVerdict, UnmeteredSignature } from "../chain/signature-verifier.ts";
import { AppError, type AppErrorOptions } from "../kernel/errors/app-error.ts";
import type { Payer } from "./bills.ts";
import type { Budgets, Charged } from "./budgets.ts";
import { type BudgetExhausted, budgetError } from "./errors.ts";
import type { IsNamed } from "./named-accounts.d1.ts";

/** Budgeted for a signature of a contract wallet, which only a node can verify. */
const REQUESTS_PER_SIGNATURE = 4;

/** `clientAddress`: null in an alarm, where no network pays. */
export type NodePayer = { payer: Payer; clientAddress: string | null };

export type MeteredRpc = {
	/** Sends nothing more once a budget is used up or cannot be charged: `unreachable`. */
	rpc: JsonRpc;
	refusal(): BudgetExhausted | null;
	/** Gives back what was charged and not sent. Call once after the last request. */
	settle(): Promise<void>;
};

type Refund = (unused: number) => Promise<void>;

type Metering = {
	by: NodePayer;
	/** How many requests are charged at a time, because a charge takes longer than some requests. */
	block: number;
	/** The account whose reserve pays first (auth.md "Protective moves"); null if none does. */
	protectedAccount?: () => Promise<string | null>;
};

export function meterRpc(
	rpc: JsonRpc,
	budgets: Pick<Budgets, "charge">,
	{ by: { payer, clientAddress }, block, protectedAccount }: Metering,
): MeteredRpc {
	let left = 0;
	let refusal: BudgetExhausted | null = null;
	let isUnreachable = false;
	let charging: Promise<void> | null = null;
	let refund: Refund | null = null;

	async function chargeBlock(): Promise<void> {
		const request = { costs: { node_requests: block }, now: Date.now() };
		const account = await protectedAccount?.();
		const reserve = account
			? await budgets.charge({ ...request, payer: { kind: "owner", account }, clientAddress })
			: undefined;
		if (reserve?.kind === "charged") return grantBlock([reserve]);
		const own = await budgets.charge({ ...request, payer, clientAddress });
		if (own.kind === "budget_exhausted") {
			refusal = reserve ?? own;
			return;
		}
		const shared = await budgets.charge({
			...request,
			payer: { kind: "service", for: payer },
			clientAddress: null,
		});
		if (shared.kind === "budget_exhausted") {
			await own.refund();
			refusal = reserve ?? shared;
			return;
		}
		grantBlock([own, shared]);
	}

	function grantBlock(charges: readonly Charged[]): void {
		left += block;
		refund = async (unused) => {
			await Promise.all(charges.map((charged) => charged.refund({ node_requests: unused })));
		};
	}

	async function take(): Promise<boolean> {
		while (left === 0) {
			if (refusal || isUnreachable) return false;
			charging ??= chargeBlock()
				.catch(() => {
					isUnreachable = true;
				})
				.finally(() => {
					charging = null;
				});
			await charging;
		}
		left -= 1;
		return true;
	}

	return {
		rpc: {
			async call(method, params) {
				if (await take()) return rpc.call(method, params);
				return { ok: false, kind: "unreachable", reason: "no budget of node requests could be charged" };
			},
		},
		refusal: () => refusal,
		async settle() {
			const unused = left;
			left = 0;
			if (unused > 0) await refund?.(unused);
		},
	};
}

/** Asks a node within the budgets. Returns the refusal of one that is used up in place of what was read. */
export async function readMetered<T>(
	rpc: JsonRpc,
	budgets: Pick<Budgets, "charge">,
	metering: Metering,
	read: (rpc: JsonRpc) => Promise<T>,
): Promise<T | BudgetExhausted> {
	const metered = meterRpc(rpc, budgets, metering);
	const result = await read(metered.rpc);
	await metered.settle();
	return metered.refusal() ?? result;
}

/** The same for a request that waits. @throws AppError for a budget that is used up, or `outage` */
export async function askNode<T extends { kind: string }>(
	rpc: JsonRpc,
	budgets: Pick<Budgets, "charge">,
	{ outage, ...metering }: Metering & { outage: AppErrorOptions },
	read: (rpc: JsonRpc) => Promise<T | { kind: "unavailable"; reason: string }>,
): Promise<T> {
	const result = await readMetered(rpc, budgets, metering, read);
	if (result.kind === "budget_exhausted") throw budgetError(result as BudgetExhausted);
	if (result.kind === "unavailable" && "reason" in result)
		throw new AppError({ ...outage, cause: result.reason });
	return result as T;
}

/** `protective`: whether the signer's reserve pays first; "if_named": if an open case or release names the signer. */
type MeteredSignature = UnmeteredSignature & { by: NodePayer; protective?: boolean | "if_named" };

/** @throws AppError RATE_LIMITED or SERVICE_UNAVAILABLE if a budget of node requests is used up */
export type VerifySignature = (signature: MeteredSignature) => Promise<SignatureVerdict>;

export function chargeSignatures(
	check: CheckSignature,
	budgets: Pick<Budgets, "charge">,
	isNamed: IsNamed,
): VerifySignature {
	return async ({ by, protective = false, ...signature }) => {
		const { chainId, signer } = signature;
		const protectedAccount = async () => {
			const isProtected =
				protective === "if_named" ? await isNamed({ chainId, address: signer }) : protective;
			return isProtected ? `${chainId}:${signer.toLowerCase()}` : null;
		};
		const used: MeteredRpc[] = [];
		const verdict = await check(signature, (rpc) => {
			const metered = meterRpc(rpc, budgets, { by, block: REQUESTS_PER_SIGNATURE, protectedAccount });
			used.push(metered);
			return metered.rpc;
		});
		for (const metered of used) {
			await metered.settle();
			const refusal = metered.refusal();
			if (refusal) throw budgetError(refusal);
		}
		return verdict;
	};
}
