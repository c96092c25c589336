import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkDocument, listDocuments } from "../docs/markdown.ts";
import { runNode } from "../test/run-process.ts";
import type { Plan, TypeCheck } from "./plan.ts";

const TSC = "node_modules/typescript/bin/tsc";
const BIOME = "node_modules/@biomejs/biome/bin/biome";

interface Check {
	name: string;
	/** The problem, or `undefined` if there is none. */
	run(): Promise<string | undefined>;
}

async function runTool(root: string, script: string, args: string[]): Promise<string | undefined> {
	const { code, output } = await runNode(script, args, "collected", { cwd: root });
	return code === 0 ? undefined : `${output.trim()}\n(exit code ${code})`;
}

async function checkTypes(root: string, check: TypeCheck): Promise<string | undefined> {
	// A single thread is the fastest on two cores: each further one checks the libraries' types again.
	const compile = (project: string) => runTool(root, TSC, ["-p", project, "--singleThreaded"]);
	if ("project" in check) return compile(check.project);
	const folder = join(root, ".wrangler", "tmp", `precommit-${process.pid}`);
	mkdirSync(folder, { recursive: true });
	try {
		const config = {
			extends: join(root, check.base),
			include: check.include.map((path) => join(root, path)),
			files: check.files.map((path) => join(root, path)),
		};
		writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
		return await compile(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function checkDocuments(root: string): Promise<string | undefined> {
	const problems = listDocuments(root).flatMap((document) => checkDocument(root, document));
	return problems.length === 0 ? undefined : problems.join("\n");
}

function checksOf(root: string, plan: Plan): Check[] {
	const checks: Check[] = plan.types.map((check) => ({
		name: check.name,
		run: () => checkTypes(root, check),
	}));
	if (plan.lint.length > 0) {
		const options = ["--no-errors-on-unmatched", "--files-ignore-unknown=true", "--colors=off"];
		checks.push({
			name: "format and lint",
			run: () => runTool(root, BIOME, ["check", ...options, ...plan.lint]),
		});
	}
	if (plan.isDocsChecked) checks.push({ name: "links of documents", run: () => checkDocuments(root) });
	return checks;
}

/**
 * Runs all checks of the plan in parallel and shows each with its duration.
 *
 * @returns whether all passed
 */
export async function runChecks(root: string, plan: Plan): Promise<boolean> {
	const results = await Promise.all(
		checksOf(root, plan).map(async ({ name, run }) => {
			const startedAt = Date.now();
			const problem = await run();
			const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
			console.log(problem ? ` ✗ ${name} (${seconds} s)\n\n${problem}\n` : ` ✓ ${name} (${seconds} s)`);
			return problem === undefined;
		}),
	);
	return results.every((passed) => passed);
}
