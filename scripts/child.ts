/** A program that a command starts, and that ends with it. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 3_500;
const KEPT_LINES = 20;

export type Child = {
	readonly pid: number;
	/** Resolves with the line that says so. Rejects with the last lines of a program that does not start. */
	readonly ready: Promise<string>;
	/** Resolves when a program that had started has ended, for whatever reason. */
	readonly died: Promise<unknown>;
	stop(): Promise<void>;
};

export type ChildOptions = {
	name: string;
	/** With its arguments. */
	command: readonly [string, ...string[]];
	cwd?: string;
	env?: Record<string, string>;
	/** The program has started when it prints a line like this. */
	isReady: RegExp;
	/** Called for each line of either output. */
	onLine?: (line: string) => void;
};

/** Runs a script with this Node. */
export const nodeCommand = (...args: string[]) =>
	[process.execPath, "--disable-warning=ExperimentalWarning", ...args] as const;

export function startChild({ name, command, cwd, env, isReady, onLine }: ChildOptions): Child {
	const [file, ...args] = command;
	const child = spawn(file, args, {
		...(cwd !== undefined && { cwd }),
		env: { ...process.env, ...env },
		// The channel tells the program when this process has vanished.
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	const kill = () => child.kill("SIGKILL");
	// A run that is cut short must not leave the program behind.
	process.once("exit", kill);
	const exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
	void exited.then(() => process.off("exit", kill));
	const last: string[] = [];
	const ready = new Promise<string>((resolve, reject) => {
		const fail = (why: string) => reject(new Error(`${name} ${why}:\n\n${last.join("\n")}`));
		const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT_MS).unref();
		child.once("error", ({ message }) => reject(new Error(`${name} could not be started (${message})`)));
		void exited.then(() => fail("has ended"));
		const read = (line: string) => {
			last.push(line);
			if (last.length > KEPT_LINES) last.shift();
			onLine?.(line);
			if (!isReady.test(line)) return;
			clearTimeout(timer);
			resolve(line);
		};
		for (const input of [child.stdout, child.stderr])
			if (input !== null) createInterface({ input }).on("line", read);
	});
	const died = ready.then(
		() => exited,
		() => new Promise(() => {}),
	);
	return {
		pid: child.pid ?? 0,
		ready,
		died,
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
			const timer = setTimeout(kill, STOP_TIMEOUT_MS);
			child.kill("SIGTERM");
			await exited;
			clearTimeout(timer);
		},
	};
}
