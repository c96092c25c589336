/** Password hashing for services. Every hash, real or dummy, goes through the gate. */
import type { Peppers } from "../../kernel/crypto/pepper.ts";
import type { GateResult, HashClient, HashGate } from "./hash-gate.ts";
import { hashPassword, isPasswordOf, needsRehash } from "./password-hash.ts";
import { type Argon2idCost, SALT_BYTES } from "./stored-hash.ts";

export type Passwords = {
	hash(password: string, client: HashClient): Promise<GateResult<string>>;
	/** False without a hash, after the same time. */
	check(encoded: string | undefined, password: string, client: HashClient): Promise<GateResult<boolean>>;
	needsRehash(encoded: string): boolean;
};

/** @param ports `cost` of a hash, by default today's */
export function createPasswords(ports: { peppers: Peppers; gate: HashGate; cost?: Argon2idCost }): Passwords {
	const { peppers, gate, cost } = ports;
	return {
		hash(password, client) {
			const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
			return gate.run(client, () => hashPassword(peppers, password, salt, cost));
		},
		check(encoded, password, client) {
			return gate.run(client, () => isPasswordOf(peppers, encoded, password, cost));
		},
		needsRehash(encoded) {
			return needsRehash(peppers, encoded);
		},
	};
}
