/** `npm run precommit`: checks the staged files, within five seconds. With `--install` git runs it at each commit. */
import { onEnd } from "./lifeline.ts";
import { installHook } from "./precommit/install-hook.ts";
import { planChecks } from "./precommit/plan.ts";
import { runChecks } from "./precommit/run-checks.ts";
import { readStagedFiles } from "./precommit/staged-files.ts";
import { endAll, ROOT } from "./test/run-process.ts";

const USAGE = `Usage: npm run precommit [-- --install]

Checks the staged files: format and lint, types if TypeScript is staged, links if a document is staged or a file is
deleted. With --install git runs this before each commit; \`git commit --no-verify\` skips it.`;

async function checkStaged(): Promise<boolean> {
	const staged = readStagedFiles(ROOT);
	if (staged.changed.length + staged.deleted.length === 0) {
		console.log("Nothing is staged.");
		return true;
	}
	const passed = await runChecks(ROOT, planChecks(staged));
	if (staged.partly.length > 0) {
		console.log(`Checked with their unstaged changes: ${staged.partly.join(", ")}`);
	}
	return passed;
}

const [option, ...rest] = process.argv.slice(2);
if (rest.length > 0 || !(option === undefined || option === "--install" || option === "--help")) {
	console.error(USAGE);
	process.exit(2);
}
onEnd(130, async () => endAll());
if (option === "--help") console.log(USAGE);
else if (option === "--install") {
	try {
		console.log(`Installed ${installHook(ROOT)}. Delete the file to uninstall it.`);
	} catch (error) {
		console.error(error instanceof Error ? error.message : String(error));
		process.exitCode = 1;
	}
} else process.exitCode = (await checkStaged()) ? 0 : 1;
