/** Runs child processes of a command. `endAll` ends those that still run. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "..", "..");

const running = new Set<ChildProcess>();

/** Ends every child process that still runs. */
export function endAll(): void {
	for (const child of running) endGroup(child, "SIGTERM");
}

/** Each child leads a process group, so that its own children end with it. Windows has no groups. */
function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	try {
		if (process.platform === "win32" || child.pid === undefined) child.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// The group has ended meanwhile.
	}
}

const ENV = {
	...process.env,
	// No telemetry and no checks for updates.
	WRANGLER_SEND_METRICS: "false",
	WRANGLER_HIDE_BANNER: "true",
	REDOCLY_TELEMETRY: "off",
	REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

export type Output = "shown" | "collected";

/**
 * Runs `node <script> <args>`; the script is a path from the root. The output is shown as it comes, or collected and
 * returned. `code` is null if a signal ended the process.
 *
 * @param options the folder to run in, the root unless named; further environment variables; a signal that ends the
 * process and its children at once
 */
export function runNode(
	script: string,
	args: string[],
	output: Output,
	{ cwd = ROOT, env = {}, signal }: { cwd?: string; env?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<{ code: number | null; output: string }> {
	const pipe = output === "shown" ? "inherit" : "pipe";
	const child = spawn(
		process.execPath,
		["--disable-warning=ExperimentalWarning", join(ROOT, script), ...args],
		{
			cwd,
			env: { ...ENV, ...env },
			stdio: ["ignore", pipe, pipe],
			detached: process.platform !== "win32",
		},
	);
	running.add(child);
	signal?.addEventListener("abort", () => endGroup(child, "SIGKILL"));
	let collected = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on("data", (chunk) => {
			collected += chunk;
		});
	}
	return new Promise((resolve) => {
		const end = (code: number | null) => {
			running.delete(child);
			resolve({ code, output: collected });
		};
		child.on("error", (error) => {
			collected += error.message;
			end(1);
		});
		child.on("close", end);
	});
}
