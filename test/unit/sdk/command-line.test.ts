// sdk.md "Command line".
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../sdk/cli/run.ts";
import { COMMAND_ENV, commandFolder } from "../../support/sdk/run-command.ts";
import { json, problem } from "../../support/sdk/scripted-fetch.ts";

const ROOT = join(import.meta.dirname, "../../..");
const BUNDLE = join(ROOT, "docs/evidence-example.json");
const { write, replevin, remove } = commandFolder();
afterAll(remove);

describe("commands that ask the service", () => {
	const summary = {
		caseId: "rc_1",
		status: "pending",
		updatedAt: "2026-11-23",
		lostAccount: "0x1",
		chainId: 1,
	};

	it("send the credential of the environment, and print a line for each case", async () => {
		const page = json({ data: [summary, { ...summary, caseId: "rc_2" }], nextCursor: null });
		const { code, out, sent } = await replevin(["cases", "list", "--status", "pending", "--json"], [page]);
		expect(code).toBe(0);
		expect(out.split("\n").map((line) => JSON.parse(line).caseId)).toEqual(["rc_1", "rc_2"]);
		expect(sent[0]?.url).toBe("https://replevin.example/api/v1/recovery-cases?status=pending&limit=25");
		expect(sent[0]?.headers.get("x-api-secret")).toBe("ss_1");
	});

	it("print a table of cases, whose heads do not disturb a program that reads it", async () => {
		const page = json({ data: [{ ...summary, reference: "claim-42" }], nextCursor: null });
		const { out, err } = await replevin(["cases", "list"], [page]);
		expect(out.split(/ {2,}/)).toEqual(["rc_1", "pending", "2026-11-23", "1", "0x1", "claim-42"]);
		expect(err.split(/ {2,}/)).toEqual(["case", "status", "updated", "chain", "lost account", "reference"]);
		for (const [head, cell] of [
			["status", "pending"],
			["reference", "claim-42"],
		] as const)
			expect(err.indexOf(head)).toBe(out.indexOf(cell));
	});

	it("list changes to their end, and print where to go on", async () => {
		const pages = (last: number) => [
			json({ data: [summary], nextCursor: "c", nextChangedSince: 7 }),
			json({ data: [{ ...summary, caseId: "rc_2" }], nextCursor: null, nextChangedSince: last }),
		];
		const line = "cases list --changed-since 3 --status pending,created";
		const { out, sent } = await replevin([...line.split(" "), "--json"], pages(9));
		expect(out.split("\n").map((text) => JSON.parse(text))).toMatchObject([
			{ caseId: "rc_1" },
			{ caseId: "rc_2" },
			{ nextChangedSince: 9 },
		]);
		const url =
			"https://replevin.example/api/v1/recovery-cases?status=pending%2Ccreated&changedSince=3&limit=100";
		expect(sent.map((request) => request.url)).toEqual([url, `${url}&cursor=c`]);
		const { out: table, err } = await replevin(line.split(" "), pages(9));
		expect(table.split("\n")).toHaveLength(2);
		expect(err).toMatch(/--changed-since 9$/);
	});

	it("never print the secret", async () => {
		const { out, err } = await replevin(
			["whoami"],
			[json({ status: "ok" }), json({ data: [], nextCursor: null })],
		);
		expect(out).toContain("sk_…abcd");
		expect(out + err).not.toContain("ss_1");
	});

	it("say why and when they ask again", async () => {
		const busy = problem("SERVICE_UNAVAILABLE", 503, {}, { "Retry-After": "0" });
		const { code, err } = await replevin(["cases", "get", "rc_1", "--json"], [busy, json(summary)]);
		expect(code).toBe(0);
		expect(JSON.parse(err).note).toMatch(/^The next attempt is in 1 s, because: It failed\. /);
	});

	it.each([["whoami"], ["cases get rc_1"], ["links create --json"], ["keys list"]])(
		"exit with 3 if the response of %s is one of another service",
		async (line) => {
			const env = { REPLEVIN_URL: "https://replevin.example", REPLEVIN_ACCESS_TOKEN: "t" };
			const { code, err } = await replevin(line.split(" "), [json({}), json({})], { env });
			expect(code).toBe(3);
			expect(err).toContain("does not look like one of a Replevin service");
		},
	);

	it("exit with 3 and the service's words if it rejects", async () => {
		const { code, err } = await replevin(["cases", "get", "rc_1"], [problem("RESOURCE_NOT_FOUND", 404)]);
		expect([code, err]).toEqual([3, "It failed. (RESOURCE_NOT_FOUND, req_1)"]);
	});

	it.each([
		["cases get rc_1", 3, { code: "RESOURCE_NOT_FOUND", status: 404, requestId: "req_1", details: [] }],
		["cases list --limit none", 2, {}],
		["cases get ..", 2, {}],
		["case get rc_1", 2, {}],
		["cases git", 2, {}],
	])("print the error of %s as one JSON value with --json", async (line, exitCode, more) => {
		const response = problem("RESOURCE_NOT_FOUND", 404);
		const { code, out, err } = await replevin([...line.split(" "), "--json"], [response]);
		expect([code, out]).toEqual([exitCode, ""]);
		expect(JSON.parse(err)).toEqual({ error: { exitCode, message: expect.any(String), ...more } });
	});

	it("exit with 3 and a hint if no service responds", async () => {
		const env = { REPLEVIN_URL: "http://127.0.0.1:9", REPLEVIN_API_KEY: "sk_a", REPLEVIN_API_SECRET: "ss_a" };
		const fetch = async () => Promise.reject(new TypeError("fetch failed"));
		const { code, err } = await replevin(["keys", "list"], [], { env, fetch, answers: ["a@b.example", "x"] });
		expect(code).toBe(3);
		expect(err).toContain("Check that the service runs, and its address");
	});

	it("name every field that the service rejects, each once", async () => {
		const fields = ["a", "b", "c", "d", "e"];
		const details = fields.map((field) => ({ field, message: "is wrong" }));
		const rejected = problem("INPUT_VALIDATION_ERROR", 400, { details });
		const { err } = await replevin(["cases", "get", "rc_1"], [rejected]);
		expect(err.match(/\w: is wrong/g)).toEqual(fields.map((field) => `${field}: is wrong`));
	});

	it.each([
		["no service", {}, "REPLEVIN_API_KEY"],
		["no credential", { REPLEVIN_URL: "https://replevin.example" }, "REPLEVIN_API_KEY"],
		[
			"half a pair",
			{ REPLEVIN_URL: "https://replevin.example", REPLEVIN_API_KEY: "sk_a" },
			"REPLEVIN_API_SECRET",
		],
		["no address", { REPLEVIN_ACCESS_TOKEN: "t" }, "REPLEVIN_URL"],
		["an address without https", { ...COMMAND_ENV, REPLEVIN_URL: "http://replevin.example" }, "https"],
		[
			"an address without its scheme",
			{ ...COMMAND_ENV, REPLEVIN_URL: "localhost:8787" },
			"REPLEVIN_URL must be the service's origin",
		],
	])("exit with 2 where there is %s, and say what to set", async (_, env, words) => {
		const { code, err } = await replevin(["whoami"], [], { env });
		expect(code).toBe(2);
		expect(err).toContain(words);
	});
});

