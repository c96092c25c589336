/**
 * No secret, password, token or e-mail address reaches a log, an error, a queue or the audit (auth.md
 * "Audit"): the main flows are run with values that are found nowhere else, and then everything is searched.
 *
 * Over 300 lines, because one search covers the flows of all slices.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { issuedKeyResponse } from "../../src/developers/api-keys/operations.ts";
import { loginResponse } from "../../src/developers/login/operations.ts";
import { createPrivacyCodeResponse } from "../../src/estates/privacy-code/operations.ts";
import { caseIdOf } from "../../src/kernel/crypto/ids.ts";
import { newEvidenceLinkResponse } from "../../src/recovery/evidence/links/operations.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { endpointWithSecretResponse } from "../../src/webhooks/endpoint/endpoint-schemas.ts";
import { newDeveloper } from "../support/auth/accounts.ts";
import { bearer, keyPairHeaders } from "../support/auth/credentials.ts";
import { guardOf } from "../support/auth/login-guards.ts";
import { call } from "../support/contract/worker-client.ts";
import { codeTo, send } from "../support/service/local-mail.ts";
import { agreementBody, eraseBody, privacyCodeBody } from "../support/signing/estate-signing.ts";
import { newCaseBody, newIntent, stranger } from "../support/signing/signing.ts";
import { type Snapshot, settledSnapshot, takeSnapshot } from "../support/storage/storage-snapshot.ts";
import { newOrigin } from "./access/support.ts";
import { fileThrough, makeLink, startLink, walletSession } from "./hosted-links/support.ts";
import { caseObject } from "./recovery/support.ts";
import { receiver } from "./webhooks/support.ts";

const EMAIL = "canary.owner@mine.example";
const STRANGER = "canary.stranger@mine.example";
const CLAIMANT = "canary.claimant@mine.example";
const PASSWORD = "Canary-sings-1!";
const WRONG = "Canary-fails-2!";
const NEXT = "Canary-moults-3!";
const RESET_CODE = "CANAR-YRESE-TC0DE-THATN-0B0DY";
const IDEMPOTENCY_KEY = "canary-key-with-a-name";
const LABEL = "a canary's label";

const secrets = new Map<string, string>([
	["the password", PASSWORD],
	["a wrong password", WRONG],
	["the next password", NEXT],
	["a reset code", RESET_CODE],
	["the reset code without dashes", RESET_CODE.replaceAll("-", "")],
	["an Idempotency-Key", IDEMPOTENCY_KEY],
]);
/** Of what an owner signs: kept with what it proves, and nowhere else. */
const ownerSignatures = new Map<string, string[]>();
const LEVELS = ["debug", "error", "info", "log", "trace", "warn"] as const;
const logged: string[] = [];
const errors: string[] = [];
const queued: string[] = [];
const duringFlows: Snapshot[] = [];

/** An error's body is kept to be searched. */
async function ask(...request: Parameters<typeof call>): Promise<Response> {
	const response = await call(...request);
	if (!response.ok) errors.push(await response.clone().text());
	duringFlows.push(await takeSnapshot());
	return response;
}

async function logIn(email: string, password: string): Promise<Response> {
	return ask("/auth/login", { body: { email, password } });
}

async function accountFlows() {
	await ask("/auth/register", { body: { email: EMAIL, password: PASSWORD } });
	await ask("/auth/register", { body: { email: EMAIL.toUpperCase(), password: PASSWORD } });
	await ask("/auth/register", { body: { email: STRANGER, password: "weak" } });
	await ask("/auth/register", { body: { email: STRANGER, password: PASSWORD, pasword: PASSWORD } });
	await ask("/auth/login", { body: `{"email":"${EMAIL}","password":"${PASSWORD}"` });
	await Promise.all(Array.from({ length: 8 }, () => logIn(EMAIL, WRONG)));
	await guardOf("account", EMAIL).clear();
	await logIn(STRANGER, WRONG);
	const session = loginResponse().parse(await (await logIn(EMAIL, PASSWORD)).json());
	const token = session.accessToken ?? "";
	secrets.set("the access token", token).set("the token's signature", token.split(".")[2] ?? "");
	await ask("/auth/me", { headers: bearer(`${token}x`) });
	await ask("/auth/me", { headers: { Cookie: `access_token=${token}; access_token=${token}` } });
	await ask("/auth/me", { headers: bearer(token) });
	return bearer(token);
}

