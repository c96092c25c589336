/**
 * One service per state: two runtimes on the same files would corrupt them. `<state>/running.json` names the
 * process that owns the state and the runtime it started; a runtime that outlived its owner is ended.
 *
 * The file is created exclusively, so of two starts at once one has it. It is outside data like any other:
 * nothing is ended because of it but a workerd which this very file was written for.
 */
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { commandOf, startOf } from "./process-identity.ts";

const ownerSchema = z.strictObject({
	/** Above 1: kill(2) takes 0 and negative numbers for whole groups of processes. */
	pid: z.int().min(2),
	started: z.string().min(1),
	url: z.string(),
	/** Tells this taking of the state from any other. */
	token: z.string(),
	runtimePid: z.int().min(2).optional(),
	runtimeStarted: z.string().min(1).optional(),
});

type Owner = z.infer<typeof ownerSchema>;

const END_LIMIT_MS = 3_000;
/** Longer than the moment between two starts that found the same dead owner. */
const SETTLE_MS = 100;
/** Between the creation of the file and its content there is a moment in which it is empty. */
const WRITTEN_WITHIN_MS = 500;
const POLL_MS = 20;

export interface StateLock {
	setRuntime(pid: number): void;
	release(): void;
}

/** Takes the state for this process; throws where a live service has it. */
export async function lockState(stateDir: string, url: string): Promise<StateLock> {
	mkdirSync(stateDir, { recursive: true });
	const file = join(stateDir, "running.json");
	const started = startOf(process.pid) ?? "unknown";
	const mine: Owner = { pid: process.pid, started, url, token: randomUUID() };
	while (!createExclusively(file, mine)) await clearDead(file, stateDir);
	// Another start may have found the same dead owner and cleared our file in its place.
	await pause(SETTLE_MS);
	if (!isMine(file, mine)) throw alreadyRuns(stateDir, parseOwner(readIfThere(file)));
	return {
		setRuntime(pid) {
			const runtimeStarted = startOf(pid);
			if (runtimeStarted === undefined || !isMine(file, mine)) return;
			Object.assign(mine, { runtimePid: pid, runtimeStarted });
			replace(file, mine);
		},
		release() {
			if (isMine(file, mine)) rmSync(file, { force: true });
		},
	};
}

function createExclusively(file: string, owner: Owner): boolean {
	try {
		writeFileSync(file, JSON.stringify(owner), { flag: "wx" });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
		throw error;
	}
}

/** Takes away the file of an owner that is dead, and its runtime with it; throws where the owner lives. */
async function clearDead(file: string, stateDir: string): Promise<void> {
	const text = await readWritten(file);
	const owner = parseOwner(text);
	if (owner && startOf(owner.pid) === owner.started) throw alreadyRuns(stateDir, owner);
	if (owner) await endRuntimeOf(owner);
	// Moved first and looked at then: what was moved may be the file of another start, which was quicker.
	const moved = `${file}.${randomUUID()}`;
	try {
		renameSync(file, moved);
	} catch {
		return;
	}
	try {
		if (readFileSync(moved, "utf8") !== text) linkSync(moved, file);
	} catch {
		// A third start was there first: the one whose file this was finds out when it looks again.
	} finally {
		rmSync(moved, { force: true });
	}
}

function alreadyRuns(stateDir: string, owner: Owner | undefined): Error {
	const who = owner ? `process ${owner.pid}, ${owner.url}` : "which started at the same moment";
	return new Error(
		`A service (${who}) already runs on the state in ${stateDir}. ` +
			"Stop it, or start this one on another: npm start -- --state DIR",
	);
}

async function endRuntimeOf({ runtimePid, runtimeStarted }: Owner): Promise<void> {
	if (runtimePid === undefined || runtimeStarted === undefined) return;
	const lives = () => startOf(runtimePid) === runtimeStarted;
	if (!lives() || !/workerd/.test(commandOf(runtimePid))) return;
	process.kill(runtimePid, "SIGKILL");
	const deadline = Date.now() + END_LIMIT_MS;
	while (lives() && Date.now() < deadline) await pause(POLL_MS);
}

function isMine(file: string, { token }: Owner): boolean {
	return parseOwner(readIfThere(file))?.token === token;
}

/** In one step, so that no reader finds half of it. */
function replace(file: string, owner: Owner): void {
	const written = `${file}.${owner.token}`;
	writeFileSync(written, JSON.stringify(owner));
	renameSync(written, file);
}

async function readWritten(file: string): Promise<string | undefined> {
	const deadline = Date.now() + WRITTEN_WITHIN_MS;
	for (;;) {
		const text = readIfThere(file);
		if (text !== "" || Date.now() > deadline) return text;
		await pause(POLL_MS);
	}
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}

function parseOwner(text: string | undefined): Owner | undefined {
	try {
		return ownerSchema.safeParse(JSON.parse(text ?? "")).data;
	} catch {
		return undefined;
	}
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
