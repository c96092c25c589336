/** `npm run developer`: shows an account, or creates a one-time link for a new password. */
import { randomBytes } from "node:crypto";
import {
	RESET_LIFETIME_MS,
	RESET_TOKEN_BYTES,
	resetTokenHash,
	resetTokenOf,
} from "../src/developers/passwords/reset-token.ts";
import { serviceOrigin } from "./operator/base-url.ts";
import { runOperatorCommand } from "./operator/command.ts";
import { addPasswordReset, findDeveloper } from "./operator/developers.ts";
import { type OperatorOptions, TARGET_USAGE } from "./operator/options.ts";

const USAGE = `Usage: npm run developer -- reset EMAIL [--state DIR | --remote] [--url URL]
       npm run developer -- show EMAIL [--state DIR | --remote]

  reset        prints a link that sets a new password once, within 30 minutes; an earlier link ends
  show         prints the account's id, role and age

${TARGET_USAGE}
  --url URL    the address of the service, for the link (default: its BASE_URL)`;

async function reset({ email, target, url }: OperatorOptions<string>): Promise<string> {
	const origin = serviceOrigin(url, target);
	const developer = await findDeveloper(target, email);
	const token = resetTokenOf(randomBytes(RESET_TOKEN_BYTES));
	const now = Date.now();
	const expiresAt = now + RESET_LIFETIME_MS;
	await addPasswordReset(target, developer, { tokenHash: resetTokenHash(token), expiresAt, now });
	return `${origin}/developers/reset?token=${token}

Give this link to the owner of ${email}, and to nobody else: it sets a new password and ends all sessions.
It works once, until ${new Date(expiresAt).toISOString()}.`;
}

async function show({ email, target }: OperatorOptions<string>): Promise<string> {
	const { developer_id, role, created_at } = await findDeveloper(target, email);
	return `${developer_id}  ${role}  registered ${new Date(created_at).toISOString()}`;
}

await runOperatorCommand(USAGE, ["reset", "show"], (options) =>
	options.verb === "reset" ? reset(options) : show(options),
);
