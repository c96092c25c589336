// architecture.md "Running it".
// One service per state, however many start at once, and whatever stands in the file.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startOf } from "../../../scripts/start/process-identity.ts";
import { lockedUrl, lockState } from "../../../scripts/start/state-lock.ts";

const TAKE = join(import.meta.dirname, "../../support/faults/take-state.ts");
const URL = "http://127.0.0.1:1";
let root: string;
let states = 0;
const children: ChildProcess[] = [];

beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), "replevin-lock-"));
});
afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** @param content text, or members beside the folder's own id */
function newState(content?: string | object) {
	const stateDir = join(root, String(++states));
	const file = join(stateDir, "running.json");
	mkdirSync(stateDir);
	const { dev, ino } = statSync(stateDir, { bigint: true });
	const folder = `${dev}:${ino}`;
	if (content !== undefined)
		writeFileSync(file, typeof content === "string" ? content : JSON.stringify({ folder, ...content }));
	return { stateDir, file };
}

/** A process that only waits, under any name. */
async function bystander(name: string): Promise<{ pid: number; started: string; lives: () => boolean }> {
	const child = spawn("sleep", ["60"], { argv0: name, stdio: "ignore" });
	children.push(child);
	await once(child, "spawn");
	const pid = child.pid ?? 0;
	return { pid, started: startOf(pid) ?? "", lives: () => startOf(pid) !== undefined };
}

async function take(stateDir: string): Promise<string> {
	const child = spawn(process.execPath, [TAKE, stateDir], { stdio: ["pipe", "pipe", "inherit"] });
	children.push(child);
	const [line] = await once(child.stdout, "data");
	return String(line).trim();
}

const DEAD = { pid: 2 ** 22 + 1, started: "long ago", url: URL, token: "t" };

describe("of ten starts at once one has the state", () => {
	it.each([
		["that is new", undefined],
		["whose owner died", DEAD],
		["whose file is damaged", "{"],
	])("%s", async (_, content) => {
		const { stateDir, file } = newState(content);
		const answers = await Promise.all(Array.from({ length: 10 }, () => take(stateDir)));
		expect(answers.filter((answer) => answer === "taken")).toHaveLength(1);
		for (const answer of answers) expect(answer).toMatch(/^taken$|already runs on the state.*--state DIR$/);
		expect(JSON.parse(readFileSync(file, "utf8")).pid).toBeGreaterThan(1);
		expect(readdirSync(stateDir)).toEqual(["running.json"]);
	});
});

it("a state is free again when it was released, and when its owner was killed", async () => {
	const { stateDir, file } = newState();
	(await lockState(stateDir, URL)).release();
	expect(existsSync(file)).toBe(false);
	expect(await take(stateDir)).toBe("taken");
	expect(await take(stateDir)).toContain("already runs");
	const [owner] = children;
	owner?.kill("SIGKILL");
	await once(owner as ChildProcess, "exit");
	(await lockState(stateDir, URL)).release();
});

it("a process that only has the number of the dead owner does not hold the state", async () => {
	const { pid } = await bystander("start.ts");
	const { stateDir, file } = newState({ ...DEAD, pid });
	const lock = await lockState(stateDir, URL);
	expect(JSON.parse(readFileSync(file, "utf8")).pid).toBe(process.pid);
	lock.release();
});

it("what another has taken meanwhile is neither changed nor released", async () => {
	const { stateDir, file } = newState();
	const lock = await lockState(stateDir, URL);
	const other = JSON.stringify({ ...DEAD, token: "of another" });
	writeFileSync(file, other);
	lock.setRuntime(process.pid);
	lock.release();
	expect(readFileSync(file, "utf8")).toBe(other);
});

