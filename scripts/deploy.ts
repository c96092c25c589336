/** `npm run deploy`: the preflight, then `wrangler deploy` with the same arguments. */
import { relative, resolve } from "node:path";
import { runCommand } from "./command.ts";
import { printed } from "./operator/preflight/finding.ts";
import { preflight } from "./operator/preflight/run.ts";
import { writeSbom } from "./operator/sbom.ts";
import { showWrangler } from "./wrangler.ts";

const USAGE = `Usage: npm run deploy -- [--dry-run] [arguments of wrangler deploy]

Runs the preflight (npm run preflight), and deploys if it finds no problem. Also writes the software bill of materials
of the build to dist/sbom.cdx.json.

  --dry-run  build only, without the preflight and without deploying`;

const ROOT = resolve(import.meta.dirname, "..");

async function deploy(args: string[]): Promise<undefined> {
	if (!args.includes("--dry-run")) {
		const findings = await preflight(ROOT);
		process.stdout.write(`${printed(findings)}\n`);
		const problems = findings.filter(({ kind }) => kind === "problem").length;
		if (problems > 0) throw new Error(`${problems === 1 ? "1 problem" : `${problems} problems`}, see above.`);
	}
	process.stdout.write(`bill of materials: ${relative(ROOT, writeSbom(ROOT))}\n`);
	process.exitCode = (await showWrangler(["deploy", ...args])) ?? 1;
}

await runCommand(
	USAGE,
	(args) => args,
	(args) =>
		deploy(args).catch((error: Error) => {
			throw new Error(`Nothing was deployed: ${error.message}`);
		}),
);
