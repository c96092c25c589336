// Starts the built service for tests that kill and restart it: what `npm start` runs, in its own process group, with a
// state directory, on any free port.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../../scripts/until.ts";
import { testSecrets } from "./secrets.ts";

export type ServiceOptions = {
	/** Default: any free port. */
	readonly port?: number;
	/** Holds everything that persists. A service that is started on it again continues where the last one ended. */
	readonly stateDir: string;
	/** Added to this process's environment. `undefined` removes a variable. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** The repository, or a copy of it to start from. */
	readonly root?: string;
	/** A program to run instead of `npm start`, with the same options and output. */
	readonly program?: readonly [string, ...string[]];
	/** Matches the output once the program is ready. Its group is the URL. */
	readonly isReady?: RegExp;
};

export type Service = {
	readonly url: string;
	/** The id of the process that was started. */
	readonly pid: number;
	/** Everything printed so far. */
	output(): string;
	/** Signals only that process, as a supervisor would. */
	kill(signal: NodeJS.Signals): void;
	/** Sends SIGINT to the process group, as a terminal would. */
	pressCtrlC(): void;
	/** Sends SIGKILL to all processes, like a power cut. Resolves when they are gone. */
	killTree(): Promise<void>;
	/** Sends SIGTERM to that process. Resolves when all processes are gone. */
	stop(): Promise<void>;
	/** The id of the current runtime process, which changes when the runtime is restarted. */
	workerdPid(): number;
	/** Ids of all living processes of the service. */
	processes(): number[];
	/** Resolves when that process has ended, with its exit code. */
	readonly exited: Promise<number | null>;
};

/** Starts the service in one way or another. */
export type Start = (options: ServiceOptions) => Promise<Pick<Service, "url" | "killTree" | "stop">>;

const ROOT = join(import.meta.dirname, "../../..");
/** What `npm start` runs. npm itself takes a quarter of a start, so only `start.test.ts` runs it. */
const START = [process.execPath, "scripts/bootstrap.mjs", "start"] as const;
const START_TIMEOUT_MS = 90_000;
const END_TIMEOUT_MS = 15_000;
const LISTENING = /^Listening on (http:\/\/\S+)$/m;

/** Names the environment variable with the path of an empty state that has every migration. */
export const MIGRATED_STATE = "REPLEVIN_MIGRATED_STATE";

/** Migrations take half of a first start, so `start.test.ts` alone has a service apply them. */
export function copyMigratedState(stateDir: string): void {
	const migrated = process.env[MIGRATED_STATE];
	if (migrated === undefined || existsSync(join(stateDir, "v3"))) return;
	cpSync(migrated, stateDir, { recursive: true });
}

/** Resolves when the service listens. Rejects with its output if it ends before that. */
export async function startService(options: ServiceOptions): Promise<Service> {
	const { port = 0, stateDir, root = ROOT, program = START } = options;
	const { isReady = LISTENING } = options;
	if (root === ROOT && program === START) copyMigratedState(stateDir);
	const [command, ...args] = [...program, "--port", String(port), "--state", stateDir];
	const child = spawn(command, args, {
		cwd: root,
		env: environment(options.env),
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			output += chunk;
		});
	}
	const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
	const pid = child.pid ?? -1;
	const workerdPid = () => runtimePid(stateDir);
	const known = new Set<number>();
	// Remembers every id, because a process whose parent died gets another parent.
	const processes = () => {
		const living = livingProcesses();
		for (const found of treeOf(pid, living)) known.add(found);
		return [...known].filter((found) => living.has(found));
	};
	const service = {
		pid,
		exited,
		output: () => output,
		processes,
		workerdPid,
		kill(signal: NodeJS.Signals) {
			processes();
			process.kill(pid, signal);
		},
		pressCtrlC() {
			processes();
			process.kill(-pid, "SIGINT");
		},
		async killTree() {
			for (const found of processes()) sendKill(found);
			await until(
				() => processes().length === 0,
				END_TIMEOUT_MS,
				() => "Processes outlived SIGKILL.",
			);
		},
		async stop() {
			if (processes().includes(pid)) process.kill(pid, "SIGTERM");
			await until(
				() => processes().length === 0,
				END_TIMEOUT_MS,
				() => `The service did not stop: ${output}`,
			);
		},
	};
	try {
		await until(
			() => isReady.test(output) || child.exitCode !== null,
			START_TIMEOUT_MS,
			() => `The service did not start: ${output}`,
		);
		const url = isReady.exec(output)?.[1];
		if (url === undefined)
			throw new Error(`${program.join(" ")} ended with code ${child.exitCode}: ${output}`);
		return { ...service, url };
	} catch (error) {
		await service.killTree();
		throw error;
	}
}

/** The environment of a user's shell: without the variables of vitest and the tests' secrets. */
export function environment(env: ServiceOptions["env"] = {}): NodeJS.ProcessEnv {
	const ofVitest = /^(VITEST.*|npm_.*|NODE_ENV|NODE_OPTIONS|BASE_URL|MODE|DEV|PROD|SSR|TEST)$/;
	const own = Object.entries(process.env).filter(([name]) => !ofVitest.test(name) && !(name in testSecrets));
	return { ...Object.fromEntries(own), ...env } as NodeJS.ProcessEnv;
}

/** `npm start` writes it into the state directory. */
function runtimePid(stateDir: string): number {
	return JSON.parse(readFileSync(join(stateDir, "running.json"), "utf8")).runtimePid;
}

/** Every living process with its parent. Leaves out zombies. */
function livingProcesses(): Map<number, number> {
	const living = allProcesses().filter(({ state }) => !state.startsWith("Z"));
	return new Map(living.map(({ pid, parent }) => [pid, parent]));
}

type Process = { pid: number; parent: number; state: string };

/** Reads proc(5) on Linux, because it is read many times a second and starting `ps` is slow. */
function allProcesses(): Process[] {
	if (process.platform !== "linux") {
		const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" })
			.trim()
			.split("\n");
		return lines.map((line) => {
			const [pid, parent, state = ""] = line.trim().split(/\s+/);
			return { pid: Number(pid), parent: Number(parent), state };
		});
	}
	return readdirSync("/proc")
		.filter((name) => /^\d+$/.test(name))
		.flatMap((pid) => {
			try {
				const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
				const [state = "", parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
				return [{ pid: Number(pid), parent: Number(parent), state }];
			} catch {
				return [];
			}
		});
}

function treeOf(root: number, parents: ReadonlyMap<number, number>): number[] {
	const tree = parents.has(root) ? [root] : [];
	for (const member of tree) {
		for (const [pid, parent] of parents) if (parent === member) tree.push(pid);
	}
	return tree;
}

function sendKill(pid: number): void {
	try {
		process.kill(pid, "SIGKILL");
	} catch {
		// It has already ended.
	}
}
