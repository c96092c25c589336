/**
 * Slows down those who guess passwords (auth.md "Passwords and sessions"). Every attempt passes the guard of
 * the client's address first and then that of the account, so that an address which has to wait cannot make
 * the account wait too. An attempt that has to wait costs no hash.
 */
import { createHmac } from "node:crypto";
import type { ReserveInput, TakeBackInput } from "../../durable/login-guard/login-guard-messages.ts";
import type { Peppers } from "../kernel/pepper.ts";
import type { GuardKind, Reservation } from "./login-guard-rules.ts";

export type Throttled = { kind: "throttled"; retryAfterSeconds: number };

type Attempt = {
	/** The account that is tried: its e-mail address in canonical form, or its id; undefined where the attempt names none. */
	account: string | undefined;
	/** As the request gives it. */
	clientAddress: string;
	/** Unix milliseconds. */
	now: number;
};

/** `untried`: nothing was learnt about the password, so nothing counts. */
export type AttemptOutcome = "right" | "wrong" | "untried";

export type LoginGuard = {
	/**
	 * Makes one attempt, if it need not wait. A right one clears the account's count, not the address's; one
	 * that throws counts as untried.
	 */
	attempt<T>(
		attempt: Attempt,
		run: () => Promise<T>,
		outcomeOf: (answer: T) => AttemptOutcome,
	): Promise<T | Throttled>;
};

/** The LoginGuard object of one account or one address. */
type GuardObject = {
	reserve(input: ReserveInput): Promise<Reservation>;
	takeBack(input: TakeBackInput): Promise<void>;
	clear(): Promise<void>;
};

export type LoginGuardPorts = {
	peppers: Peppers;
	/** @param name says nothing of whom it guards */
	guardOf: (name: string) => GuardObject;
};

type Admitted = { guard: GuardObject; kind: GuardKind; reservation: TakeBackInput };

export function createLoginGuard({ peppers, guardOf }: LoginGuardPorts): LoginGuard {
	function nameOf(kind: GuardKind, guarded: string): string {
		const key = peppers.keyFor("login-guard", peppers.currentVersion);
		if (!key) throw new Error("the current pepper is not configured");
		return `${kind}:${createHmac("sha256", key).update(`${kind}\0${guarded}`).digest("hex")}`;
	}

	async function reserve(kind: GuardKind, guarded: string, now: number): Promise<Admitted | Throttled> {
		const guard = guardOf(nameOf(kind, guarded));
		const answer = await guard.reserve({ kind, now });
		if (answer.kind === "throttled") return answer;
		return { guard, kind, reservation: { before: answer.before, after: answer.after } };
	}

	async function admit({ account: tried, clientAddress, now }: Attempt): Promise<Admitted[] | Throttled> {
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
				const answer = await run();
				outcome = outcomeOf(answer);
				return answer;
			} finally {
				await settle(admitted, outcome);
			}
		},
	};
}

/** A wrong attempt stays as it was counted. */
async function settle(admitted: readonly Admitted[], outcome: AttemptOutcome): Promise<void> {
	if (outcome === "wrong") return;
	await Promise.all(
		admitted.map(({ guard, kind, reservation }) =>
			kind === "account" && outcome === "right" ? guard.clear() : guard.takeBack(reservation),
		),
	);
}
