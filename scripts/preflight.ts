/** `npm run preflight`: says whether a deployment would work. Changes nothing. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./command.ts";
import { printed } from "./operator/preflight/finding.ts";
import { preflight } from "./operator/preflight/run.ts";

const USAGE = `Usage: npm run preflight

Checks wrangler.toml and the Cloudflare account that wrangler is logged in to (or CLOUDFLARE_API_TOKEN): settings, ids,
secrets, migrations, KV, R2, queues, plan and domain. Exits with 1 if there is a problem.`;

await runCommand(
	USAGE,
	(args) => parseArgs({ args }),
	async () => {
		const findings = await preflight(resolve(import.meta.dirname, ".."));
		process.stdout.write(printed(findings));
		if (findings.some(({ kind }) => kind === "problem")) process.exitCode = 1;
		return undefined;
	},
);
