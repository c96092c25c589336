import type { Staged } from "./staged-files.ts";

/** A compiler run: a configuration as it stands, or one made for the staged files. */
export type TypeCheck =
	| { name: string; project: string }
	/** Folders and patterns to include, and single files. All are relative to the root. */
	| { name: string; base: string; include: string[]; files: string[] };

export interface Plan {
	/** The files for the formatter and linter. */
	lint: string[];
	types: TypeCheck[];
	/** All documents are checked, because a deleted file breaks links in others. */
	isDocsChecked: boolean;
}

const isTypeScript = (file: string) => /\.[cm]?[jt]s$/.test(file) && !file.endsWith(".as.ts");
const isWorker = (file: string) => /^(src|durable)\//.test(file) || file === "worker-configuration.d.ts";
const isTest = (file: string) => file.startsWith("test/");
const isSdk = (file: string) => file.startsWith("sdk/");
const isScript = (file: string) => /^(scripts|bench)\//.test(file) || /^[^/]+\.config\.ts$/.test(file);

const SDK_CHECKS: TypeCheck[] = [
	{ name: "types: SDK", project: "sdk" },
	{ name: "types: command line of the SDK", project: "sdk/cli" },
];

function checkProjects(code: string[]): TypeCheck[] {
	const [hasWorker, hasScript] = [code.some(isWorker), code.some(isScript)];
	if (hasWorker && hasScript) {
		// One program for both: scripts and benchmarks import most of the worker, which is then checked once.
		const include = ["worker-configuration.d.ts", "src", "durable", "scripts", "bench", "*.config.ts"];
		return [{ name: "types: worker and scripts", base: "scripts/tsconfig.json", include, files: [] }];
	}
	if (hasWorker) return [{ name: "types: worker", project: "tsconfig.json" }];
	return hasScript ? [{ name: "types: scripts", project: "scripts" }] : [];
}

/** One program for all, because the tests import most of the worker, which is then checked once. */
function checkWithTests(code: string[], changed: string[]): TypeCheck {
	const hasWorker = code.some(isWorker);
	const files = changed.filter((file) => isTypeScript(file) && (isTest(file) || isScript(file)));
	return {
		name: hasWorker ? "types: worker and staged files" : "types: staged files",
		base: "test/tsconfig.json",
		include: ["worker-configuration.d.ts", "test/**/*.d.ts", ...(hasWorker ? ["src", "durable"] : [])],
		files,
	};
}

/**
 * Chooses the checks for staged files. The tests as a whole take the compiler too long for a commit, so only staged
 * ones are checked, with what they import. A test that a change elsewhere breaks is found by `npm run check`.
 */
export function planChecks({ changed, deleted }: Pick<Staged, "changed" | "deleted">): Plan {
	const code = [...changed, ...deleted].filter(isTypeScript);
	const tests = changed.filter((file) => isTypeScript(file) && isTest(file));
	const types = tests.length > 0 ? [checkWithTests(code, changed)] : checkProjects(code);
	return {
		lint: changed,
		types: [...types, ...(code.some(isSdk) ? SDK_CHECKS : [])],
		isDocsChecked: deleted.length > 0 || changed.some((file) => file.endsWith(".md")),
	};
}
