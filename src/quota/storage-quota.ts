/** Limits the bytes that strangers store per day (auth.md "The quota of stored bytes", ADR 28, ADR 32). */
import type { ConsumeQuotaResult, QuotaUse } from "../../durable/account/account-messages.ts";
import type { Peppers } from "../kernel/pepper.ts";
import { networkName } from "./network-name.ts";
import { NETWORK_SHARE } from "./storage-charges.ts";

/** For the rows of a call, besides its signature. */
const ROWS_BYTES = 16 * 1024;
const SECOND_MS = 1000;

/** `sessionsAt`: a keyed hash of the network of wallet sessions. */
export type QuotaHolder = { origin: string } | { sessionsAt: string };

export type QuotaCounters = {
	/** Charges both the holder's and the network's quota, or neither. */
	consume(request: { holder: QuotaHolder } & QuotaUse): Promise<ConsumeQuotaResult>;
	refund(request: { holder: QuotaHolder } & QuotaUse): Promise<void>;
};

export type StorageQuotaExceeded = {
	kind: "storage_quota_exceeded";
	by: "origin" | "wallet_session";
	retryAfterSeconds: number;
};

type StoringCall = {
	caller:
		| { kind: "developer" }
		| { kind: "origin"; origin: string }
		/** `page`: where the session was opened. */
		| { kind: "wallet"; page?: { origin: string } | null };
	/** As in the request. */
	clientAddress: string;
	signature?: string;
	fileBytes?: number;
	/** Unix milliseconds. */
	now: number;
};

/**
 * Refunds the bytes if nothing was stored.
 *
 * @param hasStored whether a result means that something was stored
 */
export type WithinStorageQuota = <A extends { kind: string }>(
	call: StoringCall,
	store: () => Promise<A>,
	hasStored: (result: A) => boolean,
) => Promise<A | StorageQuotaExceeded>;

export function createStorageQuota(ports: {
	counters: QuotaCounters;
	peppers: Peppers;
	bytesPerDay: number;
}): WithinStorageQuota {
	const { counters, peppers, bytesPerDay } = ports;

	return async ({ caller, clientAddress, signature = "", now, fileBytes = 0 }, store, hasStored) => {
		if (caller.kind === "developer") return store();
		const network = networkName(peppers, clientAddress);
		const page = caller.kind === "origin" ? caller : caller.page;
		const isPage = page !== undefined && page !== null;
		const use = {
			holder: isPage ? { origin: page.origin } : { sessionsAt: network },
			network,
			bytes: ROWS_BYTES + signature.length + fileBytes,
			// The network's share must equal a whole origin's quota.
			perDay: isPage ? bytesPerDay : bytesPerDay / NETWORK_SHARE,
			now,
		};
		const consumed = await counters.consume(use);
		if (consumed.kind === "exceeded") {
			const retryAfterSeconds = Math.ceil(consumed.waitMs / SECOND_MS);
			return { kind: "storage_quota_exceeded", by: isPage ? "origin" : "wallet_session", retryAfterSeconds };
		}
		const result = await store();
		// A lost refund comes back within a day.
		if (!hasStored(result)) await counters.refund(use).catch(() => undefined);
		return result;
	};
}
