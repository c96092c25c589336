/**
 * Password hashing in the second Worker (`src/password-worker.ts`), so that a hash does not hold the isolate that
 * everything else runs in. A hasher that cannot be asked, does not answer or answers something else is an
 * outage: it never becomes a verdict on a password.
 */
import * as z from "zod";
import { AppError } from "../../kernel/app-error.ts";
import { lazy } from "../../kernel/once.ts";
import { fingerprintsOf, type PepperFingerprints, type Peppers } from "../../kernel/pepper.ts";
import { needsRehash } from "./password-hash.ts";
import type { Passwords } from "./passwords.ts";
import { isEncodedHash } from "./stored-hash.ts";

/**
 * What is called of the hasher; its answers come from another deployment, so they are parsed. It is told by whose
 * peppers the caller judges, and refuses where its own are others: every password would be a wrong one.
 */
export type PasswordHasherBinding = {
	hash(password: string, peppers: PepperFingerprints): Promise<unknown>;
	check(encoded: string | undefined, password: string, peppers: PepperFingerprints): Promise<unknown>;
};

/** What a service binding is: its methods are not known before they are called. */
export function isHasherBinding(value: unknown): value is PasswordHasherBinding {
	return typeof value === "object" && value !== null;
}

/** The hasher's queue is through in six seconds, and on a machine five times as slow in this. */
const ANSWER_WITHIN_MS = 30_000;

const busy = lazy(() => z.object({ kind: z.literal("busy"), retryAfterSeconds: z.int().min(0) }));
const gateAnswer = <T extends z.ZodType>(value: T) =>
	z.discriminatedUnion("kind", [z.object({ kind: z.literal("done"), value }), busy()]);

const hashAnswer = lazy(() => gateAnswer(z.string().refine(isEncodedHash, "is no password hash")));
const checkAnswer = lazy(() => gateAnswer(z.boolean()));

/** @param ports `wait` resolves after so many milliseconds, and may reject once the signal is aborted */
export function createRemotePasswords(ports: {
	peppers: Peppers;
	hasher: PasswordHasherBinding;
	wait(milliseconds: number, options: { signal: AbortSignal }): Promise<void>;
}): Passwords {
	const { peppers, hasher, wait } = ports;
	const mine = fingerprintsOf(peppers);

	async function ask<T>(schema: z.ZodType<T>, call: () => Promise<unknown>): Promise<T> {
		const answered = new AbortController();
		const late = async () => {
			await wait(ANSWER_WITHIN_MS, { signal: answered.signal });
			throw new Error(`no answer within ${ANSWER_WITHIN_MS} ms`);
		};
		try {
			return schema.parse(await Promise.race([call(), late()]));
		} catch (cause) {
			throw unavailable(cause);
		} finally {
			answered.abort();
		}
	}

	return {
		hash: (password) => ask(hashAnswer(), () => hasher.hash(password, mine)),
		check: (encoded, password) => ask(checkAnswer(), () => hasher.check(encoded, password, mine)),
		needsRehash: (encoded) => needsRehash(peppers, encoded),
	};
}

/** @param cause says which part of an answer was wrong, never what stood there */
function unavailable(cause: unknown): AppError {
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message:
			"Passwords cannot be checked or set at the moment, and nothing was changed. Try again in a moment; sessions and API keys work as before.",
		cause,
	});
}