describe("more commands", () => {
	const event = (seq: number, named: { reference?: string } = {}) => ({
		seq,
		event: {
			...{ id: `evt_${seq}`, type: "recovery_case.created", createdAt: "t" },
			data: { caseId: `rc_${seq}`, ...named },
		},
	});
	const named = event(6, { reference: "claim-42" });

	it("events list prints at most the limit, behind a number of the feed", async () => {
		const { out, sent } = await replevin(
			["events", "list", "--since", "4", "--limit", "2"],
			[json({ data: [event(5), named], nextAfter: 6 }), json({ data: [event(7)], nextAfter: 7 })],
		);
		expect(out.split("\n")).toEqual([
			"5  t  recovery_case.created  rc_5",
			"6  t  recovery_case.created  rc_6  claim-42",
		]);
		expect(sent[0]?.url).toContain("after=4&limit=2");
	});

	it("links create says of a rejection which fields were wrong, and names no list that is not shown", async () => {
		const rejection = problem("INPUT_VALIDATION_ERROR", 400, {
			message: "The request has invalid fields; `details` names each of them. Nothing was stored.",
			details: [{ field: "reference", message: "must not be blank" }],
		});
		const { code, err } = await replevin(["links", "create"], [rejection]);
		expect([code, err.split(" (")[0]]).toEqual([
			3,
			"The request has invalid fields. Nothing was stored. reference: must not be blank.",
		]);
	});

	it("links create prints the address alone, so that scripts can take it", async () => {
		const prefill = write("prefill.json", '{"chainId":8453}');
		const args = [
			"links",
			"create",
			"--reference",
			"claim-42",
			"--prefill",
			prefill,
			"--expires-in",
			"3600",
			"--locked",
			"chainId",
		];
		const { out, sent } = await replevin(args, [json({ linkId: "hl_1", url: "https://x/l/1" }, 201)]);
		expect(out).toBe("https://x/l/1");
		const body = {
			reference: "claim-42",
			prefill: { chainId: 8453 },
			locked: ["chainId"],
			expiresInSeconds: 3600,
		};
		expect(await sent[0]?.json()).toEqual(body);
	});

	it("cases evidence gives the bytes that verify accepts", async () => {
		const text = readFileSync(BUNDLE, "utf8");
		const response = new Response(text, { headers: { "Content-Type": "application/json" } });
		const { out } = await replevin(["cases", "evidence", "rc_1"], [response]);
		expect(out).toBe(text);
	});

	const moves = (...entries: [number, string, object?][]) => ({
		data: entries.map(([sequence, status, more]) => ({
			sequence,
			event: { createdAt: String(sequence), data: { status, statusReason: null, ...more } },
		})),
		nextAfter: entries.at(-1)?.[0] ?? 9,
	});
	const watch = ["cases", "watch", "rc_1", "--interval", "1"];

	it("cases watch prints each event, and ends with the case", async () => {
		const pages = [
			moves([1, "created"], [2, "pending", { phase: "order_attached" }]),
			moves(),
			moves([3, "rejected", { statusReason: "expired" }]),
		];
		const { code, out, sent } = await replevin(
			watch,
			pages.map((page) => json(page)),
		);
		expect(code).toBe(0);
		expect(out.split("\n")).toEqual(["1  created", "2  pending (order_attached)", "3  rejected (expired)"]);
		expect(sent.map(({ url }) => new URL(url).search)).toEqual(["?after=0", "?after=2", "?after=2"]);
	});

	it("rejects a pause that a timer cannot hold, which would poll without any", async () => {
		const { code, err, sent } = await replevin(["cases", "watch", "rc_1", "--interval", "2147483648"], []);
		expect({ code, sent }).toEqual({ code: 2, sent: [] });
		expect(err).toContain('--interval must be at most 2147483647, but it is "2147483648"');
	});

	it("cases watch outlives an outage of the service, but not at its start", async () => {
		const gone = () => problem("SERVICE_UNAVAILABLE", 503, {}, { "Retry-After": "3600" });
		const pages = [json(moves([1, "created"])), json(moves()), gone(), json(moves([2, "executed"]))];
		const { code, out, err } = await replevin(watch, pages);
		expect([code, out.split("\n")]).toEqual([0, ["1  created", "2  executed"]]);
		expect(err).toContain("Trying again.");
		expect((await replevin(watch, [gone()])).code).toBe(3);
	});
});