describe("a lock that was copied with its state", () => {
	const copies: [string, (from: string, to: string) => void][] = [
		["a copy", (from, to) => cpSync(from, to, { recursive: true, preserveTimestamps: true })],
		[
			"a restored archive",
			(from, to) => {
				execFileSync("tar", ["-cf", `${to}.tar`, "-C", from, "."]);
				mkdirSync(to);
				execFileSync("tar", ["-xpf", `${to}.tar`, "-C", to]);
				rmSync(`${to}.tar`);
			},
		],
	];

	it.each(copies)("does not lock %s, and the original stays locked", async (_, copy) => {
		const { stateDir, file } = newState();
		expect(await take(stateDir)).toBe("taken");
		const original = readFileSync(file, "utf8");
		const copied = join(root, String(++states));
		copy(stateDir, copied);
		expect(readFileSync(join(copied, "running.json"), "utf8")).toBe(original);
		expect(lockedUrl(stateDir)).toMatch(/^http/);
		expect(lockedUrl(copied)).toBeUndefined();
		expect(await take(copied)).toBe("taken");
		expect(await take(copied)).toContain("already runs");
		expect(await take(stateDir)).toContain("already runs");
		expect(readFileSync(file, "utf8")).toBe(original);
	});

	it("does not end the runtime of the original", async () => {
		const runtime = await bystander("workerd");
		const { stateDir } = newState({
			...DEAD,
			folder: "1:1",
			runtimePid: runtime.pid,
			runtimeStarted: runtime.started,
		});
		(await lockState(stateDir, URL)).release();
		expect(runtime.lives()).toBe(true);
	});
});

describe("a state stays locked", () => {
	it("under another name of its folder", async () => {
		const { stateDir } = newState();
		expect(await take(stateDir)).toBe("taken");
		const link = `${stateDir}-link`;
		symlinkSync(stateDir, link, "dir");
		expect(await take(link)).toContain("already runs");
		renameSync(stateDir, `${stateDir}-moved`);
		expect(await take(`${stateDir}-moved`)).toContain("already runs");
	});
});

describe("a runtime that outlived its owner", () => {
	it("is ended when it is the one that the state's owner started", async () => {
		const runtime = await bystander("workerd");
		const { stateDir } = newState({ ...DEAD, runtimePid: runtime.pid, runtimeStarted: runtime.started });
		const lock = await lockState(stateDir, URL);
		expect(runtime.lives()).toBe(false);
		lock.release();
	});

	it("is left alone when only its number is the same", async () => {
		const runtime = await bystander("workerd");
		const { stateDir } = newState({ ...DEAD, runtimePid: runtime.pid, runtimeStarted: "another" });
		(await lockState(stateDir, URL)).release();
		expect(runtime.lives()).toBe(true);
	});

	it("is left alone when it is no workerd", async () => {
		const process = await bystander("editor");
		const { stateDir } = newState({ ...DEAD, runtimePid: process.pid, runtimeStarted: process.started });
		(await lockState(stateDir, URL)).release();
		expect(process.lives()).toBe(true);
	});

	it("is noted with the moment of its start", async () => {
		const runtime = await bystander("workerd");
		const { stateDir, file } = newState();
		const lock = await lockState(stateDir, URL);
		lock.setRuntime(runtime.pid);
		expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
			runtimePid: runtime.pid,
			runtimeStarted: runtime.started,
		});
		lock.release();
	});
});

describe("a file that this service did not write ends nothing", () => {
	const sample = { ...DEAD, runtimeStarted: "x" };
	it.each([
		["no JSON", "{"],
		["nothing", ""],
		["a list", "[]"],
		["no owner", { runtimePid: 1, runtimeStarted: "x" }],
		["every process as runtime", { ...sample, runtimePid: -1 }],
		["this group of processes as runtime", { ...sample, runtimePid: 0 }],
		["the first process as runtime", { ...sample, runtimePid: 1 }],
		["every process as owner", { ...DEAD, pid: -1 }],
		["a number as text", { ...sample, runtimePid: "7" }],
		["a field that is not known", { ...DEAD, shell: "true" }],
	])("%s", async (_, content) => {
		const { stateDir, file } = newState(content);
		const lock = await lockState(stateDir, URL);
		expect(JSON.parse(readFileSync(file, "utf8")).pid).toBe(process.pid);
		lock.release();
	});
});
