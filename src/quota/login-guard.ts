/**
 * Slows down password guessing (auth.md "Login" and "Known devices"). A known device has a budget of its own. Any other
 * attempt checks the client address first, so that a blocked address cannot block an account.
 */
import { createHmac } from "node:crypto";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import type { CountedAttempt, GuardKind, Reservation } from "./login-guard-rules.ts";

export type Throttled = { kind: "throttled"; retryAfterSeconds: number };

type Attempt = {
	/** A canonical e-mail address or an id. */
	account: string | undefined;
	/** As in the request. */
	clientAddress: string;
	/** Names a known device of the account. */
	device?: string | undefined;
	/** Unix milliseconds. */
	now: number;
};

/** `untried`: the password was not checked. */
export type AttemptOutcome = "right" | "wrong" | "untried";

export type LoginGuard = {
	/** A right attempt clears the failures of the account or device that admitted it, but not the address's. */
	attempt<T>(
		attempt: Attempt,
		run: () => Promise<T>,
		outcomeOf: (result: T) => AttemptOutcome,
	): Promise<T | Throttled>;
};

type GuardObject = {
	reserve(attempt: { kind: GuardKind; now: number }): Promise<Reservation>;
	cancel(attempt: CountedAttempt): Promise<void>;
	clear(): Promise<void>;
};

export type LoginGuardPorts = {
	peppers: Peppers;
	/** @param name a keyed hash */
	guardOf: (name: string) => GuardObject;
};

type Admitted = { guard: GuardObject; kind: GuardKind; reservation: CountedAttempt };

export function createLoginGuard({ peppers, guardOf }: LoginGuardPorts): LoginGuard {
	function nameOf(kind: GuardKind, guarded: string): string {
		const key = peppers.keyFor("login-guard", peppers.currentVersion);
		if (!key) throw new Error("the current pepper is not configured");
		return `${kind}:${createHmac("sha256", key).update(`${kind}\0${guarded}`).digest("hex")}`;
	}

	async function reserve(kind: GuardKind, guarded: string, now: number): Promise<Admitted | Throttled> {
		const guard = guardOf(nameOf(kind, guarded));
		const reservation = await guard.reserve({ kind, now });
		if (reservation.kind === "throttled") return reservation;
		const { before, after } = reservation;
		return { guard, kind, reservation: { before, after } };
	}

	async function admit(attempt: Attempt): Promise<Admitted[] | Throttled> {
		const { account: tried, clientAddress, device, now } = attempt;
		if (device !== undefined) {
			const known = await reserve("device", device, now);
			if (known.kind !== "throttled") return [known];
		}
		const address = await reserve("address", clientAddress, now);
		if (address.kind === "throttled") return address;
		if (tried === undefined) return [address];
		const account = await reserve("account", tried, now);
		if (account.kind !== "throttled") return [address, account];
		await settle([address], "untried");
		return account;
	}

	return {
		async attempt(attempt, run, outcomeOf) {
			const admitted = await admit(attempt);
			if (!Array.isArray(admitted)) return admitted;
			let outcome: AttemptOutcome = "untried";
			try {
				const result = await run();
				outcome = outcomeOf(result);
				return result;
			} finally {
				await settle(admitted, outcome);
			}
		},
	};
}

async function settle(admitted: readonly Admitted[], outcome: AttemptOutcome): Promise<void> {
	if (outcome === "wrong") return;
	await Promise.all(
		admitted.map(({ guard, kind, reservation }) =>
			kind !== "address" && outcome === "right" ? guard.clear() : guard.cancel(reservation),
		),
	);
}
