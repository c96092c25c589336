/**
 * Budgets the memory of the request bodies of an isolate (auth.md "Request bodies"; ADR 57).
 *
 * - A body counts for what has arrived. Announcing a length costs nothing.
 * - Each sender, and all strangers together, have a share. Strangers are all callers but developers.
 * - Where a share is full, its largest slow body ends, that of the sender with the most bytes first. A body that arrives
 *   at a good pace is never ended, nor one that is complete, because a handler uses it.
 * - The beginning of a body also ends a stranger's that waits for memory, so that large bodies keep no small one out.
 */

const MEBIBYTE = 1024 * 1024;

/** An isolate has 128 MiB; the idle service uses about 15, a password hash 19. */
const TOTAL_BYTES = 84 * MEBIBYTE;
/** Leaves room for a developer's largest upload. */
const STRANGERS_BYTES = 56 * MEBIBYTE;
/** Each fits the largest upload, an account's almost three. */
const SENDER_BYTES = { network: 28 * MEBIBYTE, account: 60 * MEBIBYTE };

/** Of each share: for the beginning of bodies, so that large bodies keep no small one out. */
const SMALL_BODIES_BYTES = 4 * MEBIBYTE;

/** Of the last seconds of a body. 10 MiB take 160 s at this pace. */
const SLOW_BYTES_PER_SECOND = 64 * 1024;
const PACE_WINDOW_MS = 2_000;

/** A body of which nothing was heard is forgotten, because nothing releases it if the runtime ends its request. */
const FORGOTTEN_AFTER_MS = 60_000;

/** `network`: a stranger's. `account`: a developer's. */
export type BodySender = { kind: keyof typeof SENDER_BYTES; id: string };

/** The share that is full. */
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

type Sender = { kind: BodySender["kind"]; bytes: number; bodies: number };

type Body = {
	sender: Sender;
	senderId: string;
	bytes: number;
	state: "arriving" | "waiting" | "complete";
	endedBy: FullShare | undefined;
	onEnd: () => void;
	heardAt: number;
	/** Start of the window in which the pace is measured, and bytes in it. */
	windowAt: number;
	windowBytes: number;
	bytesPerSecond: number;
};

export function createBodyMemory(now: () => number): BodyMemory {
	const bodies = new Set<Body>();
	const senders = new Map<string, Sender>();
	const used = { strangers: 0, service: 0 };

	function count(body: Body, bytes: number): void {
		body.bytes += bytes;
		body.sender.bytes += bytes;
		used.service += bytes;
		if (body.sender.kind === "network") used.strangers += bytes;
	}

	function remove(body: Body): void {
		if (!bodies.delete(body)) return;
		count(body, -body.bytes);
		if (--body.sender.bodies === 0) senders.delete(body.senderId);
	}

	function fullShare({ sender }: Body, bytes: number): FullShare | undefined {
		if (sender.bytes + bytes > SENDER_BYTES[sender.kind]) return sender.kind;
		if (sender.kind === "network" && used.strangers + bytes > STRANGERS_BYTES) return "strangers";
		return used.service + bytes > TOTAL_BYTES ? "service" : undefined;
	}

	function isIn(share: FullShare, of: Body, { sender }: Body): boolean {
		if (share === "service") return true;
		return share === "strangers" ? sender.kind === "network" : sender === of.sender;
	}

	/** Ends a body of the share, or forgets one. @returns false if there is none that may end */
	function makeRoom(share: FullShare, taker: Body, isFirst: boolean): boolean {
		const time = now();
		let slow: Body | undefined;
		let waiting: Body | undefined;
		for (const body of bodies) {
			if (body === taker || !isIn(share, taker, body)) continue;
			if (time - body.heardAt > FORGOTTEN_AFTER_MS) {
				remove(body);
				return true;
			}
			if (body.state === "waiting" && body.sender.kind === "network") waiting = heavier(body, waiting);
			if (body.state === "arriving" && paceOf(body, time) < SLOW_BYTES_PER_SECOND) slow = heavier(body, slow);
		}
		const ending = slow ?? (isFirst ? waiting : undefined);
		if (!ending) return false;
		remove(ending);
		ending.endedBy = share;
		ending.onEnd();
		return true;
	}

	function take(body: Body, bytes: number, isFirst: boolean): FullShare | undefined {
		for (;;) {
			if (body.endedBy) return body.endedBy;
			const share = fullShare(body, isFirst ? bytes : bytes + SMALL_BODIES_BYTES);
			if (share === undefined) break;
			if (makeRoom(share, body, isFirst)) continue;
			body.state = "waiting";
			return share;
		}
		if (body.state === "waiting") {
			restartPace(body, now());
			body.state = "arriving";
		}
		count(body, bytes);
		return undefined;
	}

	function senderOf({ kind, id }: BodySender): Sender {
		const sender = senders.get(id) ?? { kind, bytes: 0, bodies: 0 };
		senders.set(id, sender);
		sender.bodies++;
		return sender;
	}

	return {
		open(sender, onEnd) {
			const time = now();
			const body: Body = {
				sender: senderOf(sender),
				senderId: sender.id,
				bytes: 0,
				state: "arriving",
				endedBy: undefined,
				onEnd,
				heardAt: time,
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

/** The body of the sender with the most bytes, and of its bodies the largest. */
function heavier(body: Body, other: Body | undefined): Body {
	const lead = other ? body.sender.bytes - other.sender.bytes || body.bytes - other.bytes : 1;
	return other && lead <= 0 ? other : body;
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

export const bodyMemory = createBodyMemory(Date.now);
