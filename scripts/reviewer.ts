/** `npm run reviewer`: grants or revokes the reviewer role, also while the service runs. */
import { createInterface } from "node:readline/promises";
import { runCommand } from "./command.ts";
import { type DeveloperRow, describeDeveloper, findDeveloper, setRole } from "./operator/developers.ts";
import { type OperatorOptions, parseOperatorOptions, TARGET_USAGE } from "./operator/options.ts";

const USAGE = `Usage: npm run reviewer -- grant DEVELOPER_ID [--yes] [--state DIR | --remote]
       npm run reviewer -- revoke DEVELOPER_ID|EMAIL [--state DIR | --remote]

  grant        shows the account, asks, and grants the role. The person reads the id (dev_…) in her own session
               (GET /auth/me) and tells you over a channel that you chose. An e-mail address is not accepted, because
               anyone can register it first
  revoke       takes the role away at once
  --yes        grants without asking, once you have compared the account with the person

${TARGET_USAGE}`;

async function grant({ target, yes }: OperatorOptions<string>, developer: DeveloperRow): Promise<string> {
	const { email, role } = developer;
	if (role === "reviewer") return `${email} is already a reviewer.`;
	process.stdout.write(`${describeDeveloper(developer, Date.now())}\n`);
	const isConfirmed = yes || (await confirm("Is this the account of the person who told you the id?"));
	if (!isConfirmed) return "Nothing was changed.";
	await setRole(target, developer, "reviewer");
	return `${email} is a reviewer now.`;
}

/** @throws Error if nobody can answer */
async function confirm(question: string): Promise<boolean> {
	if (!process.stdin.isTTY) {
		throw new Error("Nothing was changed. Compare the account with the person, then add --yes.");
	}
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
	} finally {
		terminal.close();
	}
}

async function revoke({ target }: OperatorOptions<string>, developer: DeveloperRow): Promise<string> {
	const { email, role } = developer;
	if (role !== "reviewer") return `${email} is not a reviewer (role: ${role}). Nothing was changed.`;
	await setRole(target, developer, "developer");
	return `${email} is no longer a reviewer.`;
}

await runCommand(
	USAGE,
	(args) => parseOperatorOptions(args, { grant: "developer_id", revoke: "either" }),
	async (options) => {
		const developer = await findDeveloper(options.target, options.account);
		return options.verb === "grant" ? grant(options, developer) : revoke(options, developer);
	},
);
