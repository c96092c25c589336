/**
 * Entry point of the second Worker that may be made from this repository (`wrangler.passwords.toml`): password
 * hashes and nothing else. It is reached through the service binding of the first alone and stores nothing.
 */
import { WorkerEntrypoint, waitUntil } from "cloudflare:workers";
import { parsePeppers } from "./config/versioned-keys.ts";
import { createHashGate } from "./developers/passwords/hash-gate.ts";
import type { PasswordHasherBinding } from "./developers/passwords/passwords.rpc.ts";
import { createPasswords, type Passwords } from "./developers/passwords/passwords.ts";
import type { GateAnswer } from "./developers/ports.ts";
import { createPeppers, fingerprintsOf, type PepperFingerprints, type Peppers } from "./kernel/pepper.ts";

type PasswordEnv = { PEPPERS: string };

/** One for the whole isolate: a hash holds all of it, whoever asked. */
const gate = createHashGate({
	now: Date.now,
	wait: (milliseconds) => scheduler.wait(milliseconds),
	runLater: waitUntil,
});

const holderByEnv = new WeakMap<PasswordEnv, { peppers: Peppers; passwords: Passwords }>();

/**
 * The passwords of this isolate, for a caller with these peppers.
 * @throws Error that says what is wrong with PEPPERS; the caller's log shows it
 */
function passwordsFor(callers: PepperFingerprints, env: PasswordEnv): Passwords {
	const { peppers, passwords } = holderOf(env);
	for (const [version, fingerprint] of Object.entries(fingerprintsOf(peppers))) {
		const expected = callers[Number(version)];
		if (expected !== undefined && expected !== fingerprint)
			throw new Error(`PEPPERS: version ${version} is not the caller's; both Workers need the same`);
	}
	return passwords;
}

function holderOf(env: PasswordEnv): { peppers: Peppers; passwords: Passwords } {
	const known = holderByEnv.get(env);
	if (known) return known;
	const peppers = createPeppers(parsePeppers(env.PEPPERS));
	const holder = { peppers, passwords: createPasswords({ peppers, gate }) };
	holderByEnv.set(env, holder);
	return holder;
}

/** What `Passwords` of the first Worker does through its binding `PASSWORD_HASHER`. */
export class PasswordHasher extends WorkerEntrypoint<PasswordEnv> implements PasswordHasherBinding {
	async hash(password: string, callers: PepperFingerprints): Promise<GateAnswer<string>> {
		return passwordsFor(callers, this.env).hash(password);
	}

	/** Takes the same time without a hash, and is false then. */
	async check(
		encoded: string | undefined,
		password: string,
		callers: PepperFingerprints,
	): Promise<GateAnswer<boolean>> {
		return passwordsFor(callers, this.env).check(encoded, password);
	}
}

export default {
	fetch: () => new Response(null, { status: 404 }),
} satisfies ExportedHandler<PasswordEnv>;
