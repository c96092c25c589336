/** Charges requests to a chain's node to who causes them, and to the service (auth.md "Quotas"). */
import type { JsonRpc } from "../chain/json-rpc.ts";
import type { CheckSignature, SignatureVerdict } from "../chain/signature-verifier.ts";
import type { WalletSignature } from "../chain/verify-wallet-signature.ts";
import type { Payer } from "./bills.ts";
import type { BudgetExhausted, Budgets } from "./budgets.ts";
import { budgetError } from "./errors.ts";

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

/** @param block how many requests are charged at a time, because a charge takes longer than some requests */
export function meterRpc(
	rpc: JsonRpc,
	budgets: Pick<Budgets, "charge">,
	{ by: { payer, clientAddress }, block }: { by: NodePayer; block: number },
): MeteredRpc {
	let left = 0;
	let refusal: BudgetExhausted | null = null;
	let isUnreachable = false;
	let charging: Promise<void> | null = null;
	let refund: Refund | null = null;

	async function chargeBlock(): Promise<void> {
		const request = { costs: { node_requests: block }, now: Date.now() };
		const own = await budgets.charge({ ...request, payer, clientAddress });
		if (own.kind === "budget_exhausted") {
			refusal = own;
			return;
		}
		const shared = await budgets.charge({
			...request,
			payer: { kind: "service", for: payer },
			clientAddress: null,
		});
		if (shared.kind === "budget_exhausted") {
			await own.refund();
			refusal = shared;
			return;
		}
		left += block;
		refund = async (unused) => {
			await Promise.all([own, shared].map((charged) => charged.refund({ node_requests: unused })));
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

/** @throws AppError RATE_LIMITED or SERVICE_UNAVAILABLE if a budget of node requests is used up */
export type VerifySignature = (
	signature: Omit<WalletSignature, "rpc"> & { by: NodePayer },
) => Promise<SignatureVerdict>;

export function chargeSignatures(check: CheckSignature, budgets: Pick<Budgets, "charge">): VerifySignature {
	return async ({ by, ...signature }) => {
		const used: MeteredRpc[] = [];
		const verdict = await check(signature, (rpc) => {
			const metered = meterRpc(rpc, budgets, { by, block: REQUESTS_PER_SIGNATURE });
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
