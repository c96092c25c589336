/** What the LoginGuard object is asked. Times are unix milliseconds. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";

const time = lazy(() => z.int().nonnegative());

export const guardState = lazy(() =>
	z.object({
		failures: z.int().nonnegative(),
		blockedUntil: time(),
		lastAttemptAt: time(),
	}),
);

export const reserveInput = lazy(() => z.object({ kind: z.enum(["account", "address"]), now: time() }));
export type ReserveInput = z.infer<ReturnType<typeof reserveInput>>;

export const takeBackInput = lazy(() => z.object({ before: guardState(), after: guardState() }));
export type TakeBackInput = z.infer<ReturnType<typeof takeBackInput>>;
