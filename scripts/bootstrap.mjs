/**
 * Runs `scripts/<command>.ts`, or a command line after `sh`, on a machine with only Node (18 or later) and npm. It
 * installs the locked packages if they are missing, picks a Node that runs TypeScript (this one or the packaged one),
 * and passes on arguments, signals and the exit code.
 *
 * Nothing that it starts outlives it: the command has its own process group, which is killed at its end. The command
 * stops when this process vanishes, and this process stops it when npm vanishes.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode, NODE_WANTED } from "./bootstrap/find-node.mjs";
import { installIfNeeded } from "./bootstrap/install.mjs";
import { buildApiTypes } from "./sdk/built-api-types.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const ON_WINDOWS = process.platform === "win32";
const PARENT_CHECK_MS = 100;
/** Longest time for a command to stop after a signal. */
const STOP_LIMIT_MS = 8_000;

/**
 * @param {string} node the Node to run the command with
 * @param {string} command
 * @param {string[]} args
 * @returns {{ file: string, args: string[], env: NodeJS.ProcessEnv, shell?: boolean }}
 */
function commandLine(node, command, args) {
	const env = {
		// Caches compiled tools, because compiling them takes most of a start.
		NODE_COMPILE_CACHE: join(ROOT, "node_modules", ".cache", "compiled"),
		...process.env,
		PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`,
	};
	if (command === "sh") {
		const [line = "", ...more] = args;
		return { file: [line, ...more.map((arg) => JSON.stringify(arg))].join(" "), args: [], env, shell: true };
	}
	const script = join(ROOT, "scripts", `${command}.ts`);
	if (!existsSync(script)) throw new Error(`there is no scripts/${command}.ts`);
	return { file: node, args: ["--disable-warning=ExperimentalWarning", script, ...args], env };
}

/**
 * Calls back once when npm has vanished. A shell between npm and this process may survive npm.
 * @param {() => void} gone
 */
function watchNpm(gone) {
	if (process.env.npm_lifecycle_event === undefined) return;
	const parent = process.ppid;
	const grandparent = parentOf(parent);
	const timer = setInterval(() => {
		if (process.ppid === parent && isAlive(parent) && parentOf(parent) === grandparent) return;
		clearInterval(timer);
		gone();
	}, PARENT_CHECK_MS);
	timer.unref();
}

/**
 * Reads /proc, which needs no further process; undefined on other systems.
 * @param {number} pid
 */
function parentOf(pid) {
	try {
		return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
	} catch {
		return undefined;
	}
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

/**
 * @param {ReturnType<typeof commandLine>} line
 * @param {boolean} ownGroup
 */
function runToEnd(line, ownGroup) {
	/** @type {import("node:child_process").StdioOptions} */
	const stdio = ownGroup ? ["inherit", "inherit", "inherit", "ipc"] : "inherit";
	const detached = ownGroup && !ON_WINDOWS;
	const child = spawn(line.file, line.args, { stdio, env: line.env, detached, shell: line.shell ?? false });
	const pid = child.pid;
	const killGroup = () => {
		if (pid === undefined) return;
		try {
			process.kill(detached ? -pid : pid, "SIGKILL");
		} catch {
			// Nothing of it is left.
		}
	};
	/** @param {NodeJS.Signals} signal */
	const stop = (signal) => {
		child.kill(signal);
		setTimeout(killGroup, STOP_LIMIT_MS).unref();
	};
	for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
	watchNpm(() => stop("SIGTERM"));
	child.on("error", (error) => fail(`${line.file} could not be started: ${error.message}`));
	child.on("exit", (code, signal) => {
		if (detached) killGroup();
		process.exit(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
	});
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
	process.stderr.write(`\n${message}\n`);
	process.exit(1);
}

async function main() {
	const [command, ...args] = process.argv.slice(2);
	if (command === undefined) fail("Usage: node scripts/bootstrap.mjs <command> [arguments]");
	process.chdir(ROOT);
	await installIfNeeded(ROOT);
	const node = findNode(ROOT, (file) => spawnSync(file, ["--version"]).status === 0);
	if (node === undefined) {
		fail(
			`Replevin needs Node ${NODE_WANTED} or newer; this is ${process.version}, and there is no packaged Node ` +
				`for ${process.platform} ${process.arch}. Install a newer one from https://nodejs.org and try again.`,
		);
	}
	buildApiTypes(ROOT, node);
	runToEnd(commandLine(node, command, args), command !== "sh");
}

main().catch((error) => fail(error instanceof Error ? error.message : String(error)));
