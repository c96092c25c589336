/**
 * The operator's way into the D1 database: of a state directory in a runtime of its own, as wrangler would, beside
 * the service if that runs; of the deployment through wrangler. That takes statements as text only, so every value
 * goes through `sqlText`.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { readLocalConfig } from "../start/local-config.ts";
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
 * @throws Error that says what to do, or what the database or wrangler said
 */
export async function executeSql(target: Target, statements: readonly string[]): Promise<Row[][]> {
	const answer = target.kind === "remote" ? await askRemote(statements) : await askLocal(target, statements);
	return answerSchema.parse(answer).map(({ results }) => results);
}

async function askLocal({ stateDir }: { stateDir: string }, statements: readonly string[]) {
	const persistRoot = resolve(stateDir, "v3");
	if (!existsSync(join(persistRoot, "d1"))) {
		throw new Error(
			`There is no service's state in ${stateDir}. Start the service once (npm start), or say where its state is: --state DIR`,
		);
	}
	// As npm start has it: nothing in the state is for other users of the machine.
	process.umask(0o077);
	const { databases } = readLocalConfig(ROOT);
	const { openDatabases } = await import("../start/migrate.ts");
	const runtime = openDatabases(databases, persistRoot);
	try {
		const database = await runtime.getD1Database(BINDING);
		for (let attempt = 1; ; attempt++) {
			try {
				return await database.batch(statements.map((statement) => database.prepare(statement)));
			} catch (error) {
				const said = error instanceof Error ? error.message : String(error);
				if (!/database is locked|SQLITE_BUSY/i.test(said) || attempt === ATTEMPTS_WHEN_LOCKED) {
					throw new Error(`The database could not be asked. It said:\n\n${said}`);
				}
			}
			await new Promise((done) => setTimeout(done, LOCKED_WAIT_MS));
		}
	} finally {
		await runtime.dispose();
	}
}

async function askRemote(statements: readonly string[]): Promise<unknown> {
	const command = statements.join("; ");
	const { code, stdout, stderr } = await runWrangler([
		"d1",
		"execute",
		BINDING,
		"--remote",
		"--json",
		"--command",
		command,
	]);
	if (code === 0) return JSON.parse(stdout);
	throw new Error(`The database could not be asked. wrangler said:\n\n${`${stdout}\n${stderr}`.trim()}`);
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
