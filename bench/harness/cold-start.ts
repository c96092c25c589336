/**
 * Measures the time to the first response of `workerd serve` with a built Worker, its variables and objects. The
 * simulators of other bindings are left out, because they weigh more than the Worker.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { unstable_readConfig } from "wrangler";
import { modulesIn, type WorkerModule } from "../../scripts/start/build.ts";
import { claimablePort } from "../../scripts/start/port.ts";
import type { Build } from "./build.ts";
import { HttpConnection, requestBytes } from "./http-connection.ts";
import { WORK } from "./paths.ts";

export type ColdStart = { wallMs: number; cpuMs: number };

/** The same workerd that everything else here runs. */
const workerd = createRequire(import.meta.resolve("miniflare"))("workerd") as { default: string };

const RETRY_MS = 2;
const LIMIT_MS = 10_000;

/**
 * Writes the configuration for `workerd serve` beside a copy of the build.
 * @returns the file's path
 */
export function writeServeConfig({ config, directory, main }: Build, vars: Record<string, string>): string {
	const { compatibility_date, compatibility_flags, durable_objects, ...rest } = unstable_readConfig({
		config,
	});
	const objects: { name: string; class_name?: string }[] = durable_objects.bindings;
	const bindings = [
		...Object.entries({ ...rest.vars, ...vars }).map(
			([name, value]) => `(name = ${text(name)}, text = ${text(String(value))})`,
		),
		...objects.map(
			({ name, class_name }) => `(name = ${text(name)}, durableObjectNamespace = ${text(class_name ?? "")})`,
		),
	];
	const namespaces = objects.map(
		({ class_name }) =>
			`(className = ${text(class_name ?? "")}, uniqueKey = ${text(class_name ?? "")}, enableSql = true)`,
	);
	const folder = join(WORK, "serve", basename(directory));
	cpSync(directory, folder, { recursive: true });
	const file = join(folder, "serve.capnp");
	const worker = [
		`modules = [${modulesIn(directory, main).map(moduleOf).join(", ")}]`,
		`compatibilityDate = ${text(compatibility_date ?? "")}`,
		`compatibilityFlags = [${(compatibility_flags ?? []).map(text).join(", ")}]`,
		`bindings = [${bindings.join(", ")}]`,
		`durableObjectNamespaces = [${namespaces.join(", ")}]`,
		"durableObjectStorage = (inMemory = void)",
	];
	writeFileSync(
		file,
		`using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
	services = [(name = "main", worker = (${worker.join(", ")}))],
	sockets = [(name = "http", service = "main", http = ())],
);
`,
	);
	return file;
}

const MODULE_KINDS = { ESModule: "esModule", CompiledWasm: "wasm", Data: "data", Text: "text" } as const;

const moduleOf = ({ path, type }: WorkerModule): string =>
	`(name = ${text(path)}, ${MODULE_KINDS[type]} = embed ${text(path)})`;

/** Cap'n Proto's text form takes the escapes of JSON, apart from \u. */
function text(value: string): string {
	return JSON.stringify(value);
}

/** Starts workerd, requests `path` until it responds with 200, and stops it. */
export async function coldStart(serveConfig: string, path: string): Promise<ColdStart> {
	const port = await claimablePort(0);
	const args = ["serve", serveConfig, "--experimental", "--socket-addr", `http=127.0.0.1:${port}`];
	const start = performance.now();
	const child = spawn(workerd.default, args, { stdio: "ignore", cwd: join(serveConfig, "..") });
	const ended = once(child, "exit");
	try {
		await firstResponse(`http://127.0.0.1:${port}`, path, start + LIMIT_MS);
		return { wallMs: performance.now() - start, cpuMs: threadCpuMs(child.pid) };
	} finally {
		child.kill();
		await ended;
		rmSync(join(serveConfig, "..", ".wrangler"), { recursive: true, force: true });
	}
}

async function firstResponse(url: string, path: string, deadline: number): Promise<void> {
	for (;;) {
		try {
			const connection = await HttpConnection.open(url);
			const { status, body } = await connection.send(requestBytes("GET", new URL(path, url), {}, undefined));
			connection.close();
			if (status !== 200) throw new RangeError(`${status}: ${body.toString("utf8")}`);
			return;
		} catch (error) {
			if (error instanceof RangeError || performance.now() > deadline) throw error;
			await wait(RETRY_MS);
		}
	}
}

/** Like `cpuSeconds` in nanosecond steps, because a start takes only a few ticks of that clock. */
function threadCpuMs(pid: number | undefined): number {
	try {
		const threads = readdirSync(`/proc/${pid}/task`);
		const nanoseconds = threads.map((thread) =>
			Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
		);
		return nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6;
	} catch {
		return Number.NaN;
	}
}
