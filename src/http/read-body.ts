/** Reads bodies by a clock, into the memory that all bodies share (auth.md "Request bodies"). */
import type { Context } from "hono";
import { wideNetworkOf } from "../kernel/client-network.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { type BodySender, bodyMemory, type FullShare, type HeldBody } from "../quota/body-memory.ts";
import {
	type BodyRules,
	type BodyType,
	bodyLimitOf,
	bodyTooLarge,
	bodyTypeOf,
	discardBody,
	discardRest,
	FORM_LIMIT_BYTES,
} from "./body-limit.ts";
import type { HonoEnv } from "./hono-env.ts";
import { clientAddressOf } from "./request-audit.ts";

/**
 * Peak memory per byte of body. A form: the body and the sealed document. JSON: the body, its text, its values, and a
 * file and its sealed form. A form of a page: the body, its text, its fields, and the page that shows them again.
 */
const PEAK_PER_BYTE = { form: 2, json: 4, other: 4 } as const satisfies Record<BodyType, number>;

/** Of any request, with a body of up to 16 KiB. */
const REQUEST_BYTES = 64 * 1024;

/** How often the clock is checked, and whether the body was ended. */
const TICK_MS = 500;

/** A body waits for memory for five seconds in all, because others may become complete. */
const WAIT_MS = 250;
const MAX_WAITS = 20;
const RETRY_AFTER_SECONDS = 5;

const EMPTY = new Uint8Array(0);

type Clock = { idleMs: number; totalMs: number };

type Reading = {
	maxBytes: number;
	bytesPerByte: number;
	clock: Clock;
	sender: BodySender;
	/** Called at once, so that the caller releases the memory. */
	onOpen(held: HeldBody): void;
	/** Called once, if the body takes more than a small one. */
	onGrow(): void;
};

/**
 * Reads the body into `heldBody`. `limitBody` releases its memory after the response.
 * @throws AppError REQUEST_TIMEOUT, PAYLOAD_TOO_LARGE, RATE_LIMITED or SERVICE_UNAVAILABLE
 */
export async function holdBody(c: Context<HonoEnv>, rules: BodyRules): Promise<void> {
	const type = bodyTypeOf(c);
	if (rules.upload && type === "other") return discardBody(c.req.raw, FORM_LIMIT_BYTES);
	const body = await readBody(c.req.raw, {
		maxBytes: bodyLimitOf(rules, type),
		bytesPerByte: PEAK_PER_BYTE[type],
		clock: c.get("services").config.bodyClock,
		sender: senderOf(c),
		onOpen: (held) => c.set("releaseBody", held.release),
		onGrow: () => keepAlive(c),
	});
	if (!body) throw bodyTooLarge(rules, type);
	c.set("heldBody", body);
}

/** The runtime cancels the request of a client that is gone. Then nothing would release the memory. */
function keepAlive(c: Context<HonoEnv>): void {
	const release = c.get("releaseBody");
	const { promise, resolve } = Promise.withResolvers<void>();
	c.executionCtx.waitUntil(promise);
	c.set("releaseBody", () => {
		release?.();
		resolve();
	});
}

function senderOf(c: Context<HonoEnv>): BodySender {
	const principal = c.get("principal");
	const { budgetNetwork } = c.get("services").config;
	const network = wideNetworkOf(clientAddressOf(c.req.raw.headers), budgetNetwork);
	if (principal?.kind === "developer") return { kind: "account", id: principal.developerId, network };
	return { kind: "network", id: network };
}

/**
 * @returns undefined if the body exceeds the limit
 * @throws AppError
 */
