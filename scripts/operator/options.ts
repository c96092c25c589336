/** Parses the command line of the operator's commands. */
import { parseArgs } from "node:util";
import { canonicalEmail, emailProblem } from "../../src/kernel/schemas/email.ts";

/** `local` is the state directory of `npm start`, whether or not the service runs; `remote` is the deployment. */
export type Target = { kind: "local"; stateDir: string } | { kind: "remote" };

/** How an action's account is named. Roles are granted by id only, because anyone can register an address (auth.md "Granting roles"). */
export type AccountName = "email" | "developer_id" | "either";

export type NamedAccount = { email: string } | { developerId: string };

export interface OperatorOptions<Verb extends string> {
	verb: Verb;
	account: NamedAccount;
	/** Act without asking. */
	yes: boolean;
	target: Target;
	/** The given address of the service. */
	url: string | undefined;
}

export const TARGET_USAGE = `  --state DIR  the state of the service on this machine (default .wrangler/state); it may be running
  --remote     the deployed service (wrangler has to be logged in)`;

export const TARGET_OPTIONS = {
	state: { type: "string" },
	remote: { type: "boolean", default: false },
} as const;

/** @throws Error that describes the problem */
export function targetOf(values: { state?: string | undefined; remote: boolean }): Target {
	if (values.remote && values.state !== undefined) throw new Error("Pass either --state or --remote");
	if (values.state === "") throw new Error("--state takes a directory");
	return values.remote ? { kind: "remote" } : { kind: "local", stateDir: values.state ?? ".wrangler/state" };
}

/** @throws Error that describes the problem */
export function parseOperatorOptions<Verb extends string>(
	args: string[],
	verbs: Readonly<Record<Verb, AccountName>>,
): OperatorOptions<Verb> {
	const { values, positionals } = parseArgs({
		args,
		allowPositionals: true,
		options: { ...TARGET_OPTIONS, url: { type: "string" }, yes: { type: "boolean", default: false } },
	});
	const [word, name, ...more] = positionals;
	const known = Object.keys(verbs) as Verb[];
	const verb = known.find((each) => each === word);
	if (verb === undefined) throw new Error(`Pass an action: ${known.join(" or ")}`);
	if (name === undefined || more.length > 0) throw new Error(`${verb} takes one ${WORDS[verbs[verb]]}`);
	const account = accountOf(verb, name, verbs[verb]);
	return { verb, account, target: targetOf(values), url: values.url, yes: values.yes };
}

const WORDS: Record<AccountName, string> = {
	email: "e-mail address",
	developer_id: "developer id",
	either: "developer id or e-mail address",
};

function accountOf(verb: string, name: string, accepted: AccountName): NamedAccount {
	if (accepted !== "email" && /^dev_[0-9a-f]{32}$/.test(name)) return { developerId: name };
	if (accepted === "developer_id") {
		throw new Error(
			`${verb} takes a developer id (dev_ and 32 hex digits), which the person reads in her own session. Anyone can register an e-mail address.`,
		);
	}
	const problem = emailProblem(name)?.message;
	if (problem !== undefined) throw new Error(`The e-mail address ${problem}`);
	return { email: canonicalEmail(name) };
}
