/** Runs the wrangler of this repository, without prompts or telemetry. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

const ROOT = join(import.meta.dirname, "..", "..");
const WRANGLER = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");

export type Ran = { code: number | null; stdout: string; stderr: string };

/** @param input what wrangler reads from its standard input */
export function runWrangler(args: readonly string[], input?: string): Promise<Ran> {
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
