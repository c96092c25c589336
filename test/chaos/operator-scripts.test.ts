// auth.md "When a credential is confirmed".
// The operator's commands take effect at once on a running service, and say what they did.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { PASSWORD } from "../support/auth/credentials.ts";
import { environment, type Service, startService } from "../support/service/service.ts";
import { registerDeveloper } from "../support/service/service-client.ts";

const root = join(import.meta.dirname, "../..");
const NEW_PASSWORD = "Dolor-sit-amet-8";
const JSON_TYPE = { "Content-Type": "application/json" };

let stateDir: string;
let service: Service;
beforeAll(async () => {
	stateDir = await mkdtemp(join(tmpdir(), "replevin-operator-"));
	service = await startService({ stateDir });
});
afterAll(async () => {
	await service?.stop();
	await rm(stateDir, { recursive: true, force: true });
});

type Ended = { code: number; stdout: string; stderr: string };

/** Runs what `npm run` does, which takes half the time without npm, by default on the state of the service under test. */
function npmRun(command: string, args: string[], place = ["--state", stateDir]): Promise<Ended> {
	return new Promise((resolve) => {
		execFile(
			process.execPath,
			["scripts/bootstrap.mjs", command, ...args, ...place],
			{ cwd: root, env: environment() },
			(error, stdout, stderr) => {
				resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
			},
		);
	});
}

const post = (path: string, body: object) =>
	fetch(`${service.url}/api/v1${path}`, { method: "POST", headers: JSON_TYPE, body: JSON.stringify(body) });
const logIn = (email: string, password = PASSWORD) => post("/auth/login", { email, password });

async function newDeveloper(email = `o'neil+${crypto.randomUUID()}@example.com`) {
	const { headers } = await registerDeveloper(service.url, { email });
	const me = () => fetch(`${service.url}/api/v1/auth/me`, { headers });
	return { email, me };
}

const roleOf = async (me: () => Promise<Response>) =>
	z.object({ user: z.object({ role: z.string() }) }).parse(await (await me()).json()).user.role;

const idOf = async (me: () => Promise<Response>) =>
	z.object({ user: z.object({ id: z.string() }) }).parse(await (await me()).json()).user.id;

describe("npm run reviewer", () => {
	it("grants and revokes the role from the next request on", async () => {
		const { email, me } = await newDeveloper();
		const id = await idOf(me);
		const granted = await npmRun("reviewer", ["grant", id, "--yes"]);
		expect([granted.code, granted.stderr]).toEqual([0, ""]);
		expect(granted.stdout).toContain(`${email} is a reviewer now.\n`);
		expect(await roleOf(me)).toBe("reviewer");
		expect((await npmRun("reviewer", ["grant", id])).stdout).toBe(`${email} is already a reviewer.\n`);
		const revoked = await npmRun("reviewer", ["revoke", email.toUpperCase()]);
		expect(revoked).toEqual({ code: 0, stdout: `${email} is no longer a reviewer.\n`, stderr: "" });
		expect(await roleOf(me)).toBe("developer");
		const again = await npmRun("reviewer", ["revoke", id]);
		expect(again.stdout).toContain("is not a reviewer (role: developer). Nothing was changed");
	});

	it("shows the account and changes nothing before someone has confirmed", async () => {
		const { email, me } = await newDeveloper();
		const id = await idOf(me);
		const { code, stdout, stderr } = await npmRun("reviewer", ["grant", id]);
		expect(stdout.split("\n")).toEqual([
			`Account     ${id}`,
			`E-mail      ${email} (not confirmed: anyone can register it)`,
			"Role        developer",
			expect.stringMatching(/^Registered {2}\d{4}-\d\d-\d\dT\S+Z, 0 hours ago$/),
			"",
		]);
		expect([code, stderr]).toEqual([1, expect.stringContaining("then add --yes")]);
		expect(await roleOf(me)).toBe("developer");
	});

	it("grants nothing to the account that has registered an e-mail address", async () => {
		const { email, me } = await newDeveloper();
		const { code, stdout, stderr } = await npmRun("reviewer", ["grant", email, "--yes"]);
		expect([code, stdout]).toEqual([2, ""]);
		expect(stderr).toContain("Anyone can register an e-mail address.");
		expect(await roleOf(me)).toBe("developer");
	});
});

