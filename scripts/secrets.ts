/** `npm run secrets`: prints new random secrets, or puts the missing ones into the deployed Worker. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./command.ts";
import { makeSecret, putSecrets } from "./operator/deployed-secrets.ts";
import { lineOf } from "./start/dev-vars.ts";
import { readLocalConfig } from "./start/local-config.ts";
import { runWrangler } from "./wrangler.ts";

const ROOT = resolve(import.meta.dirname, "..");
const COPY = ".deploy.vars";

const USAGE = `Usage: npm run secrets -- [NAME…]
       npm run secrets -- --remote [--replace NAME]… [NAME…]

Without --remote it prints a new random value of each secret, or of the named ones, and stores nothing.

  --remote        put the secrets that the deployed Worker lacks (wrangler has to be logged in), and keep a copy of
                  their values in ${COPY}. A secret that exists is left as it is
  --replace NAME  with --remote: put a new value of this one even if it exists. What was sealed, hashed or signed with
                  the old value needs it: read docs/operations.md "Changing secrets" first`;

function parseOptions(args: string[]) {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: {
			remote: { type: "boolean", default: false },
			replace: { type: "string", multiple: true, default: [] },
		},
	});
	if (values.replace.length > 0 && !values.remote) throw new Error("--replace needs --remote");
	for (const name of [...positionals, ...values.replace]) makeSecret(name);
	return { ...values, names: positionals };
}

async function run({ remote, replace, names }: ReturnType<typeof parseOptions>): Promise<string> {
	const onlyReplaced = names.length === 0 && replace.length > 0;
	const wanted = names.length > 0 || onlyReplaced ? names : readLocalConfig(ROOT).secrets;
	if (!remote) return wanted.map((name) => lineOf(name, makeSecret(name)).trimEnd()).join("\n");
	const { put, kept } = await putSecrets(runWrangler, {
		file: join(ROOT, COPY),
		names: wanted,
		replaced: replace,
	});
	const lines = kept.length > 0 ? [`Left as they are: ${kept.join(", ")}`] : [];
	if (put.length > 0) {
		lines.push(`Put into the deployed Worker: ${put.join(", ")}`);
		lines.push(`Keep a copy of ${COPY} in a safe place: the platform shows no secret again.`);
	}
	return lines.join("\n");
}

await runCommand(USAGE, parseOptions, run);
