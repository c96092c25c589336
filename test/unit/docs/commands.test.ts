// quality.md "Which test holds which promise".
// Every command in a document is run by a test, or is named with the reason that none can run it and is still checked.
import { execFile, execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import {
	type CodeBlock,
	codeBlocksOf,
	commandLinesOf,
	namedCommandsOf,
} from "../../../scripts/docs/code-blocks.ts";
import { listDocuments } from "../../../scripts/docs/markdown.ts";
import { ACCOUNT_COMMANDS } from "../../support/docs/account-commands.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Starts a process for each script, which takes long on a busy machine. */
const USAGES_LIMIT_MS = 120_000;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** Languages that a test has to run. A shell's block is always named `sh`. */
const RUNNABLE = new Set(["sh", "js", "mjs", "ts", "py", "go", "php", "rb", "sol"]);
/** Languages of text that nobody runs. */
const SHOWN = new Set(["", "text", "mermaid", "json", "http", "sql", "toml", "yaml"]);

const documents = listDocuments(ROOT).map((document) => ({ document, text: read(document) }));
const blocks = documents.flatMap(({ document, text }) =>
	codeBlocksOf(text).map((block) => ({ document, ...block })),
);

const keyOf = (document: string, heading: string) => `${document}#${heading}`;

/** The section that each call of `runSection` or `readSection` in a test names. */
const CALL = /\b(?:runSection|readSection)\(\s*"([^"]+)",\s*("(?:[^"\\]|\\.)+"|'(?:[^'\\]|\\.)+')/g;
const calledIn = (source: string) =>
	[...source.matchAll(CALL)].map(([, document = "", heading = ""]) => keyOf(document, heading.slice(1, -1)));
/** The document that each call of `runGuide` names: all of its blocks run. */
const GUIDE_CALL = /\brunGuide\(\s*"([^"]+)"/g;
const guidesIn = (source: string) =>
	[...source.matchAll(GUIDE_CALL)].map(([, document = ""]) => keyOf(document, "*"));
const run = new Set(
	globSync("test/**/*.test.ts", { cwd: ROOT })
		.map(read)
		.flatMap((source) => [...calledIn(source), ...guidesIn(source)]),
);

/**
 * The README of the package runs against a deployment. package.test.ts compiles its programs, and command-line.test.ts
 * checks its commands.
 */
const isRunHere = ({ document }: { document: string }) => document !== "sdk/README.md";

/** Whether a test must run the block. No test can run commands that need a Cloudflare account. */
function isRunnable({ language, code }: Pick<CodeBlock, "language" | "code">): boolean {
	if (!RUNNABLE.has(language)) return false;
	if (language !== "sh") return true;
	return commandLinesOf(code).some(({ text }) => text !== "" && !(text in ACCOUNT_COMMANDS));
}

const isRun = ({ document, heading }: { document: string; heading: string }) =>
	["*", heading].some((name) => run.has(keyOf(document, name)));

describe("the code blocks of the documents", () => {
	it("name a language that says whether somebody runs them", () => {
		const others = blocks.filter(({ language }) => !RUNNABLE.has(language) && !SHOWN.has(language));
		expect(others.map(({ document, line, language }) => `${document}:${line}: ${language}`)).toEqual([]);
		const unnamed = blocks.filter(
			({ language, code }) => language === "" && /^\$? ?(npm|npx|node|curl) /m.test(code),
		);
		expect(
			unnamed.map(({ document, line }) => `${document}:${line}: a command in a block without sh`),
		).toEqual([]);
	});

	it("are run by a test, unless they need a Cloudflare account", () => {
		const runnable = blocks.filter(isRunnable);
		expect(runnable.length).toBeGreaterThan(5);
		expect(
			runnable
				.filter((block) => isRunHere(block) && !isRun(block))
				.map(({ document, heading, line }) => `${document}:${line}: no test runs "${heading}"`),
		).toEqual([]);
	});

	it("have the syntax of a shell", () => {
		for (const { document, line, language, code } of blocks) {
			if (language !== "sh") continue;
			const check = () => execFileSync("bash", ["-n"], { input: code, stdio: "pipe" });
			expect(check, `${document}:${line}`).not.toThrow();
		}
	});
});

/** wrangler's own description of its commands. */
type Args = Record<string, { alias?: string | readonly string[] }>;
type Node = {
	definition?: {
		type?: string;
		args?: Args;
		positionalArgs?: readonly string[];
	};
	subtree: ReadonlyMap<string, Node>;
};

