/**
 * How much of the isolate's memory uploads may take, all of them together: what does not fit is refused before its
 * body is read. One caller has a part of it only, and so have all those together who come without a credential (pages,
 * whose origin can be forged outside browsers): so no stranger keeps the others out.
 *
 * A place is given back when the request is answered. One whose client went away never is, since the runtime ends
 * it where it stands: a place that nothing was heard of for a while is forgotten, here as in `requests-in-flight.ts`.
 */

const MEBIBYTE = 1024 * 1024;
/** Of an isolate's 128 MiB; the service itself idles at some 15. */
const ROOM_BYTES = 96 * MEBIBYTE;
/** Of one caller, and of all guests together. Holds one file of 10 MiB in any form. */
const SHARE_BYTES = 60 * MEBIBYTE;
/** Longer than any pause that a body may make, and than what is done with it takes. */
const FORGOTTEN_AFTER_MS = 60_000;

export type UploadPlace = {
	/** Something of the body has come. */
	renew(): void;
	release(): void;
};

export type UploadRoom = {
	/**
	 * @param bytes what the upload takes at its peak
	 * @returns `full` where there is no room now, `busy` where this caller takes too much of it already
	 */
	take(bytes: number, caller: UploadCaller): UploadPlace | "full" | "busy";
};

/** `id`: of the account or wallet, or the client's address where there is no credential. */
export type UploadCaller = { id: string; isGuest: boolean };

type Held = UploadCaller & { bytes: number; heardAt: number };

/** @param now unix milliseconds */
export function createUploadRoom(now: () => number): UploadRoom {
	const held = new Set<Held>();

	function taken(isCounted: (place: Held) => boolean): number {
		return [...held].filter(isCounted).reduce((sum, { bytes }) => sum + bytes, 0);
	}

	return {
		take(bytes, { id, isGuest }) {
			const time = now();
			for (const place of held) if (time - place.heardAt > FORGOTTEN_AFTER_MS) held.delete(place);
			if (taken((place) => place.id === id) + bytes > SHARE_BYTES) return "busy";
			if (taken(() => true) + bytes > ROOM_BYTES) return "full";
			if (isGuest && taken((place) => place.isGuest) + bytes > SHARE_BYTES) return "full";
			const place = { id, isGuest, bytes, heardAt: time };
			held.add(place);
			return {
				renew() {
					place.heardAt = now();
				},
				release: () => void held.delete(place),
			};
		},
	};
}

/** That of this isolate. */
export const uploadRoom = createUploadRoom(Date.now);
