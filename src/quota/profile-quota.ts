/** Limits the profiles that a caller initialises per day (auth.md "The quota of new profiles", ADR 40). */
import type { ConsumeQuotaResult, QuotaUse } from "../../durable/account/account-messages.ts";
import type { Peppers } from "../kernel/pepper.ts";
import { networkName } from "./network-name.ts";
import { NETWORK_SHARE } from "./storage-charges.ts";

const SECOND_MS = 1000;

/** `holder`: a developer id, or a keyed hash of the client's network for wallet sessions. */
type ProfileCounters = {
	consume(holder: string, use: QuotaUse): Promise<ConsumeQuotaResult>;
	refund(holder: string, use: QuotaUse): Promise<void>;
};

export type ProfileQuotaExceeded = {
	kind: "profile_quota_exceeded";
	perDay: number;
	retryAfterSeconds: number;
};

/** Refunds the count unless `isNew`. */
export type WithinProfileQuota = <A extends { isNew: boolean }>(
	reader: { developerId: string | null; clientAddress: string; now: number },
	initialise: () => Promise<A>,
) => Promise<({ kind: "within" } & A) | ProfileQuotaExceeded>;

export function createProfileQuota(ports: {
	counters: ProfileCounters;
	peppers: Peppers;
	perDay: number;
}): WithinProfileQuota {
	const { counters, peppers, perDay } = ports;
	return async ({ developerId, clientAddress, now }, initialise) => {
		const holder = developerId ?? networkName(peppers, clientAddress);
		// The holder is the only network of its quota, so that network's share must equal the whole.
		const use = { network: holder, bytes: 1, perDay: perDay / NETWORK_SHARE, now };
		const consumed = await counters.consume(holder, use);
		if (consumed.kind === "exceeded") {
			const retryAfterSeconds = Math.ceil(consumed.waitMs / SECOND_MS);
			return { kind: "profile_quota_exceeded", perDay, retryAfterSeconds };
		}
		const result = await initialise();
		// A lost refund comes back within a day.
		if (!result.isNew) await counters.refund(holder, use).catch(() => undefined);
		return { kind: "within", ...result };
	};
}
