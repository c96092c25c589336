/**
 * `npm start`: runs the whole service on this machine, with every binding of wrangler.toml. It creates missing
 * secrets, builds, migrates, serves until it is stopped, and leaves no process behind. Miniflare restarts the runtime
 * if that dies.
 */
import { relative, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Miniflare, MiniflareCoreError } from "miniflare";
import { runCommand } from "./command.ts";
import { onEnd } from "./lifeline.ts";
import { buildWorker } from "./start/build.ts";
import { fireCrons } from "./start/cron.ts";
import { claimablePort, HOST, portInUse, portOf } from "./start/port.ts";
import { prepareState } from "./start/prepare-state.ts";
import { startRuntime } from "./start/runtime.ts";
import { resolveSettings } from "./start/settings.ts";
import { lockState } from "./start/state-lock.ts";

// Files of the state must not be readable by other users. The runtime inherits this.
process.umask(0o077);

const ROOT = resolve(import.meta.dirname, "..");
const say = (line: string) => process.stdout.write(`${line}\n`);
const warn = (line: string) => process.stderr.write(`${line}\n`);

interface StartOptions {
	/** 0: any free port. */
	port: number;
	/** All persistent data is below it. */
	stateDir: string;
}

const USAGE = `Usage: npm start -- [--port N] [--state DIR]

  --port N     listen on 127.0.0.1:N (default 8787; 0 takes any free port)
  --state DIR  keep everything that persists below DIR (default .wrangler/state)

Every setting of wrangler.toml and .dev.vars can be given as an environment variable of its name:
  BRAND="Example" RPC_URLS='{"1":"https://rpc.example"}' npm start
docs/operations.md lists them.`;

/** @throws Error that describes the problem */
function parseOptions(args: string[]): StartOptions {
	const { values } = parseArgs({
		args,
		options: {
			port: { type: "string", default: "8787" },
			state: { type: "string", default: ".wrangler/state" },
		},
	});
	if (values.state === "") throw new Error("--state takes a directory");
	return { port: portOf("--port", values.port), stateDir: values.state };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare({ port: wanted, stateDir: folder }: StartOptions) {
	const port = await claimablePort(wanted);
	const url = `http://${HOST}:${port}`;
	const stateDir = resolve(folder);
	const lock = await lockState(stateDir, url);
	try {
		const { config, devVars, persistRoot } = await prepareState(stateDir, process.env);
		const { vars: toml, secrets } = config;
		const settings = resolveSettings({ toml, devVars, env: process.env, secrets, url });
		const modules = await buildWorker(ROOT, config.main, () => say("Building the Worker …"));
		return { port, url, stateDir, config, lock, settings, modules, persistRoot };
	} catch (error) {
		lock.release();
		throw error;
	}
}

type Health = { healthy: true } | { healthy: false; shown: string };

/** Longest wait for a response. */
const HEALTH_LIMIT_MS = 10_000;
/** Longest wait for a healthy service. */
const UNHEALTHY_LIMIT_MS = 2_000;
const HEALTH_INTERVAL_MS = 200;
const SHOWN_LENGTH = 2_000;

/** Polls the health until the service is healthy or reports a problem that waiting does not solve. */
async function askHealth(url: string): Promise<Health> {
	let deadline = Date.now() + HEALTH_LIMIT_MS;
	let shown = "no response";
	for (;;) {
		try {
			const response = await fetch(`${url}/api/v1/health`, {
				signal: AbortSignal.timeout(HEALTH_INTERVAL_MS * 10),
			});
			const body = await response.text();
			if (response.ok) return { healthy: true };
			shown = `${response.status} ${body.slice(0, SHOWN_LENGTH)}`;
			deadline = Math.min(deadline, Date.now() + UNHEALTHY_LIMIT_MS);
		} catch (error) {
			shown = error instanceof Error ? error.message : String(error);
		}
		if (Date.now() > deadline) return { healthy: false, shown };
		await pause(HEALTH_INTERVAL_MS);
	}
}

/** Prints the address, the health and what to try next. */
async function introduce({ url, stateDir }: Prepared): Promise<void> {
	say(`Listening on ${url}`);
	const health = await askHealth(url);
	const state = relative(process.cwd(), stateDir) || ".";
	say(`
  ${health.healthy ? "Replevin is up and healthy." : `Replevin is up, but not healthy: ${health.shown}`}

  Try      curl ${url}/api/v1/health
  Then     ${url}/developers/docs/quick-start: a first case in five minutes
  State    ${state.startsWith("..") ? stateDir : state} (delete it, but not .dev.vars, to start afresh)
  Stop     Ctrl-C
`);
}

async function serve(options: StartOptions): Promise<undefined> {
	let stopService = async () => {};
	const end = onEnd(0, async (reason) => {
		if (reason === "signal") say("Stopping …");
		await stopService();
	});
	const prepared = await prepare(options);
	const { lock, url, config } = prepared;
	const onLog = (level: string, message: string) =>
		level === "error" || level === "warn" ? warn(message) : say(message);
	let serving: Miniflare | undefined;
	const runtime = startRuntime(
		{ ...prepared, root: ROOT, onLog },
		{
			onProcess: (pid) => lock.setRuntime(pid),
			onRestarted: () => say(`The runtime is running again on ${url}. Completed requests were on disk.`),
		},
	);
	end.claimSignals();
	const crons = fireCrons(config.crons, () => serving);
	stopService = async () => {
		crons.stop();
		await runtime.dispose().catch(() => {});
		lock.release();
	};
	try {
		await runtime.ready;
		serving = runtime;
	} catch (error) {
		await stopService();
		if (error instanceof MiniflareCoreError && error.code === "ERR_ADDRESS_IN_USE")
			throw new Error(portInUse(prepared.port));
		throw error;
	}
	await introduce(prepared);
}

await runCommand(USAGE, parseOptions, (options) =>
	serve(options).catch((error: Error) => {
		warn(`\nReplevin could not start. ${error.message}`);
		process.exit(1);
	}),
);