/** From now on a note is taken of what this case's object sends to the queue, as it is sent. */
async function noteQueued(caseId: string): Promise<void> {
	await runInDurableObject(caseObject(caseId), (recoveryCase) => {
		const { env: bindings } = recoveryCase as unknown as { env: Env };
		const CASE_EVENTS = new Proxy(bindings.CASE_EVENTS, {
			get:
				(queue, name) =>
				(...sent: unknown[]) => {
					queued.push(JSON.stringify([name, ...sent]));
					return Reflect.get(queue, name).apply(queue, sent);
				},
		});
		Object.defineProperty(recoveryCase, "env", { value: { ...bindings, CASE_EVENTS } });
	});
}

async function keyFlows(headers: Record<string, string>) {
	const issue = { body: { label: LABEL }, headers: { ...headers, "idempotency-key": IDEMPOTENCY_KEY } };
	const key = issuedKeyResponse().parse(await (await ask("/auth/api-keys", issue)).json());
	// Without their prefixes and checksums, so that a half without these is found too.
	secrets.set("the API key", key.apiKey.slice(3, 25)).set("the API secret", key.apiSecret.slice(3, 25));
	const pair = keyPairHeaders(key);
	await endpointFlows(pair);
	await estateFlows(pair);
	const intent = newIntent({ email: CLAIMANT });
	await noteQueued(caseIdOf(hashRecoveryIntent(intent)));
	await ask("/recovery-cases/new-case", { body: await newCaseBody(intent), headers: pair });
	await ask("/recovery-cases/new-case", {
		body: await newCaseBody(newIntent({ email: `${CLAIMANT} ` })),
		headers: pair,
	});
	await linkFlows(caseIdOf(hashRecoveryIntent(intent)), pair);
	await hostedLinkFlows(headers, pair);
	await ask("/recovery-cases", { headers: { ...pair, Origin: "https://page.example" } });
	await ask("/recovery-cases", { headers: { ...pair, "x-api-secret": `${key.apiSecret}x` } });
	await ask("/auth/api-keys", { method: "DELETE", body: { keyId: key.keyId }, headers });
	await ask("/recovery-cases", { headers: pair });
}

async function endpointFlows(headers: Record<string, string>) {
	const body = { url: receiver.hook("canary") };
	const made = endpointWithSecretResponse().parse(
		await (await ask("/webhook-endpoints", { body, headers })).json(),
	);
	const path = `/webhook-endpoints/${made.endpointId}`;
	const rotated = endpointWithSecretResponse().parse(
		await (await ask(`${path}/rotate-secret`, { body: {}, headers })).json(),
	);
	for (const [name, { secret }] of Object.entries({ made, rotated })) {
		const key = secret.slice("whsec_".length);
		secrets.set(`the webhook secret that was ${name}`, key);
		secrets.set(`its bytes, ${name}`, Buffer.from(key, "base64").toString("hex"));
	}
	await ask(`${path}/test`, { method: "POST", headers });
	await ask(path, { method: "PATCH", body: { url: `https://me:${made.secret}@mine.example` }, headers });
}

async function linkFlows(caseId: string, headers: Record<string, string>) {
	const path = `/recovery-cases/${caseId}/evidence-links`;
	const made = newEvidenceLinkResponse().parse(await (await ask(path, { body: {}, headers })).json());
	const token = new URL(made.url).hash.slice(1);
	secrets.set("the token of an evidence link", token);
	await ask(path, { headers });
	await ask("/evidence-links/read", { body: { token } });
	await ask(`${path}/${made.evidenceLinkId}`, { method: "DELETE", headers });
	await ask("/evidence-links/read", { body: { token } });
	await ask("/evidence-links/read", { body: { token: `${token}x` } });
}

