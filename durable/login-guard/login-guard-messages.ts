/** What the LoginGuard object is asked. Times are unix milliseconds. */
import * as z from "zod";

const time = z.int().nonnegative();

export const guardState = z.object({
	failures: z.int().nonnegative(),
	blockedUntil: time,
	lastAttemptAt: time,
});

export const reserveInput = z.object({ kind: z.enum(["account", "address"]), now: time });
export type ReserveInput = z.infer<typeof reserveInput>;

export const takeBackInput = z.object({ before: guardState, after: guardState });
export type TakeBackInput = z.infer<typeof takeBackInput>;
