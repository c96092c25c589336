/**
 * Locks a state for one service, because two runtimes would corrupt its files. `<state>/running.json` names the
 * folder, the owning process and its runtime; a runtime that outlived its owner is ended. The file is created
 * exclusively, so one of two concurrent starts fails. A file that was copied with the state names another folder and
 * locks nothing. It is untrusted input: it can end nothing but a workerd that it was written for.
 */
import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { readIfThere, writeWhole } from "../files.ts";
import { commandOf, startOf } from "./process-identity.ts";

const ownerSchema = z.strictObject({
	/** Above 1, because kill(2) takes 0 and negative numbers for process groups. */
	pid: z.int().min(2),
	started: z.string().min(1),
	url: z.string(),
	/** Device and inode of the locked folder. */
	folder: z.string(),
	/** Distinguishes this lock from any other. */
	token: z.string(),
	runtimePid: z.int().min(2).optional(),
	runtimeStarted: z.string().min(1).optional(),
});

type Owner = z.infer<typeof ownerSchema>;

const END_LIMIT_MS = 3_000;
/** Longer than the gap between two starts that find the same dead owner. */
const SETTLE_MS = 100;
/** The file is empty for a moment after its creation. */
const WRITTEN_WITHIN_MS = 500;
const POLL_MS = 20;

export interface StateLock {
	setRuntime(pid: number): void;
	release(): void;
}

/** The process that serves the state, and the command that takes another state. */
type LockOwner = { pid: number; otherState: string };
const THIS_PROCESS: LockOwner = { pid: process.pid, otherState: "npm start -- --state DIR" };

/** Takes the lock for `pid`, which may hold it already. Throws if another live service holds it. */
export async function lockState(
	stateDir: string,
	url: string,
	{ pid, otherState } = THIS_PROCESS,
): Promise<StateLock> {
	mkdirSync(stateDir, { recursive: true });
	const file = join(stateDir, "running.json");
	const started = startOf(pid) ?? "unknown";
	const mine: Owner = { pid, started, url, folder: folderId(stateDir), token: randomUUID() };
	const held = parseOwner(readIfThere(file));
	const isHeld = held?.pid === pid && held.started === started && locks(held, stateDir);
	if (isHeld && pid !== process.pid) mine.token = held.token;
	else while (!createExclusively(file, mine)) await clearDead(file, stateDir, otherState);
	// Another start may have found the same dead owner and removed our file instead.
	await pause(SETTLE_MS);
	if (!isMine(file, mine)) throw alreadyRuns(stateDir, parseOwner(readIfThere(file)), otherState);
	return {
		setRuntime(pid) {
			const runtimeStarted = startOf(pid);
			if (runtimeStarted === undefined || !isMine(file, mine)) return;
			Object.assign(mine, { runtimePid: pid, runtimeStarted });
			writeWhole(file, JSON.stringify(mine));
		},
		release() {
			if (isMine(file, mine)) rmSync(file, { force: true });
		},
	};
}

/** The address of the service that locked this folder; undefined without one. */
export function lockedUrl(stateDir: string): string | undefined {
	const owner = parseOwner(readIfThere(join(stateDir, "running.json")));
	return owner && locks(owner, stateDir) ? owner.url : undefined;
}

/** A moved folder keeps its id, a copy or a restored archive gets another. */
function folderId(stateDir: string): string {
	const { dev, ino } = statSync(stateDir, { bigint: true });
	return `${dev}:${ino}`;
}

function locks({ folder }: Owner, stateDir: string): boolean {
	return folder === folderId(stateDir);
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

/** Removes a copied file, or that of a dead owner, whose runtime it ends. Throws if the owner lives. */
async function clearDead(file: string, stateDir: string, otherState: string): Promise<void> {
	const text = await readWritten(file);
	const owner = parseOwner(text);
	if (owner && locks(owner, stateDir)) {
		if (startOf(owner.pid) === owner.started) throw alreadyRuns(stateDir, owner, otherState);
		await endRuntimeOf(owner);
	}
	// Moves the file before reading it, because it may already belong to a concurrent start.
	const moved = `${file}.${randomUUID()}`;
	try {
		renameSync(file, moved);
	} catch {
		return;
	}
	try {
		if (readFileSync(moved, "utf8") !== text) linkSync(moved, file);
	} catch {
		// A third start was faster; the owner of this file notices at its next check.
	} finally {
		rmSync(moved, { force: true });
	}
}

function alreadyRuns(stateDir: string, owner: Owner | undefined, otherState: string): Error {
	const who = owner ? `process ${owner.pid}, ${owner.url}` : "which started at the same time";
	return new Error(
		`A service (${who}) already runs on the state in ${stateDir}. ` +
			`Stop it, or start this one on another: ${otherState}`,
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

async function readWritten(file: string): Promise<string | undefined> {
	const deadline = Date.now() + WRITTEN_WITHIN_MS;
	for (;;) {
		const text = readIfThere(file);
		if (text !== "" || Date.now() > deadline) return text;
		await pause(POLL_MS);
	}
}

function parseOwner(text: string | undefined): Owner | undefined {
	try {
		return ownerSchema.safeParse(JSON.parse(text ?? "")).data;
	} catch {
		return undefined;
	}
}