async function readBody(request: Request, reading: Reading): Promise<Uint8Array | undefined> {
	if (!request.body) return EMPTY;
	const { maxBytes, bytesPerByte, clock, sender } = reading;
	let buffer: Uint8Array = EMPTY;
	const held = bodyMemory.open(sender, () => {
		buffer = EMPTY;
	});
	reading.onOpen(held);
	const full = held.take(REQUEST_BYTES, true);
	if (full) throw overBudget(full);
	const announced = Number(request.headers.get("Content-Length") ?? maxBytes);
	const small = Math.floor(REQUEST_BYTES / bytesPerByte);
	let taken = small;
	let length = 0;
	const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
	const watch = watchBody(held, clock);
	try {
		for (;;) {
			const { done, value } = await watch.next(reader);
			if (done) break;
			const end = length + value.length;
			if (end > maxBytes) {
				buffer = EMPTY;
				held.release();
				watch.stop();
				await discardRest(reader, end, maxBytes);
				return undefined;
			}
			if (end > buffer.length) {
				const capacity = length === 0 ? end : Math.min(announced, maxBytes, Math.max(end, length * 2));
				if (capacity > taken) {
					if (taken === small) reading.onGrow();
					await watch.take((capacity - taken) * bytesPerByte);
					taken = capacity;
				}
				buffer = length === 0 ? value : grown(buffer, length, Math.max(capacity, end));
			}
			if (length > 0) buffer.set(value, length);
			length = end;
		}
	} catch (cause) {
		held.release();
		reader.cancel().catch(() => undefined);
		throw cause;
	} finally {
		watch.stop();
	}
	held.complete();
	return buffer.subarray(0, length);
}

/** Ends a reading when its time is up, or when the body must give way to others. */
function watchBody(held: HeldBody, clock: Clock) {
	const startedAt = Date.now();
	let heardAt = startedAt;
	let isWaiting = false;
	let waits = 0;
	const ended = Promise.withResolvers<never>();
	ended.promise.catch(() => undefined);
	const timer = setInterval(() => {
		held.progress(0);
		const now = Date.now();
		const isLate = now - startedAt >= clock.totalMs || (!isWaiting && now - heardAt >= clock.idleMs);
		const share = held.endedBy();
		if (share) ended.reject(overBudget(share));
		else if (isLate) ended.reject(tooSlow(clock));
	}, TICK_MS);
	return {
		async next(reader: ReadableStreamDefaultReader<Uint8Array>) {
			const piece = await Promise.race([reader.read().catch(hungUp), ended.promise]);
			const share = held.endedBy();
			if (share) throw overBudget(share);
			heardAt = Date.now();
			held.progress(piece.value?.length ?? 0);
			return piece;
		},
		/** Waits until other bodies have left memory for these bytes. */
		async take(bytes: number): Promise<void> {
			isWaiting = true;
			for (;;) {
				const full = held.take(bytes);
				if (full === undefined) break;
				if (held.endedBy() || waits++ === MAX_WAITS) throw overBudget(full);
				await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
			}
			isWaiting = false;
			heardAt = Date.now();
		},
		stop: () => clearInterval(timer),
	};
}

function grown(buffer: Uint8Array, length: number, to: number): Uint8Array {
	const larger = new Uint8Array(to);
	larger.set(buffer.subarray(0, length));
	return larger;
}

const FULL: Record<FullShare, string> = {
	network: "Other requests from your network are still being sent and use its part of the memory for them.",
	account: "Other requests of this account are still being sent and use its part of the memory for them.",
	strangers: "Too many requests are being sent by callers without a developer's credential.",
	service: "Too many requests are being sent to the service.",
};

/** A share of the sender is 429, a share of many callers 503. */
function overBudget(share: FullShare): AppError {
	const isOwn = share === "network" || share === "account";
	const advice = isOwn ? "Send one at a time, and without pauses" : "Try again in a moment";
	return new AppError({
		code: isOwn ? "RATE_LIMITED" : "SERVICE_UNAVAILABLE",
		message: `${FULL[share]} ${advice}. Nothing was stored.`,
		retryAfterSeconds: RETRY_AFTER_SECONDS,
	});
}

function tooSlow({ idleMs, totalMs }: Clock): AppError {
	return new AppError({
		code: "REQUEST_TIMEOUT",
		message: `The body paused for ${idleMs / 1000} seconds, or took longer than ${totalMs / 1000}. Send it again over a faster connection. Nothing was stored.`,
	});
}

/** The client closed the connection. The runtime reports this like an internal failure. */
function hungUp(cause: unknown): never {
	throw new AppError({
		code: "REQUEST_TIMEOUT",
		message: "The connection ended before the whole body had arrived. Nothing was stored.",
		cause,
	});
}
