/** Strangers who guess passwords cannot keep an owner out of her account (auth.md "Known devices"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import { newDeveloper, newEmail } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { failTenTimes, guardStateOf } from "../../support/auth/login-guards.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { accountStub } from "./support.ts";

const WRONG = "Wrong-ipsum-7";
const DAY_MS = 24 * 60 * 60 * 1000;

let addresses = 0;
/** Of TEST-NET-3, for this file alone. */
const newAddress = () => `203.0.113.${++addresses}`;

type Headers_ = Record<string, string>;
const logIn = (email: string, password: string, cookie?: string, address = newAddress()) => {
	const headers: Headers_ = { "CF-Connecting-IP": address, ...(cookie && { Cookie: cookie }) };
	return call("/auth/login", { body: { email, password }, headers });
};

function deviceCookieOf(response: Response): string {
	const [cookie = ""] = response.headers.getSetCookie().filter((each) => each.startsWith("__Host-device="));
	return cookie.split(";")[0] ?? "";
}

/** An account with the cookie of a device that has logged in. */
async function newDevice(account = newDeveloper()) {
	const { email, developerId } = await account;
	const response = await logIn(email, PASSWORD);
	expect(response.status).toBe(200);
	return { email, developerId, cookie: deviceCookieOf(response) };
}

