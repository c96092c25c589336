/** Reads and fills LoginGuard objects, for tests of repeated failures. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { guardState, type LoginGuard } from "../../../durable/login-guard/login-guard.ts";
import { configOf } from "../../../src/config/config.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { type GuardKind, type GuardState, NO_FAILURES } from "../../../src/quota/login-guard-rules.ts";

const peppers = createPeppers(configOf(env).peppers);

/** @param guarded the canonical e-mail address of the account, or the client address that limits count by */
export function guardOf(kind: GuardKind, guarded: string): DurableObjectStub<LoginGuard> {
	const key = peppers.keyFor("login-guard", 1) ?? new Uint8Array();
	const name = createHmac("sha256", key).update(`${kind}\0${guarded}`).digest("hex");
	return (env.LOGIN_GUARDS as DurableObjectNamespace<LoginGuard>).getByName(`${kind}:${name}`);
}

export const guardStateOf = (kind: GuardKind, guarded: string): Promise<GuardState> =>
	runInDurableObject(guardOf(kind, guarded), (_, { storage }) => {
		const stored = storage.kv.get("state");
		return stored === undefined ? NO_FAILURES : guardState().parse(stored);
	});

/** Records ten failures as early as allowed, the last one now. The next attempt must wait half a minute. */
export async function failTenTimes(kind: GuardKind, guarded: string): Promise<void> {
	let at = Date.now() - 31_000;
	for (let failures = 0; failures < 10; ) {
		const reservation = await guardOf(kind, guarded).reserve({ kind, now: at });
		if (reservation.kind !== "admitted") throw new Error("The guard has another schedule.");
		failures = reservation.after.failures;
		at = Math.max(at, reservation.after.blockedUntil);
	}
}