/** What wrangler does not know of a command line: a command, or an option. */
function unknownToWrangler(words: readonly string[]): string[] {
	const { registry, globalFlags } = experimental_getWranglerCommands();
	let node = registry as unknown as Node;
	let depth = 0;
	for (const word of words) {
		const next = node.subtree.get(word);
		if (next === undefined) break;
		node = next;
		depth += 1;
	}
	if (node.definition?.type !== "command")
		return [`there is no wrangler ${words.slice(0, depth + 1).join(" ")}`];
	const args = { ...(globalFlags as unknown as Args), ...node.definition.args };
	const known = Object.entries(args).flatMap(([name, { alias = [] }]) => [name, ...[alias].flat()]);
	return optionsOf(words)
		.filter((option) => !known.includes(option))
		.map((option) => `wrangler ${words.slice(0, depth).join(" ")} has no --${option}`);
}

const optionsOf = (words: readonly string[]) =>
	words.flatMap((word) => /^--([a-z][\w-]*)/.exec(word)?.slice(1) ?? []);

/** The words of a command, without what is quoted: no option is. */
const wordsOf = (command: string) => command.replace(/"[^"]*"|'[^']*'/g, "x").split(/\s+/);

const commands = documents.flatMap(({ document, text }) =>
	namedCommandsOf(text).map((command) => ({ document, command })),
);

describe("every command that a document names", () => {
	it("of wrangler exists, with its options", () => {
		const ofWrangler = commands.filter(({ command }) => command.startsWith("npx wrangler "));
		expect(ofWrangler.length).toBeGreaterThan(5);
		const problems = ofWrangler.flatMap(({ document, command }) =>
			unknownToWrangler(wordsOf(command).slice(2)).map((problem) => `${document}: ${problem}`),
		);
		expect(problems).toEqual([]);
	});

	it(
		"of npm is a script that takes its options",
		async () => {
			const withOptions = commands
				.map(({ document, command }) => ({ document, words: wordsOf(command) }))
				.filter(({ words }) => words[0] === "npm" && words.includes("--"))
				.map(({ document, words }) => ({
					document,
					script: (words[1] === "run" ? words[2] : words[1]) ?? "",
					options: optionsOf(words.slice(words.indexOf("--") + 1)).filter((option) => option !== "help"),
				}))
				.filter(({ options }) => options.length > 0);
			expect(withOptions.length).toBeGreaterThan(5);
			const scripts = [...new Set(withOptions.map(({ script }) => script))];
			const usages = new Map(
				await Promise.all(scripts.map(async (script) => [script, await usageOf(script)] as const)),
			);
			const problems = withOptions.flatMap(({ document, script, options }) =>
				options
					.filter((option) => !usages.get(script)?.includes(`--${option}`))
					.map((option) => `${document}: npm run ${script} has no --${option}`),
			);
			expect(problems).toEqual([]);
		},
		USAGES_LIMIT_MS,
	);

	it("of node is a file that exists", () => {
		// The programs of a guide are in the guide.
		const files = commands
			.filter(({ document }) => !/^docs\/(guides\/|webhooks\.md)/.test(document))
			.flatMap(({ command }) => /^node ([\w./-]+\.(?:ts|mjs|js))/.exec(command)?.slice(1) ?? []);
		expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
	});

	it("that needs an account is still in a document", () => {
		const named = new Set(commands.map(({ command }) => command));
		expect(Object.keys(ACCOUNT_COMMANDS).filter((command) => !named.has(command))).toEqual([]);
	});
});

/** What `--help` says of an npm script. Each is a script of Node, which is asked without npm to save time. */
function usageOf(script: string): Promise<string> {
	const { scripts } = JSON.parse(read("package.json"));
	const file = scripts[script]?.replace(
		/^node (?:scripts\/bootstrap\.mjs (\S+)|(\S+))$/,
		(_: string, name = "", path = "") => (name === "" ? path : `scripts/${name}.ts`),
	);
	const env = { ...process.env, NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/compiled") };
	return new Promise((resolve) => {
		execFile(process.execPath, [file, "--help"], { cwd: ROOT, env }, (_, stdout, stderr) =>
			resolve(stdout + stderr),
		);
	});
}

it.each([
	[["d1", "execute", "x", "--remote"], []],
	[["d1", "exceed"], ["there is no wrangler d1 exceed"]],
	[["d1", "execute", "x", "--remotely"], ["wrangler d1 execute has no --remotely"]],
])("wrangler's own list knows %j: %j", (words, problems) => {
	expect(unknownToWrangler(words)).toEqual(problems);
});
