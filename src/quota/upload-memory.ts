/**
 * Budgets the memory of all uploads (auth.md "Upload limits"). Callers without a credential share a part of it, so
 * that strangers cannot keep others out.
 */

const MEBIBYTE = 1024 * 1024;
/** An isolate has 128 MiB; the idle service uses about 15, a password hash 19. */
const BUDGET_BYTES = 84 * MEBIBYTE;
/** Fits one file of 10 MiB in any encoding. */
const SHARE_BYTES = 60 * MEBIBYTE;
/** A reservation without progress is dropped, because nothing releases it if the runtime ends the request. */
const STALE_AFTER_MS = 60_000;

export type UploadReservation = {
	renew(): void;
	release(): void;
};

export type UploadMemory = {
	/**
	 * @param bytes the upload's peak use
	 * @returns `full` if the budget is used up, `busy` if this caller's part is
	 */
	reserve(bytes: number, caller: UploadCaller): UploadReservation | "full" | "busy";
};

/** `id`: an account, a wallet, or the address of a guest without credential. */
export type UploadCaller = { id: string; isGuest: boolean };

type Reserved = UploadCaller & { bytes: number; renewedAt: number };

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
