/**
 * Runs a guide as a reader follows it, from the first block to the last.
 *
 *     await runGuide("docs/guides/quick-start.md", { cwd, replace: { "http://127.0.0.1:8787": service.url } });
 *
 * - A program (`js`, `py`, …) names its file in a comment on its first line, and is written to the folder.
 * - Something must run each program: a command of the guide, another program, or the test (`programs`).
 * - All `sh` blocks are one bash script. It ends at the first command that fails, and leaves no process running.
 * - The lines of a `text` block are in what the script prints; `…` stands for anything.
 * - A `json` block names its schema of the OpenAPI document behind the language: `json WebhookEvent`.
 *
 * Any other block is an error, because nobody would notice when it becomes wrong.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type CodeBlock, codeBlocksOf, commandLinesOf } from "../../../scripts/docs/code-blocks.ts";
import { environment } from "../service/service.ts";
import { type Ran, type RunOptions, scriptOf } from "./run-section.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PROGRAMS = new Set(["js", "mjs", "py", "go", "php", "rb"]);
const LIMIT_MS = 120_000;
const ENDING_MS = 5_000;

export type GuideOptions = RunOptions & {
	/** Files of programs that the test runs itself. */
	programs?: readonly string[];
};

/** @throws Error that names the line of the guide whose block is wrong, or what the script printed when it failed */
export async function runGuide(document: string, options: GuideOptions): Promise<Ran> {
	const blocks = codeBlocksOf(readFileSync(join(ROOT, document), "utf8"));
	const problems = problemsOf(blocks, options.programs);
	if (problems.length > 0) throw new Error(problems.map((text) => `${document}:${text}`).join("\n"));
	for (const block of blocks.filter(({ language }) => PROGRAMS.has(language))) {
		const file = join(options.cwd, fileOf(block) ?? "");
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, replaced(block.code, options.replace));
	}
	const commands = blocks.filter(({ language }) => language === "sh");
	const ran = await runScript(scriptOf(document, commands, options, blocks), options);
	if (ran.code !== 0) throw new Error(`${document} ended with ${ran.code}:\n${ran.stdout}\n${ran.stderr}`);
	if (ran.isRunning) throw new Error(`${document} leaves a process running in the reader's terminal`);
	const printed = ran.stdout.split("\n");
	for (const { code, line } of blocks.filter(({ language }) => language === "text")) {
		for (const expected of code.trimEnd().split("\n")) {
			if (!printed.some((text) => isLike(text, replaced(expected, options.replace)))) {
				throw new Error(`${document}:${line}: nothing printed "${expected}":\n${ran.stdout}\n${ran.stderr}`);
			}
		}
	}
	return ran;
}

/** What no test would run or compare, with its line. */
function problemsOf(blocks: readonly CodeBlock[], programs: readonly string[] = []): string[] {
	const commands = blocks
		.filter(({ language }) => language === "sh")
		.flatMap(({ code }) => commandLinesOf(code).map(({ text }) => text));
	const isNamed = (file: string) =>
		programs.includes(file) ||
		commands.some((command) => command.split(/[\s$()]+/).includes(file)) ||
		blocks.some(({ code }) => code.includes(`from "./${file}"`));
	return blocks.flatMap((block) => {
		const { language, info, code, line } = block;
		if (PROGRAMS.has(language)) {
			const file = fileOf(block);
			if (file === undefined) return [`${line}: the program does not begin with the name of its file`];
			return isNamed(file) ? [] : [`${line}: no command runs ${file}`];
		}
		if (language === "json") return jsonProblem(info, code).map((problem) => `${line}: ${problem}`);
		return ["sh", "text", "mermaid"].includes(language)
			? []
			: [`${line}: nobody runs a block of "${language}"`];
	});
}

/** The file in the comment on the first line, or behind PHP's opening tag. */
export function fileOf({ code }: Pick<CodeBlock, "code">): string | undefined {
	return /^(?:<\?php )?(?:\/\/|#) ([\w./-]+\.\w+)\n/.exec(code)?.[1];
}

function jsonProblem(schema: string, code: string): string[] {
	const validate = schema === "" ? undefined : validator().getSchema(`api#/components/schemas/${schema}`);
	if (validate === undefined) return [`the JSON names no schema of the OpenAPI document: "${schema}"`];
	return validate(JSON.parse(code)) ? [] : [`no ${schema}: ${validator().errorsText(validate.errors)}`];
}

let known: Ajv2020 | undefined;

function validator(): Ajv2020 {
	if (known) return known;
	const api = JSON.parse(readFileSync(join(ROOT, "public/api/v1/openapi.json"), "utf8"));
	known = new Ajv2020({ strict: false, allErrors: true });
	addFormats.default(known);
	known.addFormat("password", true);
	known.addSchema({ $id: "api", components: api.components }, "api");
	return known;
}

const replaced = (text: string, replace: Record<string, string> = {}) =>
	Object.entries(replace).reduce((result, [from, to]) => result.replaceAll(from, to), text);

function isLike(text: string, expected: string): boolean {
	const pattern = expected
		.split("…")
		.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
		.join(".*");
	return new RegExp(`^${pattern}$`).test(text);
}

/** In a process group of its own, so that nothing that the guide starts outlives it. */
function runScript(script: string, { cwd, env }: RunOptions): Promise<Ran & { isRunning: boolean }> {
	const child = spawn("bash", ["--norc", "-euo", "pipefail", "-c", script], {
		cwd,
		env: { ...environment(), npm_config_loglevel: "error", ...env },
		detached: true,
		stdio: ["ignore", "pipe", "pipe"],
	});
	const output = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const)
		child[name].on("data", (chunk) => (output[name] += chunk));
	/** @returns whether a process of the group was there. Signal 0 only asks. */
	const signalGroup = (signal: "SIGKILL" | 0): boolean => {
		try {
			return process.kill(-(child.pid ?? 0), signal);
		} catch {
			return false;
		}
	};
	const timer = setTimeout(signalGroup, LIMIT_MS, "SIGKILL");
	let isRunning = false;
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("exit", async () => {
			// A process that the guide has ended may take a moment.
			for (const end = Date.now() + ENDING_MS; signalGroup(0) && Date.now() < end; ) await pause(50);
			isRunning = signalGroup("SIGKILL");
		});
		child.on("close", (code) => {
			clearTimeout(timer);
			resolve({ code: code ?? -1, isRunning, ...output });
		});
	});
}
