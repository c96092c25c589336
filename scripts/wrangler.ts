/** The wrangler of this repository: its commands, without prompts or telemetry, and its API. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const ROOT = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);
const WRANGLER = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

export type Ran = { code: number | null; stdout: string; stderr: string };

/**
 * @param input what wrangler reads from its standard input
 * @param env more variables
 */
export function runWrangler(
	args: readonly string[],
	input?: string,
	env: Record<string, string> = {},
): Promise<Ran> {
	const child = spawn(process.execPath, [WRANGLER, ...args], {
		cwd: ROOT,
		stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
		env: {
			...process.env,
			CI: "1",
			FORCE_COLOR: "0",
			WRANGLER_HIDE_BANNER: "true",
			WRANGLER_LOG: "log",
			WRANGLER_SEND_METRICS: "false",
			...env,
		},
	});
	child.stdin?.end(input);
	let stdout = "";
	let stderr = "";
	child.stdout?.on("data", (chunk) => {
		stdout += chunk;
	});
	child.stderr?.on("data", (chunk) => {
		stderr += chunk;
	});
	return new Promise((done, fail) => {
		child.on("error", fail);
		child.on("close", (code) => done({ code, stdout, stderr }));
	});
}

/** Shows wrangler's output as it comes, and lets it ask. */
export function showWrangler(args: readonly string[]): Promise<number | null> {
	const child = spawn(process.execPath, [WRANGLER, ...args], { cwd: ROOT, stdio: "inherit" });
	return new Promise((done, fail) => {
		child.on("error", fail);
		child.on("close", done);
	});
}

/** What wrangler said, for an error message: without colours and the place of its log. */
export const outputOf = ({ stdout, stderr }: Ran): string =>
	stripVTControlCharacters(`${stdout}\n${stderr}`)
		.replace(/^.*Logs were written to .*$/gm, "")
		.trim();

/** wrangler's own advice, such as `--temporary`, does not serve an operator. */
export const LOG_IN = "wrangler is not logged in. Run: npx wrangler login, or set CLOUDFLARE_API_TOKEN";

export const isLoginMissing = (ran: Ran): boolean =>
	/not logged in|set a CLOUDFLARE_API_TOKEN/i.test(outputOf(ran));

export type Wrangler = typeof import("wrangler");

/** Calls wrangler's API, without its messages about secrets found in files and in the environment. */
export function withQuietWrangler<T>(use: (wrangler: Wrangler) => T): T {
	const level = process.env.WRANGLER_LOG;
	process.env.WRANGLER_LOG = level ?? "error";
	try {
		return use(require("wrangler"));
	} finally {
		// Processes that this one starts would inherit the level.
		if (level === undefined) delete process.env.WRANGLER_LOG;
	}
}