describe("npm run developer", () => {
	it("prints a page, and a code that sets a new password there once and ends the session", async () => {
		const { email, me } = await newDeveloper();
		const { code: exitCode, stdout } = await npmRun("developer", ["reset", email]);
		expect(exitCode).toBe(0);
		const [link = "", code = ""] = /^Page {2}(\S+)\nCode {2}(\S+)\n/.exec(stdout)?.slice(1) ?? [];
		expect(link).toBe(`${service.url}/developers/reset`);
		expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){4}[0-9A-HJKMNP-TV-Z]{5}$/);
		const page = await fetch(link);
		expect(page.status).toBe(200);
		const [, action = ""] =
			/<form novalidate="" method="post" action="([^"]+)">/.exec(await page.text()) ?? [];
		const submit = () =>
			fetch(new URL(action, link), {
				method: "POST",
				headers: { Origin: service.url, "Sec-Fetch-Site": "same-origin" },
				body: new URLSearchParams({ code, newPassword: NEW_PASSWORD, repeated: NEW_PASSWORD }),
			});
		expect((await submit()).status).toBe(200);
		expect((await me()).status).toBe(401);
		expect((await logIn(email)).status).toBe(401);
		expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
		expect((await submit()).status).toBe(401);
		expect(service.output()).not.toContain(code);
	});

	it("ends an earlier code with a new one", async () => {
		const { email } = await newDeveloper();
		const codeOf = ({ stdout }: Ended) => /^Code {2}(\S+)$/m.exec(stdout)?.[1];
		const first = codeOf(await npmRun("developer", ["reset", email]));
		const { stdout } = await npmRun("developer", ["reset", email, "--url", "https://replevin.example/x"]);
		expect(stdout).toContain("Page  https://replevin.example/developers/reset\n");
		const use = async (token: string | undefined) =>
			(await post("/auth/password-reset", { token, newPassword: NEW_PASSWORD })).status;
		expect([await use(first), await use(codeOf({ code: 0, stdout, stderr: "" }))]).toEqual([401, 200]);
	});
});

describe("a command that cannot succeed", () => {
	it.each([
		["an unknown id", "reviewer", ["grant", `dev_${"0".repeat(32)}`, "--yes"], "No account has the id"],
		["an unknown address", "reviewer", ["revoke", "nobody@example.com"], "No account has the e-mail address"],
		["an unknown address", "developer", ["reset", "nobody@example.com"], "No account has the e-mail address"],
	])("because of %s: npm run %s exits with 1 and says why", async (_, command, args, message) => {
		const { code, stdout, stderr } = await npmRun(command, args);
		expect([code, stdout]).toEqual([1, ""]);
		expect(stderr).toContain(message);
	});

	it("because of a state folder that no service has made exits with 1, and creates none", async () => {
		const place = ["--state", join(stateDir, "elsewhere")];
		const { code, stderr } = await npmRun("developer", ["show", "nobody@example.com"], place);
		expect(code).toBe(1);
		expect(stderr).toContain("There is no service's state in");
	});

	it.each([
		["nothing", "reviewer", []],
		["an unknown word", "reviewer", ["promote", "a@example.com"]],
		["no address", "developer", ["reset"]],
		["two addresses", "developer", ["reset", "a@example.com", "b@example.com"]],
		["no address but a name", "developer", ["show", "ada"]],
		["an unknown option", "reviewer", ["revoke", "a@example.com", "--force"]],
		["two places", "reviewer", ["revoke", "a@example.com", "--remote"]],
	])("because of %s: npm run %s exits with 2 and prints its usage", async (_, command, args) => {
		const { code, stdout, stderr } = await npmRun(command, args);
		expect([code, stdout]).toEqual([2, ""]);
		expect(stderr).toContain(`Usage: npm run ${command} --`);
	});
});