async function hostedLinkFlows(session: Record<string, string>, pair: Record<string, string>) {
	await newOrigin({ headers: session }, "https://app.canary.example", "allow");
	const { token } = await makeLink({ send: (path, body) => ask(path, { body, headers: pair }) });
	const secret = await startLink(token);
	secrets.set("the token of a hosted link", token);
	secrets.set("the secret of a started link", secret.split(".")[1] ?? "");
	const filed = await fileThrough(
		secret,
		newIntent({ lostAccount: `0x${"f2".repeat(20)}` }),
		await walletSession(),
	);
	expect(filed.status).toBe(201);
	duringFlows.push(await takeSnapshot());
}

async function estateFlows(headers: Record<string, string>) {
	const path = `/estate-profiles/${stranger.address}`;
	const [agreement, code, erasure] = [
		await agreementBody(stranger),
		await privacyCodeBody(stranger),
		await eraseBody(stranger),
	];
	await ask(`${path}/agreement`, { body: agreement, headers });
	const made = await ask(`${path}/privacy-codes`, { body: code, headers });
	await ask(`${path}/privacy-codes`, { body: code, headers });
	const { code: text } = createPrivacyCodeResponse().parse(await made.json());
	const resolve = (written: string) =>
		ask("/estate-profiles/privacy-codes/resolve", { body: { code: written }, headers });
	await resolve(text);
	await resolve(`${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`);
	await env.DB.prepare("UPDATE privacy_codes SET revoked_at = 1").run();
	// The wait grows with each, so that one comes too early however slow the machine is.
	for (let count = 0; count < 12; count++) await resolve(text.toLowerCase());
	await ask(path, { method: "DELETE", body: { ...erasure, deadline: erasure.deadline + 1 }, headers });
	await ask(path, { method: "DELETE", body: erasure, headers });
	secrets.set("the privacy code", text).set("the privacy code without dashes", text.replaceAll("-", ""));
	secrets.set("its nonce", code.nonce.slice(2)).set("the erasure's nonce", erasure.nonce.slice(2));
	secrets.set("the erasure's signature", erasure.signature);
	ownerSignatures
		.set(agreement.signature, ["D1 estate_agreement_messages", "D1 estate_agreements"])
		.set(code.signature, ["D1 privacy_codes"]);
}

async function passwordFlows(headers: Record<string, string>) {
	await ask("/auth/password-reset", { body: { token: RESET_CODE, newPassword: NEXT } });
	await ask("/auth/password", { body: { currentPassword: WRONG, newPassword: NEXT }, headers });
	await ask("/auth/password", { body: { currentPassword: PASSWORD, newPassword: NEXT }, headers });
	await ask("/auth/me", { headers });
}

/** Of another account, because the mailbox of this machine has its address. */
async function mailedReset() {
	const { email } = await newDeveloper();
	await send("/auth/password-reset/request", { body: { email } });
	const code = await codeTo(email);
	secrets.set("a mailed code", code).set("the mailed code without dashes", code.replaceAll("-", ""));
	await env.DB.prepare("DELETE FROM local_mails").run();
	duringFlows.push(await takeSnapshot());
	const { status } = await ask("/auth/password-reset", { body: { token: code, newPassword: NEXT } });
	expect(status).toBe(200);
}

/** While the database is away, everything that can be logged of a failed query is. */
async function outage() {
	for (const table of ["developers", "audit_events"]) {
		await env.DB.prepare(`ALTER TABLE ${table} RENAME TO away`).run();
		await call("/auth/register", { body: { email: STRANGER, password: PASSWORD } });
		const response = await call("/auth/login", { body: { email: EMAIL, password: NEXT } });
		if (!response.ok) errors.push(await response.text());
		await env.DB.prepare(`ALTER TABLE away RENAME TO ${table}`).run();
	}
}

beforeAll(async () => {
	for (const level of LEVELS) {
		vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
			logged.push(
				parts.map((part) => (part instanceof Error ? `${part.stack}` : JSON.stringify(part))).join(" "),
			);
		});
	}
	const headers = await accountFlows();
	await keyFlows(headers);
	await passwordFlows(headers);
	await mailedReset();
	await outage();
	duringFlows.push(await settledSnapshot());
});
afterAll(() => vi.restoreAllMocks());

