/**
 * Limits how much memory request bodies take in an isolate (auth.md "Request bodies").
 *
 * - A body counts for what has arrived. Announcing a length costs nothing.
 * - Each sender, the developers of a network, and all strangers together have a share. Strangers are all callers but
 *   developers.
 * - Where a share is full, its largest slow body ends, that of the sender with the most bytes first.
 * - A body that has waited may end one at a good pace, of a sender who uses at least twice as much. So whoever sends
 *   little gets in. A complete body is never ended, because a handler uses it.
 * - The beginning of a body also ends a stranger's that waits for memory, so that large bodies keep no small one out.
 */

const MEBIBYTE = 1024 * 1024;

/** An isolate has 128 MiB; the idle service uses about 15, a password hash 19. */
const TOTAL_BYTES = 84 * MEBIBYTE;
/** Leaves room for a developer's largest upload. */
const STRANGERS_BYTES = 56 * MEBIBYTE;
/** Each fits the largest upload, those of developers two. `developers`: all of one network. */
const SHARE_BYTES = { network: 28 * MEBIBYTE, account: 46 * MEBIBYTE, developers: 46 * MEBIBYTE };

/** A developer with no more than the largest upload loses no good body to strangers, who cost nothing. */
const LARGEST_UPLOAD_BYTES = 21 * MEBIBYTE;

/** Part of each share that only the beginning of a body may use, so that large bodies do not block small ones. */
const SMALL_BODIES_BYTES = 4 * MEBIBYTE;

/** Of the last seconds of a body. 10 MiB take 160 s at this pace. */
const SLOW_BYTES_PER_SECOND = 64 * 1024;
const PACE_WINDOW_MS = 2_000;

/** How long a body has waited, in all, before it ends one at a good pace. The reader gives up after five seconds. */
const PATIENCE_MS = 2_000;

/** A body of which nothing was heard is forgotten, because nothing releases it if the runtime ends its request. */
const FORGOTTEN_AFTER_MS = 60_000;

/** `network`: a stranger's. `account`: a developer's. */
export type BodySender = { kind: "network"; id: string } | { kind: "account"; id: string; network: string };

/** The share that is full. `network`: of the strangers in it, or of the developers in it. */
export type FullShare = BodySender["kind"] | "strangers" | "service";

export type HeldBody = {
	/**
	 * @param isFirst of this body; the last part of a share is for these
	 * @returns the full share, if these bytes do not fit at present
	 */
	take(bytes: number, isFirst?: boolean): FullShare | undefined;
	/** Tells that bytes have arrived, or with 0 that the request lives. */
	progress(bytes: number): void;
	/** The share that was full when this body was ended. Its memory counts no more. */
	endedBy(): FullShare | undefined;
	/** The whole body has arrived. */
	complete(): void;
	release(): void;
};

/** @param onEnd drops the body's bytes; another request calls it, so it must not use those of this request */
export type BodyMemory = { open(sender: BodySender, onEnd: () => void): HeldBody };

type Share = { key: string; kind: keyof typeof SHARE_BYTES; bytes: number; bodies: number };

type Body = {
	sender: Share;
	/** Of the developers in its network; for a stranger the sender itself. */
	network: Share;
	bytes: number;
	state: "arriving" | "waiting" | "complete";
	endedBy: FullShare | undefined;
	onEnd: () => void;
	heardAt: number;
	waitingSince: number;
	/** Before the present wait. */
	waitedMs: number;
	/** Start of the window in which the pace is measured, and bytes in it. */
	windowAt: number;
	windowBytes: number;
	bytesPerSecond: number;
};

