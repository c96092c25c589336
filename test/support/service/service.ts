// The built service as a user starts it, for tests that kill and restart it: `npm start` in a process group
// of its own, on a state directory and any free port.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testSecrets } from "./secrets.ts";

export type ServiceOptions = {
	/** Any free port unless given. */
	readonly port?: number;
	/** Everything that persists is below it; the same directory again is the same service again. */
	readonly stateDir: string;
	/** Settings beside this process's environment; `undefined` takes one away. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	/** The repository, or a copy of it to start from. */
	readonly root?: string;
	/** Another program that takes the options of `npm start` and says where it listens. */
	readonly program?: readonly [string, ...string[]];
};

export type Service = {
	readonly url: string;
	/** Of the `npm start` process itself. */
	readonly pid: number;
	/** All that it printed so far. */
	output(): string;
	/** Sends a signal to `npm start` alone, as a supervisor would. */
	kill(signal: NodeJS.Signals): void;
	/** SIGINT to the whole foreground group, as a terminal sends it. */
	pressCtrlC(): void;
	/** SIGKILL to every process of it at once, as a power cut would. Resolves when they are gone. */
	killTree(): Promise<void>;
	/** SIGTERM to `npm start`. Resolves when every process of it is gone. */
	stop(): Promise<void>;
	/** Of the runtime that serves now; another after it died and was started again. */
	workerdPid(): number;
	/** Every process of it that lives now. */
	processes(): number[];
	/** Resolves when `npm start` has ended, with its exit code. */
	readonly exited: Promise<number | null>;
};

const ROOT = join(import.meta.dirname, "../../..");
const START_TIMEOUT_MS = 90_000;
const END_TIMEOUT_MS = 15_000;
const LISTENING = /^Listening on (http:\/\/\S+)$/m;

/** Starts it and resolves when it listens. Rejects with what it printed where it ends before. */
export async function startService(options: ServiceOptions): Promise<Service> {
	const { port = 0, stateDir, root = ROOT, program = ["npm", "start", "--"] } = options;
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
	// A process whose parent died belongs to another one: what was seen once is looked for by its number.
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
				() => "processes outlived SIGKILL",
			);
		},
		async stop() {
			if (processes().includes(pid)) process.kill(pid, "SIGTERM");
			await until(
				() => processes().length === 0,
				END_TIMEOUT_MS,
				() => `it did not stop: ${output}`,
			);
		},
	};
	try {
		await until(
			() => LISTENING.test(output) || child.exitCode !== null,
			START_TIMEOUT_MS,
			() => `it did not start: ${output}`,
		);
		const url = LISTENING.exec(output)?.[1];
		if (url === undefined) throw new Error(`it ended with code ${child.exitCode}: ${output}`);
		return { ...service, url };
	} catch (error) {
		await service.killTree();
		throw error;
	}
}

/** Resolves as soon as `holds`; rejects after `limitMs`. */
export async function until(
	holds: () => boolean | Promise<boolean>,
	limitMs: number,
	otherwise: () => string = () => "it did not come true in time",
): Promise<void> {
	const deadline = Date.now() + limitMs;
	while (!(await holds())) {
		if (Date.now() > deadline) throw new Error(otherwise());
		await new Promise((resolve) => setTimeout(resolve, 25));
	}
}

/** Without what vitest and its configuration put there: a user's shell has no `BASE_URL` and no secrets. */
export function environment(env: ServiceOptions["env"] = {}): NodeJS.ProcessEnv {
	const ofVitest = /^(VITEST.*|npm_.*|NODE_ENV|NODE_OPTIONS|BASE_URL|MODE|DEV|PROD|SSR|TEST)$/;
	const own = Object.entries(process.env).filter(([name]) => !ofVitest.test(name) && !(name in testSecrets));
	return { ...Object.fromEntries(own), ...env } as NodeJS.ProcessEnv;
}

/** As `npm start` notes it beside the state. */
function runtimePid(stateDir: string): number {
	return JSON.parse(readFileSync(join(stateDir, "running.json"), "utf8")).runtimePid;
}

/** Every living process with its parent; not those that only wait for someone to read their exit code. */
function livingProcesses(): Map<number, number> {
	const living = allProcesses().filter(({ state }) => !state.startsWith("Z"));
	return new Map(living.map(({ pid, parent }) => [pid, parent]));
}

type Process = { pid: number; parent: number; state: string };

/** From proc(5) where there is one: it is asked many times a second, and `ps` is a program to start. */
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
		// It went with another one.
	}
}
