/**
 * Password hashing for services. Every hash, real or dummy, goes through the gate.
 *
 * @throws AppError RATE_LIMITED if the gate's queue is full
 */

import type { Peppers } from "../../kernel/crypto/pepper.ts";
import { AppError, invalidField } from "../../kernel/errors/app-error.ts";
import type { IsBreached } from "./breached-passwords.ts";
import type { Busy, HashClient, HashGate } from "./hash-gate.ts";
import { hashPassword, isPasswordOf, needsRehash } from "./password-hash.ts";
import { type Argon2idCost, SALT_BYTES } from "./stored-hash.ts";

export type Passwords = {
	/**
	 * Of a password that somebody chooses now.
	 * @param field of the request
	 * @throws AppError also if it has leaked elsewhere
	 */
	hashNew(password: string, field: "password" | "newPassword", client: HashClient): Promise<string>;
	hash(password: string, client: HashClient): Promise<string>;
	/** False without a hash, after the same time. */
	check(encoded: string | undefined, password: string, client: HashClient): Promise<boolean>;
	needsRehash(encoded: string): boolean;
};

/** @param ports `cost` of a hash, by default today's; `isBreached`: by default nothing has leaked */
export function createPasswords(ports: {
	peppers: Peppers;
	gate: HashGate;
	cost?: Argon2idCost;
	isBreached?: IsBreached | undefined;
}): Passwords {
	const { peppers, gate, cost, isBreached = async () => false } = ports;
	async function inTurn<T>(client: HashClient, work: () => T): Promise<T> {
		const result = await gate.run(client, work);
		if (result.kind === "busy") throw busyError(result);
		return result.value;
	}
	function hash(password: string, client: HashClient): Promise<string> {
		const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
		return inTurn(client, () => hashPassword(peppers, password, salt, cost));
	}
	return {
		hash,
		async hashNew(password, field, client) {
			if (await isBreached(password)) {
				const message =
					"has leaked elsewhere, or is a common word with little added, so attackers try it first; choose another";
				throw invalidField({ field, rule: "too_common", message });
			}
			return hash(password, client);
		},
		check(encoded, password, client) {
			return inTurn(client, () => isPasswordOf(peppers, encoded, password, cost));
		},
		needsRehash(encoded) {
			return needsRehash(peppers, encoded);
		},
	};
}

export function busyError({ by, retryAfterSeconds }: Omit<Busy, "kind">): AppError {
	const where = by === "network" ? "from your network" : "at this service";
	return new AppError({
		code: "RATE_LIMITED",
		message: `Too many logins and registrations ${where} at the moment. Retry after the time in Retry-After.`,
		retryAfterSeconds,
	});
}
