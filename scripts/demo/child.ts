/** A program that the demo starts, and that ends with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 3_500;
const KEPT_LINES = 20;

export type Child = {
	/** Rejects with the last lines of a program that does not start. */
	readonly ready: Promise<void>;
	/** Resolves when a program that had started has ended, for whatever reason. */
	readonly died: Promise<unknown>;
	stop(): Promise<void>;
};

export type ChildOptions = {
	name: string;
	args: string[];
	env: Record<string, string>;
	/** Everything that the program prints goes there. */
	logFile: string;
	/** The program has started when it prints a line like this. */
	isReady: RegExp;
	onLine?: (line: string) => void;
};

/** Runs a script of this repository with this Node. */
export function startChild({ name, args, env, logFile, isReady, onLine }: ChildOptions): Child {
	const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
		env: { ...process.env, ...env },
		// The channel tells the service when this process has vanished.
		stdio: ["ignore", "pipe", "pipe", "ipc"],
	});
	const exited = new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
	const log = createWriteStream(logFile, { mode: 0o600 });
	const last: string[] = [];
	const ready = new Promise<void>((resolve, reject) => {
		const fail = (why: string) => reject(new Error(`${name} ${why}:\n\n${last.join("\n")}`));
		const timer = setTimeout(() => fail("did not start in time"), START_TIMEOUT_MS).unref();
		void exited.then(() => fail("has ended"));
		const read = (line: string) => {
			log.write(`${line}\n`);
			last.push(line);
			if (last.length > KEPT_LINES) last.shift();
			onLine?.(line);
			if (!isReady.test(line)) return;
			clearTimeout(timer);
			resolve();
		};
		for (const input of [child.stdout, child.stderr])
			if (input !== null) createInterface({ input }).on("line", read);
	});
	const died = ready.then(
		() => exited,
		() => new Promise(() => {}),
	);
	return { ready, died, stop: () => stop(child, exited) };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
	child.kill("SIGTERM");
	await exited;
	clearTimeout(timer);
}