/** Everything that was ever stored, by place. */
function placesWith(text: string): string[] {
	const found = duringFlows.flatMap((snapshot) =>
		Object.entries(snapshot)
			.filter(([, rows]) => rows.some((row) => row.includes(text)))
			.map(([place]) => place.replace(/ [0-9a-f]{64} /, " ")),
	);
	return [...new Set(found)].sort();
}

const audited = async () => {
	const { results } = await env.DB.prepare("SELECT * FROM audit_events ORDER BY seq").all();
	return results.map((row) => JSON.stringify(row));
};

it("the flows went the way that they were meant to", async () => {
	const codes = errors.flatMap((text) => /"code":"(\w+)"/.exec(text)?.[1] ?? []);
	expect(new Set(codes)).toEqual(
		new Set([
			"USER_FOUND",
			"INPUT_VALIDATION_ERROR",
			"INVALID_PASSWORD",
			"RATE_LIMITED",
			"INVALID_TOKEN",
			"FORBIDDEN",
			"INVALID_AUTH",
			"SERVICE_UNAVAILABLE",
			"NONCE_ALREADY_USED",
			"RESOURCE_NOT_FOUND",
			"INVALID_SIGNER",
		]),
	);
	// Counts of refusals are written seconds later.
	const entries = (await audited()).filter((row) => row.includes('"hour":null'));
	const actions = entries.flatMap((row) => /"action":"([\w.]+)"/.exec(row)?.[1] ?? []);
	expect([...new Set(actions)].sort()).toEqual([
		"api_key.issued",
		"api_key.revoked",
		"api_key.seen_in_browser",
		"api_key.used_after_revocation",
		"developer.registered",
		"estate.agreement_accepted",
		"estate.erased",
		"evidence_link.created",
		"evidence_link.revoked",
		"hosted_link.created",
		"hosted_link.started",
		"origin.allowed",
		"origin.requested",
		"password.changed",
		"password.refused",
		"password.reset",
		"privacy_code.created",
		"privacy_code.refused",
		"privacy_code.resolved",
		"privacy_code.throttled",
		"session.opened",
		"session.refused",
		"session.throttled",
		"wallet_session.opened",
		"webhook_endpoint.created",
		"webhook_endpoint.secret_rotated",
		"webhook_endpoint.tested",
	]);
	expect(logged.join("\n")).toContain("audit-not-written");
	expect(logged.join("\n")).toContain("SERVICE_UNAVAILABLE");
	expect(queued.length).toBeGreaterThan(0);
});

it("no secret is stored anywhere, in any form of it that could be used", () => {
	for (const [name, secret] of secrets) expect(placesWith(secret), name).toEqual([]);
});

it("the body of a request with an Idempotency-Key is not kept beside that", () => {
	expect(placesWith(LABEL)).toEqual(["ACCOUNTS api_keys"]);
});

it("an e-mail address is where it belongs and nowhere else", () => {
	expect(placesWith(EMAIL)).toEqual(["D1 developers"]);
	expect(placesWith(STRANGER).filter((place) => place !== "D1 developers" && place !== "D1 away")).toEqual(
		[],
	);
	const claimants = placesWith(CLAIMANT);
	expect(claimants.length).toBeGreaterThan(0);
	for (const place of claimants) expect(place).toMatch(/^RECOVERY_CASES (case_state|history)$/);
});

it("what an owner has signed is with what it proves and nowhere else", () => {
	for (const [signature, places] of ownerSignatures) expect(placesWith(signature)).toEqual(places);
});

const personal = [EMAIL, STRANGER, CLAIMANT];

it.each<[string, () => string[] | Promise<string[]>]>([
	["the audit", audited],
	["the log", () => logged],
	["the errors", () => errors],
	["the queue", () => queued],
])("%s holds neither", async (_, texts) => {
	const all = (await texts()).join("\n").toLowerCase();
	expect(all.length).toBeGreaterThan(100);
	for (const [name, secret] of secrets) expect(all.includes(secret.toLowerCase()), name).toBe(false);
	for (const address of personal) expect(all.includes(address), address).toBe(false);
	for (const signature of ownerSignatures.keys()) expect(all.includes(signature)).toBe(false);
});