describe("a device that has logged in before", () => {
	it("logs in while strangers of many networks block the account", async () => {
		const { email, cookie } = await newDevice();
		await failTenTimes("account", email);
		expect((await logIn(email, PASSWORD)).status).toBe(429);
		expect((await logIn(email, PASSWORD, cookie)).status).toBe(200);
	});

	it("logs in while its own network is blocked", async () => {
		const { email, cookie } = await newDevice();
		const address = newAddress();
		await failTenTimes("address", address);
		expect((await logIn(email, PASSWORD, undefined, address)).status).toBe(429);
		expect((await logIn(email, PASSWORD, cookie, address)).status).toBe(200);
	});

	it("gets a hardened cookie, which each login replaces", async () => {
		const { email, cookie } = await newDevice();
		const response = await logIn(email, PASSWORD, cookie);
		const renewed = response.headers.getSetCookie()[1] ?? "";
		expect(renewed).toMatch(
			/^__Host-device=1\.[\w-]{22}\.\d{10}\.[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
		);
		expect(renewed.split(".")[1]).not.toBe(cookie.split(".")[1]);
	});

	it("has five wrong passwords of its own, then counts like any other caller", async () => {
		const { email, cookie } = await newDevice();
		for (let failure = 0; failure < 5; failure++) {
			expect((await logIn(email, WRONG, cookie)).status).toBe(401);
		}
		expect((await guardStateOf("account", email)).failures).toBe(0);
		expect((await logIn(email, WRONG, cookie)).status).toBe(401);
		expect((await guardStateOf("account", email)).failures).toBe(1);
		await failTenTimes("account", email);
		expect((await logIn(email, PASSWORD, cookie)).status).toBe(429);
	});

	it("gets five attempts at most from twenty in parallel", async () => {
		const { email, cookie } = await newDevice();
		await failTenTimes("account", email);
		const attempts = Array.from({ length: 20 }, () => logIn(email, WRONG, cookie));
		const statuses = (await Promise.all(attempts)).map(({ status }) => status);
		expect(statuses.filter((status) => status === 401)).toHaveLength(5);
		expect(statuses.filter((status) => status === 429)).toHaveLength(15);
	});

	it("gets its budget back by the right password, also after it was used up", async () => {
		const { email, cookie } = await newDevice();
		for (let failure = 0; failure < 5; failure++) await logIn(email, WRONG, cookie);
		const response = await logIn(email, PASSWORD, cookie);
		expect(response.status).toBe(200);
		await failTenTimes("account", email);
		expect((await logIn(email, PASSWORD, cookie)).status).toBe(429);
		const renewed = deviceCookieOf(response);
		for (let failure = 0; failure < 4; failure++) {
			expect((await logIn(email, WRONG, renewed)).status).toBe(401);
		}
		expect((await logIn(email, PASSWORD, renewed)).status).toBe(200);
	});
});

describe("a device cookie does not help", () => {
	it("at another account, which it does not reveal either", async () => {
		const { cookie } = await newDevice();
		const victim = await newDeveloper();
		const nobody = newEmail();
		const responses = [];
		for (const email of [victim.email, nobody]) {
			responses.push((await errorOf(await logIn(email, WRONG, cookie))).message);
			expect((await guardStateOf("account", email)).failures).toBe(1);
			await failTenTimes("account", email);
			responses.push((await errorOf(await logIn(email, PASSWORD, cookie))).message);
		}
		expect(responses.slice(0, 2)).toEqual(responses.slice(2));
	});

	it("if any part of it was changed, or it comes twice", async () => {
		const { email, cookie } = await newDevice();
		const other = await newDevice();
		await failTenTimes("account", email);
		const [version, deviceId, expiry, mac] = cookie.slice("__Host-device=".length).split(".");
		const [, otherId, , otherMac] = other.cookie.split(".");
		const forged = [
			[version, otherId, expiry, mac],
			[version, deviceId, Number(expiry) + 1, mac],
			[version, deviceId, expiry, otherMac],
			[version, deviceId, expiry, "A".repeat(43)],
			[2, deviceId, expiry, mac],
			[version, deviceId, expiry, `${mac}=`],
			["", "", "", ""],
		].map((parts) => `__Host-device=${parts.join(".")}`);
		for (const value of [...forged, `${cookie}; ${cookie}`, cookie.replace("__Host-", "")]) {
			expect([value, (await logIn(email, PASSWORD, value)).status]).toEqual([value, 429]);
		}
		expect((await logIn(email, PASSWORD, cookie)).status).toBe(200);
	});

	it("after 180 days", async () => {
		const { createKnownDevices, readDevice } = await import("../../../src/developers/login/known-devices.ts");
		const { createPeppers } = await import("../../../src/kernel/crypto/pepper.ts");
		const { configOf } = await import("../../../src/config/config.ts");
		const devices = createKnownDevices(createPeppers(configOf(env).peppers));
		const now = Date.now();
		const device = readDevice(devices.issue("dev_1", now));
		if (!device) throw new Error("the value has another form");
		expect(devices.isKnown("dev_1", device, now + 180 * DAY_MS - 1000)).toBe(true);
		expect(devices.isKnown("dev_1", device, now + 180 * DAY_MS)).toBe(false);
	});

	it("once its account was deleted and the address registered again", async () => {
		const { email, cookie } = await newDevice();
		const [session = ""] = (await logIn(email, PASSWORD)).headers.getSetCookie();
		const headers = { Cookie: session.split(";")[0] ?? "", "Content-Type": "application/json" };
		const removal = { method: "DELETE", body: { password: PASSWORD }, headers };
		expect((await call("/auth/me", removal)).status).toBe(200);
		expect((await call("/auth/register", { body: { email, password: PASSWORD } })).status).toBe(201);
		await failTenTimes("account", email);
		expect((await logIn(email, PASSWORD, cookie)).status).toBe(429);
	});
});

it("names the cookie without its prefix on a local service, whose cookies are not Secure", async () => {
	const { email } = await newDeveloper();
	const local = { ...env, BASE_URL: "http://localhost:8787" };
	const response = await createApp().request(
		"http://localhost:8787/api/v1/auth/login",
		{
			method: "POST",
			headers: { "Content-Type": "application/json", "CF-Connecting-IP": newAddress() },
			body: JSON.stringify({ email, password: PASSWORD }),
		},
		local,
	);
	expect(response.status).toBe(200);
	expect(response.headers.getSetCookie()[1]).toMatch(/^device=1\..*; HttpOnly; SameSite=Strict$/);
});

describe("a password that a session sends", () => {
	const change = (headers: Headers_, currentPassword: string, newPassword = "Dolor-sit-amet-8") =>
		call("/auth/password", {
			body: { currentPassword, newPassword },
			headers: { "CF-Connecting-IP": newAddress(), ...headers },
		});

	it("is checked while strangers block the account and its network", async () => {
		const { email, headers } = await newDeveloper();
		const address = newAddress();
		await failTenTimes("account", email);
		await failTenTimes("address", address);
		const changed = await change({ ...headers, "CF-Connecting-IP": address }, PASSWORD);
		expect(changed.status).toBe(200);
	});

	it("is checked for a deletion while strangers block the account", async () => {
		const { email, headers } = await newDeveloper();
		await failTenTimes("account", email);
		const removal = { method: "DELETE", body: { password: PASSWORD }, headers };
		expect((await call("/auth/me", removal)).status).toBe(200);
	});

	it.each(["/auth/password", "/auth/me"])(
		"ends the session if it is wrong five times at %s",
		async (path) => {
			const { email, headers, developerId } = await newDeveloper();
			const other = bearer(
				(await (await logIn(email, PASSWORD)).json<{ accessToken: string }>()).accessToken,
			);
			const send = () =>
				path === "/auth/me"
					? call(path, { method: "DELETE", body: { password: WRONG }, headers })
					: change(headers, WRONG);
			for (let failure = 1; failure <= 4; failure++) {
				expect(await errorOf(await send())).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
				expect((await call("/auth/me", { headers })).status).toBe(200);
			}
			const last = await errorOf(await send());
			expect(last).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
			expect(last.message).toContain("This session has ended");
			expect(await errorOf(await send())).toMatchObject({ status: 401, code: "INVALID_TOKEN" });
			expect((await call("/auth/me", { headers })).status).toBe(401);
			expect((await call("/auth/me", { headers: other })).status).toBe(200);
			expect((await guardStateOf("account", email)).failures).toBe(0);
			const audited = await env.DB.prepare(
				"SELECT COUNT(*) AS n FROM audit_events WHERE actor = ? AND action = 'session.closed'",
			)
				.bind(developerId)
				.first("n");
			expect(audited).toBe(1);
		},
	);

	it("is checked five times at most by twenty requests in parallel", async () => {
		const { headers } = await newDeveloper();
		const sent = await Promise.all(Array.from({ length: 20 }, () => change(headers, WRONG)));
		const codes = await Promise.all(sent.map(async (response) => (await errorOf(response)).code));
		expect(codes.filter((code) => code === "INVALID_PASSWORD").length).toBeLessThanOrEqual(5);
		expect((await call("/auth/me", { headers })).status).toBe(401);
	});

	it("does not count if it could not be checked", async () => {
		const { developerId } = await newDeveloper();
		const stub = accountStub(developerId);
		const sessionId = `ses_${"5".repeat(32)}`;
		await stub.openSession({ sessionId, now: Date.now() });
		for (let check = 0; check < 8; check++) {
			expect(await stub.beginPasswordCheck({ sessionId })).toEqual({ kind: "counted" });
			await stub.cancelPasswordCheck({ sessionId });
		}
	});
});
