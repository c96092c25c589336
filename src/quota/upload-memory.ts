/**
 * The upload memory budget: how much of the isolate's memory all uploads together may use (auth.md "Upload limits").
 * An upload that does not fit is rejected before its body is read. One caller may use a part of the budget only, and so
 * may all callers without a credential together, so that no stranger can keep others out.
 */

const MEBIBYTE = 1024 * 1024;
/** Of the isolate's 128 MiB; the service itself uses about 15 when idle, and a password hash 19. */
const BUDGET_BYTES = 84 * MEBIBYTE;
/** For one caller, and for all guests together. Fits one file of 10 MiB in any encoding. */
const SHARE_BYTES = 60 * MEBIBYTE;
/**
 * Age at which a reservation without progress is dropped: the runtime may end a request whose client is gone, and then
 * nothing releases it. Longer than the longest pause allowed in a body, and than processing takes.
 */
const STALE_AFTER_MS = 60_000;

export type UploadReservation = {
	/** Call when a part of the body has arrived. */
	renew(): void;
	release(): void;
};

export type UploadMemory = {
	/**
	 * @param bytes the upload's peak use
	 * @returns `full` if the budget is used up, `busy` if this caller's share is
	 */
	reserve(bytes: number, caller: UploadCaller): UploadReservation | "full" | "busy";
};

/** `id`: of the account or wallet, or the client address of a guest, who has no credential. */
export type UploadCaller = { id: string; isGuest: boolean };

type Reserved = UploadCaller & { bytes: number; renewedAt: number };

/** @param now unix milliseconds */
export function createUploadMemory(now: () => number): UploadMemory {
	const reservations = new Set<Reserved>();

	function reservedBytes(isCounted: (reserved: Reserved) => boolean): number {
		return [...reservations].filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0);
	}

	return {
		reserve(bytes, { id, isGuest }) {
			const time = now();
			for (const one of reservations) if (time - one.renewedAt > STALE_AFTER_MS) reservations.delete(one);
			if (reservedBytes((one) => one.id === id) + bytes > SHARE_BYTES) return "busy";
			if (reservedBytes(() => true) + bytes > BUDGET_BYTES) return "full";
			if (isGuest && reservedBytes((one) => one.isGuest) + bytes > SHARE_BYTES) return "full";
			const reserved = { id, isGuest, bytes, renewedAt: time };
			reservations.add(reserved);
			return {
				renew() {
					reserved.renewedAt = now();
				},
				release: () => void reservations.delete(reserved),
			};
		},
	};
}

export const uploadMemory = createUploadMemory(Date.now);
