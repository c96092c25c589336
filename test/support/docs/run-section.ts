/**
 * Runs the commands of a document as a reader pastes them:
 *
 *     const { stdout } = await runSection("README.md", "Run it", {
 *     	cwd: folder,
 *     	adapt: { "npm start": `npm start -- --port 0 --state ${stateDir}` },
 *     });
 *
 * All `sh` blocks of the section are one bash script, which ends at the first command that fails. `adapt` replaces
 * whole commands, as `commandLinesOf` reads them, and `replace` text anywhere. An entry of either that the section does
 * not have is an error, so that a changed document fails its test. Commands of `ACCOUNT_COMMANDS` are left out.
 *
 * A guard (test/unit/docs/commands.test.ts) fails for a section whose commands no test runs. It finds the calls of
 * `runSection` and `readSection` in test files, so name document and heading as literals.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CodeBlock, codeBlocksOf, commandLinesOf } from "../../../scripts/docs/code-blocks.ts";
import { environment } from "../service/service.ts";
import { ACCOUNT_COMMANDS } from "./account-commands.ts";

const ROOT = join(import.meta.dirname, "../../..");

export type RunOptions = {
	cwd: string;
	/** Beside the environment of a user's shell. */
	env?: Record<string, string>;
	/** A command of the section, and what the test runs in its place. */
	adapt?: Record<string, string>;
	/** Text of the section, and what stands there in the test: an address, a name in capitals. */
	replace?: Record<string, string>;
};

export type Ran = { code: number; stdout: string; stderr: string };

/** The blocks of a section in one language, for code that is not pasted into a shell. */
export function readSection(document: string, heading: string, language: string): CodeBlock[] {
	const text = readFileSync(join(ROOT, document), "utf8");
	const blocks = codeBlocksOf(text).filter(
		(block) => block.heading === heading && block.language === language,
	);
	if (blocks.length === 0) throw new Error(`${document} "${heading}" has no block of ${language}`);
	return blocks;
}

export function runSection(document: string, heading: string, options: RunOptions): Promise<Ran> {
	const script = scriptOf(`${document} "${heading}"`, readSection(document, heading, "sh"), options);
	// Warnings about the configuration of this machine's npm are not the document's.
	const env = { ...environment(), npm_config_loglevel: "error", ...options.env };
	return new Promise((resolve) => {
		const args = ["--norc", "-euo", "pipefail", "-c", script];
		execFile("bash", args, { cwd: options.cwd, env }, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
		});
	});
}

/**
 * The commands of `sh` blocks as one script.
 * @param adaptable blocks whose text `replace` may mean as well, such as programs that the commands run
 */
export function scriptOf(
	document: string,
	blocks: readonly CodeBlock[],
	{ adapt = {}, replace = {} }: RunOptions,
	adaptable = blocks,
): string {
	const unused = new Set([...Object.keys(adapt), ...Object.keys(replace)]);
	const script = blocks
		.flatMap(({ code }) => commandLinesOf(code))
		.filter(({ text }) => !(text in ACCOUNT_COMMANDS))
		.map(({ text, source }) => {
			if (adapt[text] === undefined) return source;
			unused.delete(text);
			return adapt[text];
		})
		.join("\n");
	for (const from of Object.keys(replace)) {
		if (adaptable.some(({ code }) => code.includes(from))) unused.delete(from);
	}
	const replaced = Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), script);
	if (unused.size > 0) throw new Error(`${document} does not have: ${[...unused].join(", ")}`);
	return `${replaced}\n`;
}

/** `npm start` on any free port: until it listens, then ended as a supervisor ends it. */
export const startAndStop = (stateDir: string) =>
	`npm start -- --port 0 --state "${stateDir}" > "${stateDir}.log" & STARTED=$!
until grep -s '^Listening on' "${stateDir}.log"; do kill -0 $STARTED; sleep 0.1; done
kill $STARTED; wait $STARTED || [ $? = 143 ]`;
