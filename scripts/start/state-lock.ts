/**
 * One service per state: two runtimes on the same files would corrupt them. `<state>/running.json` names the
 * process that owns the state and the runtime it started; a runtime that outlived its owner is ended.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

interface Owner {
	pid: number;
	url: string;
	runtimePid?: number;
}

const END_LIMIT_MS = 3_000;

/** The command line (on Windows the program's name) of a running process. */
function commandOf(pid: number): string | undefined {
	try {
		process.kill(pid, 0);
		if (process.platform === "linux")
			return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
		const [file, args]: [string, string[]] =
			process.platform === "win32"
				? ["tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"]]
				: ["ps", ["-o", "command=", "-p", String(pid)]];
		return execFileSync(file, args, { encoding: "utf8" });
	} catch {
		return undefined;
	}
}

const runs = (pid: number | undefined, what: RegExp): pid is number =>
	pid !== undefined && what.test(commandOf(pid) ?? "");

async function endRuntime(pid: number): Promise<void> {
	process.kill(pid, "SIGKILL");
	const deadline = Date.now() + END_LIMIT_MS;
	while (runs(pid, /workerd/) && Date.now() < deadline)
		await new Promise((resolve) => setTimeout(resolve, 20));
}

function readOwner(file: string): Owner | undefined {
	try {
		return JSON.parse(readFileSync(file, "utf8")) as Owner;
	} catch {
		return undefined;
	}
}

export interface StateLock {
	setRuntime(pid: number): void;
	release(): void;
}

/** Takes the state for this process; throws where a live service has it. */
export async function lockState(stateDir: string, url: string): Promise<StateLock> {
	mkdirSync(stateDir, { recursive: true });
	const file = join(stateDir, "running.json");
	const owner = readOwner(file);
	if (owner !== undefined && owner.pid !== process.pid && runs(owner.pid, /start\.ts|node\.exe/)) {
		throw new Error(
			`A service (process ${owner.pid}, ${owner.url}) already runs on the state in ${stateDir}. ` +
				"Stop it, or start this one on another: npm start -- --state DIR",
		);
	}
	if (runs(owner?.runtimePid, /workerd/)) await endRuntime(owner.runtimePid);
	const mine: Owner = { pid: process.pid, url };
	const write = () => writeFileSync(file, JSON.stringify(mine));
	write();
	return {
		setRuntime(pid) {
			mine.runtimePid = pid;
			write();
		},
		release: () => rmSync(file, { force: true }),
	};
}