describe("the command line", () => {
	it("has help with an example for each command", async () => {
		const { code, out } = await replevin(["--help"]);
		expect(code).toBe(0);
		for (const { name, operands, summary } of COMMANDS) {
			const words = [name, ...operands.map(({ name }) => name)].join(" ");
			expect(out).toContain(`  ${words.padEnd(26)} ${summary}\n`);
			expect(words.length).toBeLessThanOrEqual(26);
			const help = await replevin([...name.split(" "), "--help"]);
			expect(help.code).toBe(0);
			expect(help.out).toContain(`Examples:\n  `);
		}
	});

	it.each([["help cases"], ["cases --help"], ["cases -h"], ["cases"], ["cases --help --json"]])(
		"shows the commands of a group: %s",
		async (typed) => {
			const { code, out } = await replevin(typed.split(" "));
			const names = [...out.matchAll(/^ {2}(\w+ \w+)/gm)].map(([, name]) => name);
			const group = COMMANDS.map(({ name }) => name).filter((name) => name.startsWith("cases "));
			expect([code, names]).toEqual([0, group]);
		},
	);

	it("shows the help of a command behind help", async () => {
		const { code, out } = await replevin(["help", "cases", "list"]);
		expect([code, out]).toEqual([0, (await replevin(["cases", "list", "--help"])).out]);
	});

	it("prints the version of the package", async () => {
		const { version } = JSON.parse(readFileSync(join(ROOT, "sdk/package.json"), "utf8"));
		expect(await replevin(["--version"])).toMatchObject({ code: 0, out: version });
	});

	it("describes every option that a command takes, with the name of its value", async () => {
		for (const { name, options } of COMMANDS) {
			const { out } = await replevin([...name.split(" "), "--help"]);
			for (const [option, { value, help }] of Object.entries(options)) {
				const words = value === undefined ? `--${option}` : `--${option} ${value}`;
				expect(out).toContain(`  ${words.padEnd(22)} ${help}\n`);
			}
		}
	});

	it("has every command and option that the documents name", () => {
		const text = ["sdk/README.md", "docs/guides/command-line.md"].map((path) =>
			readFileSync(join(ROOT, path), "utf8"),
		);
		const named = [
			...text.join("\n").matchAll(/(?:npx @replevin\/sdk|replevin) ([a-z]+(?: [a-z]+)?)([^#`\n]*)/g),
		];
		const known = named.flatMap(([, words = "", rest = ""]) => {
			const command = COMMANDS.find(({ name }) => `${words} `.startsWith(`${name} `));
			if (command === undefined) return [];
			const options = [...rest.matchAll(/ --([a-z-]+)/g)].map(([, option = ""]) => option);
			expect(Object.keys({ ...command.options, json: {}, help: {} })).toEqual(
				expect.arrayContaining(options),
			);
			return [command.name];
		});
		expect(new Set(known).size).toBeGreaterThan(12);
		expect(known.length).toBe(named.length);
	});

	it.each([
		["an unknown command", ["frobnicate"], "There is no command frobnicate.\n"],
		["a command that is nearly one", ["logn"], "There is no command logn. Did you mean login?"],
		[
			"an unknown command of a group",
			["cases", "lost"],
			"There is no command cases lost.\nThere are: cases list, cases get, cases watch, cases file, cases order, cases contest, cases withdraw, cases evidence.",
		],
		["help for an unknown group", ["help", "case"], "There is no command case. Did you mean cases?"],
		["an unknown option", ["whoami", "--secret", "x"], "whoami has no option --secret.\n"],
		["an unknown short option", ["whoami", "-x"], "whoami has no option -x.\n"],
		[
			"a mistyped option",
			["cases", "list", "--stats", "x"],
			"cases list has no option --stats. Did you mean --status?",
		],
		["half an option", ["keys", "create", "--expires", "9"], "Did you mean --expires-in-days?"],
		["an option without its value", ["cases", "list", "--limit"], "--limit needs a value."],
		["an option in place of a value", ["cases", "list", "--limit", "--json"], "--limit needs a value."],
		["a value of a switch", ["whoami", "--json=yes"], "--json takes no value: yes"],
		["an operand too many", ["cases", "get", "rc_1", "rc_2"], "takes CASE_ID"],
		["an operand too few", ["verify"], "takes FILE|FOLDER"],
		["an id that leads elsewhere", ["cases", "get", ".."], "must be an id"],
		["an empty id, before it asks for a password", ["keys", "rotate", ""], "KEY_ID must be an id"],
		["a limit that is no number", ["cases", "list", "--limit", "many"], "--limit"],
		["a limit of changes", ["cases", "list", "--changed-since", "0", "--limit", "9"], "takes no --limit"],
	])("rejects %s with 2", async (_, args, words) => {
		const { code, out, err } = await replevin(args);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(words);
	});
});
