/** Messages of the LoginGuard object. Times are unix milliseconds. */
import * as z from "zod";
import { type Infer, lazy } from "../../src/kernel/once.ts";

const time = lazy(() => z.int().nonnegative());

export const guardState = lazy(() =>
	z.object({
		failures: z.int().nonnegative(),
		blockedUntil: time(),
		lastAttemptAt: time(),
	}),
);

export const reserveInput = lazy(() => z.object({ kind: z.enum(["account", "address"]), now: time() }));
export type ReserveInput = Infer<typeof reserveInput>;

export const cancelInput = lazy(() => z.object({ before: guardState(), after: guardState() }));
export type CancelInput = Infer<typeof cancelInput>;
