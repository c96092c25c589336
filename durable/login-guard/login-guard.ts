/**
 * The LoginGuard object counts attempts on one account, or from one client address. It deletes its state a day after
 * the last.
 */
import { DurableObject } from "cloudflare:workers";
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import {
	type CountedAttempt,
	cancelAttempt,
	GUARD_MEMORY_MS,
	type GuardKind,
	type GuardState,
	NO_FAILURES,
	type Reservation,
	reserveAttempt,
} from "../../src/quota/login-guard-rules.ts";

const STATE = "state";

const time = lazy(() => z.int().nonnegative());
export const guardState = lazy(() =>
	z.object({ failures: z.int().nonnegative(), blockedUntil: time(), lastAttemptAt: time() }),
);

/** The alarm may fire this much early, so that not every attempt moves it. */
const ALARM_SLACK_MS = 60 * 60 * 1000;

export class LoginGuard extends DurableObject<Env> {
	/** 0 if none is set. */
	#alarmAt = 0;

	/** A throttled attempt writes nothing. */
	reserve({ kind, now }: { kind: GuardKind; now: number }): Reservation {
		const reservation = reserveAttempt(this.#read(), kind, now);
		if (reservation.kind === "admitted") {
			this.#write(reservation.after);
			if (this.#alarmAt < now + GUARD_MEMORY_MS - ALARM_SLACK_MS) this.#armAlarm(now + GUARD_MEMORY_MS);
		}
		return reservation;
	}

	cancel(attempt: CountedAttempt): void {
		this.#write(cancelAttempt(this.#read(), attempt));
	}

	clear(): void {
		this.#write(NO_FAILURES);
	}

	override async alarm(): Promise<void> {
		const endsAt = this.#read().lastAttemptAt + GUARD_MEMORY_MS;
		if (endsAt > Date.now()) return this.#armAlarm(endsAt);
		this.#alarmAt = 0;
		await this.ctx.storage.deleteAll();
	}

	#armAlarm(at: number): void {
		this.#alarmAt = at;
		this.ctx.waitUntil(this.ctx.storage.setAlarm(at));
	}

	#read(): GuardState {
		const stored = this.ctx.storage.kv.get(STATE);
		return stored === undefined ? NO_FAILURES : guardState().parse(stored);
	}

	#write(state: GuardState): void {
		this.ctx.storage.kv.put(STATE, state);
	}
}