export function createBodyMemory(now: () => number): BodyMemory {
	const bodies = new Set<Body>();
	const shares = new Map<string, Share>();
	const used = { strangers: 0, service: 0 };

	function count(body: Body, bytes: number): void {
		body.bytes += bytes;
		for (const share of sharesOf(body)) share.bytes += bytes;
		used.service += bytes;
		if (isStranger(body)) used.strangers += bytes;
	}

	function remove(body: Body): void {
		if (!bodies.delete(body)) return;
		count(body, -body.bytes);
		for (const share of sharesOf(body)) if (--share.bodies === 0) shares.delete(share.key);
	}

	function fullShare(body: Body, bytes: number): FullShare | undefined {
		const full = sharesOf(body).find((share) => share.bytes + bytes > SHARE_BYTES[share.kind]);
		if (full) return full.kind === "account" ? "account" : "network";
		if (isStranger(body) && used.strangers + bytes > STRANGERS_BYTES) return "strangers";
		return used.service + bytes > TOTAL_BYTES ? "service" : undefined;
	}

	/** @returns the body of the share that `isEligible` and whose sender uses most, the largest of that sender */
	function heaviestIn(share: FullShare, taker: Body, isEligible: (body: Body) => boolean): Body | undefined {
		let heaviest: Body | undefined;
		for (const body of bodies) {
			if (body === taker || !isIn(share, taker, body) || !isEligible(body)) continue;
			const lead = heaviest
				? weightOf(body, share) - weightOf(heaviest, share) || body.bytes - heaviest.bytes
				: 1;
			if (lead > 0) heaviest = body;
		}
		return heaviest;
	}

	/** Forgets a body of the share, or ends one. @returns false if there is none */
	function makeRoom(share: FullShare, taker: Body, bytes: number, isFirst: boolean): boolean {
		const time = now();
		const forgotten = heaviestIn(share, taker, (body) => time - body.heardAt > FORGOTTEN_AFTER_MS);
		if (forgotten) {
			remove(forgotten);
			return true;
		}
		const isSlow = (body: Body) => body.state === "arriving" && paceOf(body, time) < SLOW_BYTES_PER_SECOND;
		const mayEndGood = isFirst || waitedOf(taker, time) >= PATIENCE_MS;
		const isWaitingStranger = (body: Body) => body.state === "waiting" && isStranger(body);
		const ended =
			heaviestIn(share, taker, isSlow) ??
			(isFirst ? heaviestIn(share, taker, isWaitingStranger) : undefined) ??
			(mayEndGood ? heaviestIn(share, taker, (body) => givesWay(body, taker, bytes, share)) : undefined);
		if (!ended) return false;
		remove(ended);
		ended.endedBy = share;
		ended.onEnd();
		return true;
	}

	function take(body: Body, bytes: number, isFirst: boolean): FullShare | undefined {
		for (;;) {
			if (body.endedBy) return body.endedBy;
			const share = fullShare(body, isFirst ? bytes : bytes + SMALL_BODIES_BYTES);
			if (share === undefined) break;
			if (makeRoom(share, body, bytes, isFirst)) continue;
			if (body.state !== "waiting") body.waitingSince = now();
			body.state = "waiting";
			return share;
		}
		if (body.state === "waiting") {
			body.waitedMs = waitedOf(body, now());
			restartPace(body, now());
			body.state = "arriving";
		}
		count(body, bytes);
		return undefined;
	}

	function openShare(kind: Share["kind"], id: string): Share {
		const key = `${kind} ${id}`;
		const share = shares.get(key) ?? { key, kind, bytes: 0, bodies: 0 };
		shares.set(key, share);
		share.bodies++;
		return share;
	}

	return {
		open(by, onEnd) {
			const time = now();
			const sender = openShare(by.kind, by.id);
			const body: Body = {
				sender,
				network: by.kind === "account" ? openShare("developers", by.network) : sender,
				bytes: 0,
				state: "arriving",
				endedBy: undefined,
				onEnd,
				heardAt: time,
				waitingSince: time,
				waitedMs: 0,
				windowAt: time,
				windowBytes: 0,
				bytesPerSecond: SLOW_BYTES_PER_SECOND,
			};
			bodies.add(body);
			return {
				take: (bytes, isFirst = false) => take(body, bytes, isFirst),
				progress(bytes) {
					const at = now();
					body.heardAt = at;
					body.windowBytes += bytes;
					if (at - body.windowAt >= PACE_WINDOW_MS) restartPace(body, at);
				},
				endedBy: () => body.endedBy,
				complete() {
					body.state = "complete";
					body.heardAt = now();
				},
				release: () => remove(body),
			};
		},
	};
}

const isStranger = ({ sender }: Body) => sender.kind === "network";

const sharesOf = ({ sender, network }: Body) => (sender === network ? [sender] : [sender, network]);

function isIn(share: FullShare, of: Body, body: Body): boolean {
	if (share === "service") return true;
	if (share === "strangers") return isStranger(body);
	return share === "network" ? body.network === of.network : body.sender === of.sender;
}

/** Bytes of the sender. All accounts of a network count as one sender, except in the share of that network. */
function weightOf({ sender, network }: Body, share: FullShare): number {
	return share === "network" ? sender.bytes : Math.max(sender.bytes, network.bytes);
}

/** True if a body at a good pace may be ended for another. Because of the half, no two bodies end each other. */
function givesWay(body: Body, taker: Body, bytes: number, share: FullShare): boolean {
	if (body.state === "complete") return false;
	const weight = weightOf(body, share);
	if (isStranger(taker) && !isStranger(body) && weight <= LARGEST_UPLOAD_BYTES) return false;
	return weightOf(taker, share) + bytes <= weight / 2;
}

function waitedOf({ state, waitedMs, waitingSince }: Body, time: number): number {
	return state === "waiting" ? waitedMs + time - waitingSince : waitedMs;
}

function restartPace(body: Body, time: number): void {
	body.bytesPerSecond = body.state === "waiting" ? SLOW_BYTES_PER_SECOND : paceOf(body, time);
	body.windowAt = time;
	body.windowBytes = 0;
}

/** Of the last full window, or of the present one as soon as it is long enough. 0 if the request is gone. */
function paceOf(body: Body, time: number): number {
	if (time - body.heardAt >= PACE_WINDOW_MS) return 0;
	const elapsed = time - body.windowAt;
	return elapsed < PACE_WINDOW_MS ? body.bytesPerSecond : (body.windowBytes * 1000) / elapsed;
}

export const bodyMemory = createBodyMemory(() => Date.now());
