/** sdk.md "Command line": `webhooks listen` prints events, and keeps its place in the feed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeCursor } from "../../../sdk/cli/webhooks/cursor.ts";
import { COMMAND_ENV, commandFolder } from "../../support/sdk/run-command.ts";
import { json } from "../../support/sdk/scripted-fetch.ts";

const { folder, write, replevin, remove } = commandFolder();
afterAll(remove);

const event = (seq: number, named: { reference?: string } = {}) => ({
	seq,
	event: {
		...{ id: `evt_${seq}`, type: "recovery_case.created", createdAt: "t" },
		data: { caseId: `rc_${seq}`, ...named },
	},
});
const named = event(6, { reference: "claim-42" });

it("prints the same line without the number, and no spaces behind it", async () => {
	const cursor = write("listen.json", JSON.stringify({ service: COMMAND_ENV.REPLEVIN_URL, after: 4 }));
	const ended = new AbortController();
	const responses = [json({ brand: "Replevin" }), json({ data: [event(5), named], nextAfter: 6 })];
	const fetch = async () => {
		const next = responses.shift();
		if (next !== undefined) return next;
		ended.abort();
		throw ended.signal.reason;
	};
	const args = ["webhooks", "listen", "--cursor", cursor, "--interval", "1"];
	const { code, out } = await replevin(args, [], { fetch, signal: ended.signal });
	expect(code).toBe(130);
	expect(out.split("\n")).toEqual([
		"t  recovery_case.created  rc_5",
		"t  recovery_case.created  rc_6  claim-42",
	]);
});

it("leaves a cursor to the process that listens with it, and takes it over from one that was killed", async () => {
	const cursor = write("claimed.json", JSON.stringify({ service: COMMAND_ENV.REPLEVIN_URL, after: 4 }));
	const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
	const claim = write("claimed.json.pid", `${other.pid}\n`);
	const ended = new AbortController();
	const fetch = async () => json({ brand: "Replevin" });
	const listen = () =>
		replevin(["webhooks", "listen", "--cursor", cursor, "--interval", "1"], [], {
			fetch,
			signal: ended.signal,
			onNote: (line) => line.startsWith("Listening.") && ended.abort(),
		});
	const refused = await listen();
	expect([refused.code, refused.err]).toEqual([
		2,
		expect.stringContaining(`Another listener, process ${other.pid}, uses`),
	]);
	other.kill("SIGKILL");
	await once(other, "exit");
	expect((await listen()).code).toBe(130);
	expect(existsSync(claim)).toBe(false);
});

it("says once that an event that was not taken is not posted again", async () => {
	const cursor = write("refusing.json", JSON.stringify({ service: COMMAND_ENV.REPLEVIN_URL, after: 4 }));
	const ended = new AbortController();
	const feed = [json({ brand: "Replevin" }), json({ data: [event(5), named], nextAfter: 6 })];
	const fetch = async (url: string) => {
		if (url.startsWith("http://127.0.0.1:9")) throw new TypeError("fetch failed");
		const next = feed.shift();
		if (next !== undefined) return next;
		ended.abort();
		throw ended.signal.reason;
	};
	const forward = ["--forward", "http://127.0.0.1:9/hooks"];
	const args = ["webhooks", "listen", "--cursor", cursor, "--interval", "1", ...forward];
	const { err } = await replevin(args, [], { fetch: fetch as never, signal: ended.signal });
	expect(err.match(/not posted again/g)).toHaveLength(1);
});

it.each([
	["is another file", '{"name":"replevin"}', "is no cursor"],
	["is no JSON", "3", "is no cursor"],
	["is of another service", '{"service":"https://other.example","after":3}', "feed of https://other.example"],
])("leaves a cursor alone that %s", async (_, text, words) => {
	const cursor = write("cursor.json", text);
	const { code, err } = await replevin(
		["webhooks", "listen", "--cursor", cursor],
		[json({ brand: "Replevin" })],
	);
	expect(code).toBe(2);
	expect(err).toContain(words);
	expect(readFileSync(cursor, "utf8")).toBe(text);
});

it("writes its cursor through no link that lies in its folder", async () => {
	const victim = write("victim.txt", "mine");
	const cursor = join(folder, "linked.json");
	symlinkSync(victim, `${cursor}.${process.pid}`);
	await writeCursor(cursor, { service: "https://replevin.example", after: 1 });
	expect(readFileSync(victim, "utf8")).toBe("mine");
	expect(JSON.parse(readFileSync(cursor, "utf8"))).toMatchObject({ after: 1 });
});
