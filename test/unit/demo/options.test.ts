/** The command line of `npm run demo` (demo.md "The command"). */
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { commandFor } from "../../../scripts/demo/open-browser.ts";
import { parseOptions } from "../../../scripts/demo/options.ts";
import { claimPorts } from "../../../scripts/demo/ports.ts";
import { demoSettings } from "../../../scripts/demo/service.ts";
import { claimablePort } from "../../../scripts/start/port.ts";

it("has ports of its own, a temporary folder, pauses and a browser unless told otherwise", () => {
	expect(parseOptions([])).toEqual({
		ports: { service: undefined, shop: undefined, chain: undefined },
		stateDir: undefined,
		isFast: false,
		opensBrowser: true,
	});
	const args = [
		"--fast",
		"--no-browser",
		"--port",
		"0",
		"--shop-port=1",
		"--chain-port",
		"2",
		"--state",
		"x",
	];
	expect(parseOptions(args)).toEqual({
		ports: { service: 0, shop: 1, chain: 2 },
		stateDir: "x",
		isFast: true,
		opensBrowser: false,
	});
	expect(parseOptions(["--port", "0", "--shop-port", "0", "--chain-port", "0"]).ports.chain).toBe(0);
});

it.each([
	[["--port", "x"], '--port takes a number from 0 to 65535, not "x"'],
	[["--shop-port", "65536"], "--shop-port takes a number"],
	[["--chain-port="], "--chain-port takes a number"],
	[["--shop-port", "8787"], "Two of the three ports are the same"],
	[["--state", ""], "--state takes a folder"],
	[["--other"], "--other"],
	[["word"], "word"],
])("rejects %j", (args, message) => expect(() => parseOptions(args)).toThrow(message));

it("moves a default port that is in use to a free one and says so, and never a port that was asked for", async () => {
	const other = createServer();
	await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
	const taken: number = Object(other.address()).port;
	const defaults = { service: taken, shop: await claimablePort(0), chain: await claimablePort(0) };
	const unasked = { service: undefined, shop: undefined, chain: undefined };
	try {
		const { ports, notes } = await claimPorts(unasked, defaults);
		expect(ports).toEqual({ ...defaults, service: expect.any(Number) });
		expect(ports.service).not.toBe(taken);
		expect(notes).toEqual([
			`Port ${taken} is in use by another program, so the service takes port ${ports.service}.`,
		]);
		await expect(claimPorts({ ...unasked, service: taken }, defaults)).rejects.toThrow(
			"npm run demo -- --port 0",
		);
	} finally {
		other.close();
	}
	expect(await claimPorts(unasked, { ...defaults, service: await claimablePort(0) })).toMatchObject({
		notes: [],
	});
});

it("gives every setting that the story depends on, so that .dev.vars cannot change it", () => {
	expect(demoSettings({ port: 8787, moduleReviewers: [], chainUrl: "http://127.0.0.1:8545" })).toMatchObject({
		BASE_URL: "http://localhost:8787",
		ALLOW_LOCAL_WEBHOOKS: "true",
		CHALLENGE_PERIOD_SECONDS: "0",
		RPC_URLS: '{"31337":"http://127.0.0.1:8545"}',
		RECOVERY_AGENTS: "[]",
		CONFIRMATIONS: "1",
		MIN_PROOF: "direct",
	});
});

it("opens a page with the opener of the platform", () => {
	expect(commandFor("linux", "http://a/")).toEqual(["xdg-open", "http://a/"]);
	expect(commandFor("darwin", "http://a/")).toEqual(["open", "http://a/"]);
	expect(commandFor("win32", "http://a/")).toEqual(["cmd", "/c", "start", "", "http://a/"]);
});
