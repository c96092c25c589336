/** Parses the command line of the operator's commands. */
import { parseArgs } from "node:util";
import { canonicalEmail, emailProblem } from "../../src/developers/account/email.ts";

/** `local` is the state directory of `npm start`, whether or not the service runs; `remote` is the deployment. */
export type Target = { kind: "local"; stateDir: string } | { kind: "remote" };

export interface OperatorOptions<Verb extends string> {
	verb: Verb;
	/** Canonical. */
	email: string;
	target: Target;
	/** The given address of the service. */
	url: string | undefined;
}

export const TARGET_USAGE = `  --state DIR  the state of the service on this machine (default .wrangler/state); it may be running
  --remote     the deployed service (wrangler has to be logged in)`;

export const TARGET_OPTIONS = {
	state: { type: "string" },
	remote: { type: "boolean", default: false },
	help: { type: "boolean", short: "h", default: false },
} as const;

/** @throws Error that describes the problem */
export function targetOf(values: { state?: string | undefined; remote: boolean }): Target {
	if (values.remote && values.state !== undefined) throw new Error("Pass either --state or --remote");
	if (values.state === "") throw new Error("--state takes a directory");
	return values.remote ? { kind: "remote" } : { kind: "local", stateDir: values.state ?? ".wrangler/state" };
}

/**
 * `undefined` for a request for help.
 * @throws Error that describes the problem
 */
export function parseOperatorOptions<Verb extends string>(
	args: string[],
	verbs: readonly Verb[],
): OperatorOptions<Verb> | undefined {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { ...TARGET_OPTIONS, url: { type: "string" } },
	});
	if (values.help) return undefined;
	const [word, address, ...more] = positionals;
	const verb = verbs.find((known) => known === word);
	if (verb === undefined) throw new Error(`Pass an action: ${verbs.join(" or ")}`);
	if (address === undefined || more.length > 0) throw new Error(`${verb} takes one e-mail address`);
	const problem = emailProblem(address);
	if (problem !== undefined) throw new Error(`The e-mail address ${problem}`);
	return { verb, email: canonicalEmail(address), target: targetOf(values), url: values.url };
}
