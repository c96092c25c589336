/** Reserves the slot of a new case and charges its cost (recovery.md "Open-case quota", auth.md "Who pays"). */
import type {
	CaseReservation,
	ReserveCaseInput,
	ReserveCaseResult,
	SpendInput,
	SpendResult,
} from "../../../durable/account/account-messages.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { RecoveryIntent } from "../../protocol/intent.ts";
import type { Payer } from "../../quota/bills.ts";
import type { Budgets } from "../../quota/budgets.ts";
import { budgetError } from "../../quota/errors.ts";
import type { CaseObject } from "./case-object.ts";

/** For the rows of a case, besides its transactions. */
const ROWS_BYTES = 16 * 1024;
/** Of a transaction, besides its calldata. */
const CALL_BYTES = 128;

/** The slots of a developer or of a session, in its account object. */
type CaseSlots = {
	reserveCase(input: ReserveCaseInput): Promise<ReserveCaseResult>;
	releaseCases(input: { caseIds: string[] }): Promise<void>;
	releaseReservation(reservation: CaseReservation): Promise<void>;
};

export type FilingBudgetPorts = {
	caseObject: (caseId: string) => Pick<CaseObject, "openness">;
	budgets: Budgets;
	slotsOf: (holder: string) => CaseSlots;
	settings: { openCasesPerAccount: number };
};

/**
 * - `slot`: another caller has the case, so its slot is released.
 * - `reservation`: the case was not created, so the slot is released unless it was reserved before.
 */
export type SlotRelease = "none" | "slot" | "reservation";

type Paid = { kind: "paid"; giveBack: (slot: SlotRelease) => Promise<void> };

type Filing = {
	payer: Payer;
	clientAddress: string;
	caseId: string;
	intent: RecoveryIntent;
	now: number;
};

type Refused = Exclude<ReserveCaseResult, { kind: "reserved" | "exhausted" }>;

export function createFilingBudget({ caseObject, budgets, slotsOf, settings }: FilingBudgetPorts) {
	const limit = settings.openCasesPerAccount;

	/** A case that exists costs nothing, so that a retry is never rejected. */
	return async (filing: Filing): Promise<Paid | { kind: "filed_before" }> => {
		const { lostAccount } = filing.intent.rec;
		const first = await pay(filing);
		if (first.kind === "paid") return first;
		if (first.kind === "closed") throw accountGone();
		if ((await caseObject(filing.caseId).openness()) !== "absent") return { kind: "filed_before" };
		if (first.kind === "budget_exhausted") throw budgetError(first);
		if (!(await releaseVacant(first))) throw tooManyOpen(limit, lostAccount);
		const second = await pay(filing);
		switch (second.kind) {
			case "paid":
				return second;
			case "closed":
				throw accountGone();
			case "full":
				throw tooManyOpen(limit, lostAccount);
			case "budget_exhausted":
				throw budgetError(second);
			default:
				return second satisfies never;
		}
	};

	async function pay({ payer, clientAddress, caseId, intent, now }: Filing) {
		let release = async (_isConflict: boolean) => {};
		const reserve = async (holder: string, input: SpendInput): Promise<SpendResult | Held> => {
			const slots = slotsOf(holder);
			const { lostAccount } = intent.rec;
			const result = await slots.reserveCase({ caseId, lostAccount, limit, ...input });
			if (result.kind === "full") return { ...result, holder };
			if (result.kind !== "reserved") return result;
			const { reservation } = result;
			release = async (isConflict) => {
				if (isConflict) await slots.releaseCases({ caseIds: [caseId] });
				else if (reservation) await slots.releaseReservation(reservation);
			};
			return { kind: "spent" };
		};
		const costs = { cases: 1, stored_bytes: sizeOf(intent) };
		const charged = await budgets.chargeWith({ payer, clientAddress, costs, now }, reserve);
		if (charged.kind === "budget_exhausted") await release(false);
		if (charged.kind !== "charged") return charged;
		const giveBack = async (slot: SlotRelease) => {
			await Promise.all([charged.refund(), slot !== "none" && release(slot === "slot")]);
		};
		return { kind: "paid" as const, giveBack };
	}

	/** Closed and dormant cases need no slot. @returns whether any was released */
	async function releaseVacant({ holder, slots }: Extract<Held, { kind: "full" }>): Promise<boolean> {
		const states = await Promise.all(slots.map(({ caseId }) => caseObject(caseId).openness()));
		// An absent case may be about to be created, unless its slot is old.
		const vacant = slots.filter(({ settled }, at) =>
			states[at] === "absent" ? settled : states[at] !== "open",
		);
		if (vacant.length > 0)
			await slotsOf(holder).releaseCases({ caseIds: vacant.map(({ caseId }) => caseId) });
		return vacant.length > 0;
	}
}

/** `holder`: the object with the slots. */
type Held = Extract<Refused, { kind: "closed" }> | (Extract<Refused, { kind: "full" }> & { holder: string });

/** Calldata is stored as hex text. */
function sizeOf({ txs }: RecoveryIntent): number {
	return ROWS_BYTES + txs.reduce((sum, { data }) => sum + data.length + CALL_BYTES, 0);
}

function accountGone(): AppError {
	return new AppError({
		code: "USER_NOT_FOUND",
		message: "The account that would own this case was deleted. The case was not created.",
	});
}

function tooManyOpen(limit: number, lostAccount: string): AppError {
	return new AppError({
		code: "RATE_LIMITED",
		message: `You have ${limit} open cases for the lost account ${lostAccount}, on all chains together, which is the quota. Close one of them before you file another: withdraw it, or have it decided. \`GET /recovery-cases?account=${lostAccount}\` lists them.`,
		details: [
			{ field: "case.lostAccount", rule: "quota_full", message: "has as many open cases as allowed" },
		],
	});
}
