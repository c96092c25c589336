/**
 * Developer accounts for the worker tier. The service's own code registers and logs them in, so they have a row, a
 * session and a token like any other account, but no audit entries.
 */
import { env } from "cloudflare:workers";
import type { Account } from "../../../durable/account/account.ts";
import { configOf } from "../../../src/config/config.ts";
import { createAccountService } from "../../../src/developers/account/account-service.ts";
import type { Role } from "../../../src/developers/account/developer.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { createKnownDevices } from "../../../src/developers/login/known-devices.ts";
import { createSessionTokens } from "../../../src/developers/login/session-token.ts";
import { hashPassword } from "../../../src/developers/passwords/password-hash.ts";
import { SALT_BYTES } from "../../../src/developers/passwords/stored-hash.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { BASE_PATH } from "../../../src/services.ts";
import { call } from "../contract/openapi-client.ts";
import { bearer, keyPairHeaders, PASSWORD } from "./credentials.ts";

export type Developer = Awaited<ReturnType<typeof newDeveloper>>;
export type DeveloperWithKey = Awaited<ReturnType<typeof newDeveloperWithKey>>;

let count = 0;
export const newEmail = () => `dev${++count}@example.com`;

/** A new account with a session. `headers` and `cookie` prove the session. */
export async function newDeveloper({ email = newEmail(), password = PASSWORD } = {}) {
	const { developerId, token } = await registerAndLogIn({ email, password });
	return {
		email,
		password,
		developerId,
		token,
		headers: bearer(token),
		cookie: { cookie: `access_token=${token}` },
	};
}

export async function newReviewer(): Promise<Developer> {
	const reviewer = await newDeveloper();
	await setRole(reviewer, "reviewer");
	return reviewer;
}

/** A new account with an API key. `keyPair` are the key's headers. */
export const newDeveloperWithKey = async () => withKey(await newDeveloper());

export async function withKey(developer: Developer) {
	const { keyId, ...pair } = await newKey(developer.headers);
	return { ...developer, keyId, keyPair: keyPairHeaders(pair) };
}

/** Issues an API key to the account of a session. */
export async function newKey(headers: Record<string, string>, label = "test") {
	const { status, body } = await call("POST", "/auth/api-keys", { body: { label }, headers });
	if (status !== 201) throw new Error(`The key was not issued: ${status}`);
	return {
		keyId: String(body.keyId),
		apiKey: String(body.apiKey),
		apiSecret: String(body.apiSecret),
	};
}

/** Sets the role directly in D1. */
export async function setRole({ developerId }: { developerId: string }, role: Role): Promise<void> {
	await env.DB.prepare("UPDATE developers SET role = ? WHERE developer_id = ?").bind(role, developerId).run();
}

/** Of accounts that have none. */
export const WITHOUT_PASSKEYS = {
	hasAny: async () => false,
	beginLogIn: async () => undefined,
	finishLogIn: () => Promise.reject(new Error("no passkey")),
	finishLogInByCode: () => Promise.reject(new Error("no passkey")),
};

async function registerAndLogIn(credentials: { email: string; password: string }) {
	const { appOrigin, sessionSigningKeys } = configOf(env);
	const service = createAccountService({
		rows: createDeveloperRows(env.DB),
		accountOf: (developerId) => (env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(developerId),
		passwords: {
			hash: async () => hashOf(credentials.password),
			hashNew: async () => hashOf(credentials.password),
			check: async () => true,
			needsRehash: () => false,
		},
		guard: { attempt: (_, run) => run() },
		passkeys: WITHOUT_PASSKEYS,
		devices: createKnownDevices(createPeppers(configOf(env).peppers)),
		mail: { tell: async () => {} },
		tokens: createSessionTokens({
			issuer: appOrigin,
			audience: appOrigin + BASE_PATH,
			keys: sessionSigningKeys.keys,
		}),
		runLater: () => {},
	});
	const now = Date.now();
	const { developerId } = await service.register({ ...credentials, clientAddress: "-", now });
	const session = await service.login({ ...credentials, clientAddress: "-", now });
	if (session.kind !== "logged_in") throw new Error(`login: ${session.kind}`);
	return { developerId, token: session.token };
}

const hashes = new Map<string, string>();

/** A hash at full cost, made once per password, so that a login over HTTP also works. */
function hashOf(password: string): string {
	const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
	const hash = hashes.get(password) ?? hashPassword(createPeppers(configOf(env).peppers), password, salt);
	hashes.set(password, hash);
	return hash;
}
