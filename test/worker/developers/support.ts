/** Calls to the Worker, and accounts made by them. */
import { runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import * as z from "zod";
import type { Account } from "../../../durable/account/account.ts";
import { newAccount } from "../../support/auth/test-account.ts";
import { assertContract } from "../../support/contract/contract-validation.ts";

const BASE_URL = "https://replevin.test";
export const PASSWORD = "Lorem-ipsum-7";

const errorResponse = z.strictObject({
	error: z.strictObject({
		code: z.string(),
		message: z.string(),
		requestId: z.string().regex(/^req_[0-9a-f]{32}$/),
		details: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
	}),
});

type Call = {
	method?: string;
	body?: unknown;
	headers?: Record<string, string>;
};

/**
 * Checks every response against the OpenAPI document.
 * @param path below the base path
 */
export async function call(path: string, { method, body, headers = {} }: Call = {}): Promise<Response> {
	const hasBody = body !== undefined;
	const sent = { method: method ?? (hasBody ? "POST" : "GET"), path, options: { body, headers } };
	const response = await exports.default.fetch(`${BASE_URL}/api/v1${path}`, {
		method: sent.method,
		headers: {
			// A new address per call, so that the tests are not throttled as one caller.
			"CF-Connecting-IP": crypto.randomUUID(),
			...(hasBody && { "Content-Type": "application/json" }),
			...headers,
		},
		...(hasBody && { body: typeof body === "string" ? body : JSON.stringify(body) }),
	});
	const text = await response.text();
	assertContract(sent, response, text);
	return new Response(text === "" ? null : text, response);
}

/** Status, code and details of an error response. */
export async function errorOf(response: Response) {
	const { error } = errorResponse.parse(await response.json());
	return { status: response.status, ...error };
}

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const keyPairHeaders = ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }) => ({
	"x-api-key": apiKey,
	"x-api-secret": apiSecret,
});

const loginResponse = z.object({ accessToken: z.string(), user: z.object({ id: z.string() }) });

let accounts = 0;

export const newEmail = () => `dev${++accounts}@example.com`;

/** A new account with a session, without the cost of a hash and without audit entries. */
export async function newDeveloper() {
	const email = newEmail();
	const { developerId, token } = await newAccount({ email, password: PASSWORD });
	return { email, token, developerId, headers: bearer(token) };
}

/** Registers and logs in over HTTP, for tests of that and of its audit entries. */
export async function registerDeveloper() {
	const email = newEmail();
	const credentials = { email, password: PASSWORD };
	const registered = await call("/auth/register", { body: credentials });
	if (registered.status !== 201) throw new Error(`register responded ${registered.status}`);
	const response = await call("/auth/login", { body: credentials });
	const { accessToken, user } = loginResponse.parse(await response.json());
	return { email, token: accessToken, developerId: user.id, headers: bearer(accessToken) };
}

const issued = z.object({ keyId: z.string(), apiKey: z.string(), apiSecret: z.string() });

export async function newKey(headers: Record<string, string>, label = "test") {
	const response = await call("/auth/api-keys", { body: { label }, headers });
	if (response.status !== 201) throw new Error(`issue responded ${response.status}`);
	return issued.parse(await response.json());
}

/** A call that responds 200 to any valid key pair. */
export function callWithKey(pair: { apiKey: string; apiSecret: string }): Promise<Response> {
	return call("/recovery-cases", { headers: keyPairHeaders(pair) });
}

export function accountStub(developerId: string): DurableObjectStub<Account> {
	return (env.ACCOUNTS as DurableObjectNamespace<Account>).getByName(developerId);
}

/** Waits until the object has recorded the last use of every call. It does so in timers, which keep their order. */
export async function usesNoted(stub: DurableObjectStub<Account>): Promise<void> {
	await runInDurableObject(stub, () => scheduler.wait(1));
}
