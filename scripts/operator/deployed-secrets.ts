/**
 * Puts secrets into the deployed Worker. The platform shows no secret again, and stored data cannot be read without
 * them, so each new value is first written to `.deploy.vars`. A run that failed continues with the values of that file.
 */
import { parseEnv } from "node:util";
import * as z from "zod";
import { readIfThere, writeWhole } from "../files.ts";
import { lineOf } from "../start/dev-vars.ts";
import { SECRET_MAKERS } from "../start/secret-makers.ts";
import { isLoginMissing, LOG_IN, outputOf, type Ran } from "../wrangler.ts";
import { settingProblems } from "./setting-problems.ts";

const HEAD = `# Secrets of the deployed service, made by \`npm run secrets -- --remote\`. Keep a copy in a safe place and never commit
# this file: the platform shows no secret again, and what is stored cannot be read without them.
`;

const listed = z.array(z.object({ name: z.string() }));

type Values = Record<string, string | undefined>;
type Wrangler = (args: readonly string[], input?: string) => Promise<Ran>;
type Request = {
	/** The copy of all values. */
	file: string;
	/** Put if the Worker lacks them. */
	names: readonly string[];
	/** Put even if the Worker has them. */
	replaced: readonly string[];
};

/** A random value. @throws Error for a name without a maker */
export function makeSecret(name: string): string {
	const make = SECRET_MAKERS[name];
	if (make) return make();
	throw new Error(
		`${name} is not a secret of this service. Known are ${Object.keys(SECRET_MAKERS).join(", ")}.`,
	);
}

/** The names of the Worker's secrets; none for a Worker that was never deployed. */
async function listSecrets(wrangler: Wrangler): Promise<Set<string>> {
	const ran = await wrangler(["secret", "list", "--format", "json"]);
	if (ran.code === 0) return new Set(listed.parse(JSON.parse(ran.stdout)).map(({ name }) => name));
	if (/\b10007\b|not found/i.test(outputOf(ran))) return new Set();
	if (isLoginMissing(ran)) throw new Error(LOG_IN);
	throw new Error(`The secrets could not be listed. Output of wrangler:\n\n${outputOf(ran)}`);
}

/** @returns the names that were put and that were left as they are */
export async function putSecrets(wrangler: Wrangler, { file, names, replaced }: Request) {
	const deployed = await listSecrets(wrangler);
	const put = [...new Set([...names.filter((name) => !deployed.has(name)), ...replaced])];
	const kept = names.filter((name) => !put.includes(name));
	if (put.length === 0) return { put, kept };
	const values = keepCopy(file, put, replaced);
	await rejectInvalid(values, put, file);
	const body = JSON.stringify(Object.fromEntries(put.map((name) => [name, values[name]])));
	const ran = await wrangler(["secret", "bulk"], body);
	if (ran.code === 0) return { put, kept };
	const said = `The secrets were not put; their values are in ${file}, and the next run uses them. Output of wrangler:`;
	throw new Error(`${said}\n\n${outputOf(ran)}`);
}

/** The file's values. Adds those that it lacks, and keeps a replaced one as a comment, because data may need it. */
function keepCopy(file: string, names: readonly string[], replaced: readonly string[]): Values {
	let text = readIfThere(file) ?? HEAD;
	for (const name of replaced) {
		const old = new RegExp(`^${name}=`, "gm");
		text = text.replace(old, `# replaced ${new Date().toISOString()}: ${name}=`);
	}
	const values: Values = { ...parseEnv(text) };
	if (text !== "" && !text.endsWith("\n")) text += "\n";
	for (const name of names) {
		if (values[name] !== undefined) continue;
		const value = makeSecret(name);
		values[name] = value;
		text += lineOf(name, value);
	}
	writeWhole(file, text, 0o600);
	return values;
}

/** The file may have been edited by hand. */
async function rejectInvalid(values: Values, names: readonly string[], file: string): Promise<void> {
	const problems = await settingProblems(values);
	const ours = problems.filter((problem) => names.some((name) => problem.startsWith(`${name}:`)));
	if (ours.length > 0)
		throw new Error(`Nothing was put, because ${file} has invalid values. ${ours.join("; ")}`);
}
