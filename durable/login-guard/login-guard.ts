/**
 * The LoginGuard object: counts the attempts on one account, or from one address, and makes them wait. Its
 * name is an HMAC, so it does not know whom it guards. It reads and writes without an await in between, and
 * deletes all it knows a day after the last attempt.
 */
import { DurableObject } from "cloudflare:workers";
import {
	GUARD_MEMORY_MS,
	type GuardState,
	type Reservation,
	reserveAttempt,
	takeBackAttempt,
	UNTRIED,
} from "../../src/quota/login-guard-rules.ts";
import * as messages from "./login-guard-messages.ts";

const STATE = "state";

/** The alarm may ring so much before it is time, and is set again then: it is not put off at every attempt. */
const ALARM_SLACK_MS = 60 * 60 * 1000;

export class LoginGuard extends DurableObject<Env> {
	/** As far as this instance knows. */
	#alarmAt = 0;

	/** Counts an attempt before it is made, or says how long to wait; a refusal writes nothing. */
	reserve(input: messages.ReserveInput): Reservation {
		const { kind, now } = messages.reserveInput().parse(input);
		const reservation = reserveAttempt(this.#read(), kind, now);
		if (reservation.kind === "admitted") {
			this.#write(reservation.after);
			if (this.#alarmAt < now + GUARD_MEMORY_MS - ALARM_SLACK_MS) this.#armAlarm(now + GUARD_MEMORY_MS);
		}
		return reservation;
	}

	/** Gives back an attempt that turned out right, or was never made. */
	takeBack(input: messages.TakeBackInput): void {
		this.#write(takeBackAttempt(this.#read(), messages.takeBackInput().parse(input)));
	}

	/** Forgets all failures: the right password came. */
	clear(): void {
		this.#write(UNTRIED);
	}

	/** Forgets everything, unless somebody has tried within the last day. */
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
		return stored === undefined ? UNTRIED : messages.guardState().parse(stored);
	}

	#write(state: GuardState): void {
		this.ctx.storage.kv.put(STATE, state);
	}
}
