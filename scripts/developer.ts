/** `npm run developer`: shows an account, or creates a one-time code for a new password. */
import { randomBytes } from "node:crypto";
import {
	RESET_CODE_LENGTH,
	RESET_LIFETIME_MS,
	resetCodeHash,
	resetCodeOf,
} from "../src/developers/passwords/reset-code.ts";
import { runCommand } from "./command.ts";
import { serviceOrigin } from "./operator/base-url.ts";
import { addPasswordReset, findDeveloper } from "./operator/developers.ts";
import { type OperatorOptions, parseOperatorOptions, TARGET_USAGE } from "./operator/options.ts";

const USAGE = `Usage: npm run developer -- reset EMAIL [--state DIR | --remote] [--url URL]
       npm run developer -- show DEVELOPER_ID|EMAIL [--state DIR | --remote]

  reset        prints a page and a code that sets a new password there once, within 30 minutes; an earlier code ends
  show         prints the account's id, role and age

${TARGET_USAGE}
  --url URL    the address of the service, for the page (default: its BASE_URL)`;

async function reset({ account, target, url }: OperatorOptions<string>): Promise<string> {
	const origin = serviceOrigin(url, target);
	const developer = await findDeveloper(target, account);
	const code = resetCodeOf(randomBytes(RESET_CODE_LENGTH));
	const now = Date.now();
	const expiresAt = now + RESET_LIFETIME_MS;
	await addPasswordReset(target, developer, { tokenHash: resetCodeHash(code), expiresAt, now });
	return `Page  ${origin}/developers/reset
Code  ${code}

Give both to the owner of ${developer.email}, and the code to nobody else: entered on the page, it sets a new password and ends
all sessions. Never put it into an address. It works once, until ${new Date(expiresAt).toISOString()}.`;
}

async function show({ account, target }: OperatorOptions<string>): Promise<string> {
	const { developer_id, role, created_at } = await findDeveloper(target, account);
	return `${developer_id}  ${role}  registered ${new Date(created_at).toISOString()}`;
}

await runCommand(
	USAGE,
	(args) => parseOperatorOptions(args, { reset: "email", show: "either" }),
	(options) => (options.verb === "reset" ? reset(options) : show(options)),
);
