/**
 * The operator's way into the D1 database: wrangler's own, which reaches the local one beside a running service
 * as well as the deployed one. It takes statements as text only, so every value goes through `sqlText`.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import type { Target } from "./options.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const WRANGLER = join(ROOT, "node_modules", "wrangler", "bin", "wrangler.js");
const BINDING = "DB";

/** The service may be writing at the same moment. */
const ATTEMPTS_WHEN_LOCKED = 5;
const LOCKED_WAIT_MS = 500;

const answerSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

export type Row = Record<string, unknown>;

/** A text value within a statement. */
export function sqlText(text: string): string {
	if (text.includes("\0")) throw new Error("a value must not have a NUL character");
	return `'${text.replaceAll("'", "''")}'`;
}

/**
 * Runs statements, in order, and answers the rows of each.
 * @throws Error that says what to do, or what wrangler said
 */
export async function executeSql(target: Target, statements: readonly string[]): Promise<Row[][]> {
	if (target.kind === "local" && !existsSync(join(target.stateDir, "v3", "d1"))) {
		throw new Error(
			`There is no service's state in ${target.stateDir}. Start the service once (npm start), or say where its state is: --state DIR`,
		);
	}
	const place =
		target.kind === "remote" ? ["--remote"] : ["--local", "--persist-to", resolve(target.stateDir)];
	const args = ["d1", "execute", BINDING, ...place, "--json", "--command", statements.join("; ")];
	for (let attempt = 1; ; attempt++) {
		const { code, stdout, stderr } = await runWrangler(args);
		if (code === 0) return answerSchema.parse(JSON.parse(stdout)).map(({ results }) => results);
		const said = `${stdout}\n${stderr}`.trim();
		if (!/database is locked|SQLITE_BUSY/i.test(said) || attempt === ATTEMPTS_WHEN_LOCKED) {
			throw new Error(`The database could not be asked. wrangler said:\n\n${said}`);
		}
		await new Promise((done) => setTimeout(done, LOCKED_WAIT_MS));
	}
}

function runWrangler(args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
	const child = spawn(process.execPath, [WRANGLER, ...args], {
		cwd: ROOT,
		stdio: ["ignore", "pipe", "pipe"],
		env: {
			...process.env,
			CI: "1",
			FORCE_COLOR: "0",
			WRANGLER_HIDE_BANNER: "true",
			// Whoever wants less of it gets no answer at all.
			WRANGLER_LOG: "log",
			WRANGLER_SEND_METRICS: "false",
		},
	});
	let stdout = "";
	let stderr = "";
	child.stdout.on("data", (chunk) => {
		stdout += chunk;
	});
	child.stderr.on("data", (chunk) => {
		stderr += chunk;
	});
	return new Promise((done, fail) => {
		child.on("error", fail);
		child.on("close", (code) => done({ code, stdout, stderr }));
	});
}
