/** Counters of a daily storage quota, one row for the whole and one per network. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { consumeQuota, NETWORK_SHARE, refundQuota } from "../../src/quota/origin-quota.ts";
import type { ConsumeQuotaResult, QuotaUse } from "./account-messages.ts";

/** No network has this name. */
const WHOLE = "";

const quotaRow = lazy(() => z.object({ full_at: z.number() }));

export type OriginQuotaStore = ReturnType<typeof createOriginQuotaStore>;

export function createOriginQuotaStore(sql: SqlStorage) {
	/** From both parts, or from neither if one is exceeded. */
	function consume({ network, bytes, perDay, now }: QuotaUse): ConsumeQuotaResult {
		forgetWhole(now);
		const results = partsOf(network, perDay).map(({ part, perDay }) => {
			const result = consumeQuota({ fullAt: fullAtOf(part) ?? now, bytes, perDay, now });
			return { part, result };
		});
		const waits = results.map(({ result }) => (result.kind === "exceeded" ? result.waitMs : 0));
		const waitMs = Math.max(...waits);
		if (waitMs > 0) return { kind: "exceeded", waitMs };
		for (const { part, result } of results) if (result.kind === "consumed") write(part, result.fullAt);
		return { kind: "consumed" };
	}

	function refund({ network, bytes, perDay }: QuotaUse): void {
		for (const { part, perDay: partPerDay } of partsOf(network, perDay)) {
			const fullAt = fullAtOf(part);
			if (fullAt !== undefined) write(part, refundQuota({ fullAt, bytes, perDay: partPerDay }));
		}
	}

	function forgetWhole(now: number): void {
		sql.exec("DELETE FROM origin_uses WHERE full_at <= ?", now);
	}

	function wholeAt(): number | null {
		const { last } = sql.exec("SELECT MAX(full_at) AS last FROM origin_uses").one();
		return typeof last === "number" ? Math.ceil(last) : null;
	}

	function fullAtOf(part: string): number | undefined {
		const [row] = sql.exec("SELECT full_at FROM origin_uses WHERE part = ?", part).toArray();
		return row && quotaRow().parse(row).full_at;
	}

	function write(part: string, fullAt: number): void {
		sql.exec("INSERT OR REPLACE INTO origin_uses (part, full_at) VALUES (?, ?)", part, fullAt);
	}

	return { consume, refund, forgetWhole, wholeAt };
}

function partsOf(network: string, perDay: number): { part: string; perDay: number }[] {
	return [
		{ part: WHOLE, perDay },
		{ part: network, perDay: perDay * NETWORK_SHARE },
	];
}
