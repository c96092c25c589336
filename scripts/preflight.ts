/** `npm run preflight`: says whether a deployment would work. Changes nothing. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "./operator/command.ts";
import { printed } from "./operator/preflight/finding.ts";
import { preflight } from "./operator/preflight/run.ts";

const USAGE = `Usage: npm run preflight

Checks wrangler.toml and the Cloudflare account that wrangler is logged in to (or CLOUDFLARE_API_TOKEN): settings, ids,
secrets, migrations, KV, R2, queues, plan and domain. Exits with 1 if there is a problem.`;

try {
	const { values } = parseArgs({ options: { help: { type: "boolean", short: "h", default: false } } });
	if (values.help) {
		process.stdout.write(`${USAGE}\n`);
	} else {
		const findings = await preflight(resolve(import.meta.dirname, ".."));
		process.stdout.write(printed(findings));
		if (findings.some(({ kind }) => kind === "problem")) process.exitCode = 1;
	}
} catch (error) {
	process.stderr.write(`${messageOf(error)}\n\n${USAGE}\n`);
	process.exitCode = 2;
}
