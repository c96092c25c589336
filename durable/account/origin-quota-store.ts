/**
 * How much was stored in the name of a browser origin, by its pages or by whoever forges its header: one row for all
 * of it and one for each client network, each forgotten when its allowance is whole again. Synchronous.
 */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { allowancesOf, restoreAllowance, useAllowance } from "../../src/quota/origin-quota.ts";
import type { OriginUse, UseOriginAnswer } from "./account-messages.ts";

/** No network's name. */
const WHOLE = "";

const useRow = lazy(() => z.object({ full_at: z.number() }));

export type OriginUseStore = ReturnType<typeof createOriginUseStore>;

export function createOriginUseStore(sql: SqlStorage) {
	function use({ network, bytes, perDay, now }: OriginUse): UseOriginAnswer {
		forgetWhole(now);
		const uses = partsOf(network, perDay).map(({ part, perDay }) => {
			const judged = useAllowance({ fullAt: fullAtOf(part) ?? now, bytes, perDay, now });
			return { part, judged };
		});
		const waits = uses.map(({ judged }) => (judged.kind === "short" ? judged.waitMs : 0));
		const waitMs = Math.max(...waits);
		if (waitMs > 0) return { kind: "short", waitMs };
		for (const { part, judged } of uses) if (judged.kind === "used") write(part, judged.fullAt);
		return { kind: "used" };
	}

	function restore({ network, bytes, perDay }: OriginUse): void {
		for (const { part, perDay: partPerDay } of partsOf(network, perDay)) {
			const fullAt = fullAtOf(part);
			if (fullAt !== undefined) write(part, restoreAllowance({ fullAt, bytes, perDay: partPerDay }));
		}
	}

	/** Of what is whole again nothing is to be remembered, nor who it was. */
	function forgetWhole(now: number): void {
		sql.exec("DELETE FROM origin_uses WHERE full_at <= ?", now);
	}

	/** When all of it can be forgotten; null where nothing is remembered. */
	function wholeAt(): number | null {
		const { last } = sql.exec("SELECT MAX(full_at) AS last FROM origin_uses").one();
		return typeof last === "number" ? Math.ceil(last) : null;
	}

	function fullAtOf(part: string): number | undefined {
		const [row] = sql.exec("SELECT full_at FROM origin_uses WHERE part = ?", part).toArray();
		return row && useRow().parse(row).full_at;
	}

	function write(part: string, fullAt: number): void {
		sql.exec("INSERT OR REPLACE INTO origin_uses (part, full_at) VALUES (?, ?)", part, fullAt);
	}

	return { use, restore, forgetWhole, wholeAt };
}

function partsOf(network: string, perDay: number): { part: string; perDay: number }[] {
	const allowances = allowancesOf(perDay);
	return [
		{ part: WHOLE, perDay: allowances.origin },
		{ part: network, perDay: allowances.network },
	];
}
