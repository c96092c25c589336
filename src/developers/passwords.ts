/** Password hashing for services: every hash, real or dummy, goes through the gate. */

import type { Peppers } from "../kernel/pepper.ts";
import { hashPassword, isPasswordOf, needsRehash, SALT_BYTES } from "./core/password-hash.ts";
import type { GateAnswer, HashGate } from "./ports.ts";

export type Passwords = {
	hash(password: string): Promise<GateAnswer<string>>;
	/** Takes the same time without a hash, and is false then. */
	check(encoded: string | undefined, password: string): Promise<GateAnswer<boolean>>;
	needsRehash(encoded: string): boolean;
};

export function createPasswords({ peppers, gate }: { peppers: Peppers; gate: HashGate }): Passwords {
	return {
		hash(password) {
			const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
			return gate.run(() => hashPassword(peppers, password, salt));
		},
		check(encoded, password) {
			return gate.run(() => isPasswordOf(peppers, encoded, password));
		},
		needsRehash(encoded) {
			return needsRehash(peppers, encoded);
		},
	};
}
