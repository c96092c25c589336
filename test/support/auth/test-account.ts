/**
 * Accounts for tests that need one and are about something else: registered and logged in by the service's own
 * code, with a row, a session and a token like any other. Only the hash is made once per file and password and
 * taken for each, at today's cost and in today's form, so that a log-in over HTTP finds a password to check.
 */
import { env } from "cloudflare:workers";
import type { Account } from "../../../durable/account/account.ts";
import { configOf } from "../../../src/config/config.ts";
import { createAccountService } from "../../../src/developers/account/account-service.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { createSessionTokens } from "../../../src/developers/login/session-token.ts";
import { hashPassword } from "../../../src/developers/passwords/password-hash.ts";
import { SALT_BYTES } from "../../../src/developers/passwords/stored-hash.ts";
import { createPeppers } from "../../../src/kernel/pepper.ts";
import { BASE_PATH } from "../../../src/services.ts";

const hashes = new Map<string, string>();

function hashOf(password: string): string {
	const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
	const hash = hashes.get(password) ?? hashPassword(createPeppers(configOf(env).peppers), password, salt);
	hashes.set(password, hash);
	return hash;
}

const accountOf = (developerId: string) =>
	(env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(developerId);

/** A new account of this password, and the token of a session in it. Nothing of it is in the audit. */
export async function newAccount(credentials: {
	email: string;
	password: string;
}): Promise<{ developerId: string; token: string }> {
	const { appOrigin, sessionSigningKeys } = configOf(env);
	const service = createAccountService({
		rows: createDeveloperRows(env.DB),
		accountOf,
		passwords: {
			hash: async () => ({ kind: "done", value: hashOf(credentials.password) }),
			check: async () => ({ kind: "done", value: true }),
			needsRehash: () => false,
		},
		guard: { attempt: (_, run) => run() },
		tokens: createSessionTokens({
			issuer: appOrigin,
			audience: appOrigin + BASE_PATH,
			keys: sessionSigningKeys.keys,
		}),
		runLater: () => {},
	});
	const now = Date.now();
	const registered = await service.register({ ...credentials, now });
	if (registered.kind !== "registered") throw new Error(`registration: ${registered.kind}`);
	const session = await service.login({ ...credentials, clientAddress: "-", now });
	if (session.kind !== "logged_in") throw new Error(`log-in: ${session.kind}`);
	return { developerId: registered.user.developerId, token: session.token };
}
