// Operations that end all sessions: logging out everywhere, and a new password (auth.md "Wallet sessions").
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createAccountService } from "../../../src/developers/account/account-service.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { createKnownDevices } from "../../../src/developers/login/known-devices.ts";
import { createPasswords } from "../../../src/developers/passwords/passwords.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { newDeveloper, newKey, WITHOUT_PASSKEYS } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { accountStub, callWithKey } from "./support.ts";

const NEW_PASSWORD = "Dolor-sit-amet-8";
const CLEARED = "access_token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure";
const ended = { status: 401, code: "INVALID_TOKEN" };

const logIn = (email: string, password = PASSWORD) => call("/auth/login", { body: { email, password } });
const tokenOf = async (response: Response) =>
	String((await response.json<{ accessToken: string }>()).accessToken);
const meWith = (token: string) => call("/auth/me", { headers: bearer(token) });
const changePassword = (token: string, currentPassword: string, newPassword: string) =>
	call("/auth/password", { body: { currentPassword, newPassword }, headers: bearer(token) });

async function expectAllEnded(tokens: readonly string[]) {
	for (const token of tokens) expect(await errorOf(await meWith(token))).toMatchObject(ended);
}

const auditOf = async (developerId: string) =>
	(
		await env.DB.prepare("SELECT action FROM audit_events WHERE target = ? ORDER BY seq")
			.bind(developerId)
			.all()
	).results.map(({ action }) => action);

describe("logging out everywhere", () => {
	it("ends every session of this account at once, and keeps its API keys", async () => {
		const { token, email, headers, developerId } = await newDeveloper();
		const other = await newDeveloper();
		const second = await tokenOf(await logIn(email));
		const key = await newKey(headers);
		const response = await call("/auth/logout-all", { method: "POST", headers });
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({});
		expect(response.headers.get("Set-Cookie")).toBe(CLEARED);
		await expectAllEnded([token, second]);
		expect((await meWith(other.token)).status).toBe(200);
		expect((await callWithKey(key)).status).toBe(200);
		expect((await logIn(email)).status).toBe(200);
		expect(await auditOf(developerId)).toContain("session.closed_all");
	});

	it("creates no table in an account that was never written to", async () => {
		const stub = accountStub(`dev_${"7".repeat(32)}`);
		await stub.closeAllSessions();
		expect(await stub.listKeys({ now: Date.now() })).toEqual([]);
	});
});

describe("a password change", () => {
	it("accepts the new password, rejects the old one, and ends every session", async () => {
		const { token, email, developerId } = await newDeveloper();
		const second = await tokenOf(await logIn(email));
		const response = await changePassword(token, PASSWORD, NEW_PASSWORD);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({});
		expect(response.headers.get("Set-Cookie")).toBe(CLEARED);
		await expectAllEnded([token, second]);
		expect(await errorOf(await logIn(email))).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
		expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
		expect(await auditOf(developerId)).toContain("password.changed");
	});

	it("changes nothing if the current password is wrong", async () => {
		const { token, email } = await newDeveloper();
		const refused = await errorOf(await changePassword(token, "Wrong-ipsum-7", NEW_PASSWORD));
		expect(refused).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
		expect((await meWith(token)).status).toBe(200);
		expect((await logIn(email)).status).toBe(200);
	});

	it("changes nothing if the new password breaks a rule", async () => {
		const { token, email } = await newDeveloper();
		const refused = await errorOf(await changePassword(token, PASSWORD, "short"));
		expect(refused).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
		expect(refused.details?.every(({ field }) => field === "newPassword")).toBe(true);
		expect((await meWith(token)).status).toBe(200);
		expect((await logIn(email)).status).toBe(200);
	});

	it("of several concurrent ones sets one password, and leaves no session", async () => {
		const { token, email } = await newDeveloper();
		const second = await tokenOf(await logIn(email));
		const passwords = Array.from({ length: 5 }, (_, index) => `${NEW_PASSWORD}${index}`);
		const responses = await Promise.all(
			passwords.map((password, index) => changePassword(index % 2 ? token : second, PASSWORD, password)),
		);
		const winners = passwords.filter((_, index) => responses[index]?.status === 200);
		expect(winners).toHaveLength(1);
		await expectAllEnded([token, second]);
		expect((await logIn(email, winners[0])).status).toBe(200);
	});

	it("leaves no session to a concurrent login with the old password", async () => {
		const { token, email, developerId } = await newDeveloper();
		const rows = createDeveloperRows(env.DB);
		const peppers = createPeppers(configOf(env).peppers);
		const opened: string[] = [];
		const service = createAccountService({
			passkeys: WITHOUT_PASSKEYS,
			rows,
			accountOf: (id) => ({
				...unused,
				openSession: async (input) => {
					// The password changes between its check and the opening of the session.
					expect((await changePassword(token, PASSWORD, NEW_PASSWORD)).status).toBe(200);
					opened.push(input.sessionId);
					return accountStub(id).openSession(input);
				},
				closeSession: (input) => accountStub(id).closeSession(input),
			}),
			passwords: createPasswords({
				peppers,
				gate: { run: async (_, work) => ({ kind: "done", value: work() }) },
			}),
			guard: { attempt: (_, run) => run() },
			devices: createKnownDevices(peppers),
			tokens: { sign: async () => "token", verify: async () => ({ kind: "invalid", reason: "-" }) },
			mail: { tell: async () => {} },
			runLater: () => {},
		});
		const now = Date.now();
		const result = await service.login({ email, password: PASSWORD, clientAddress: "-", now });
		expect(result.kind).toBe("wrong_credentials");
		const [sessionId = ""] = opened;
		expect(await accountStub(developerId).confirmSession({ sessionId, now })).toEqual({ kind: "unknown" });
	});
});

const fail = () => Promise.reject(new Error("a login does not call this"));

/** Methods of the account object that a login does not call. */
const unused = {
	issueKey: fail,
	confirmKey: fail,
	revokeKey: fail,
	listKeys: fail,
	claimRequest: fail,
	finishRequest: fail,
	confirmSession: fail,
	closeAllSessions: fail,
	closeAccount: fail,
	takeOver: fail,
	listSessions: fail,
	closeOtherSessions: fail,
	beginPasswordCheck: fail,
	failPasswordCheck: fail,
	cancelPasswordCheck: fail,
};
