/** `npm run developer`: shows an account, or creates a one-time code for a new password or a first passkey. */
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import {
	ACCOUNT_CODE_LENGTH,
	accountCodeHash,
	accountCodeOf,
	OPERATOR_CODE_LIFETIME_MS,
} from "../src/developers/account/account-code.ts";
import { isLoopback } from "../src/kernel/loopback.ts";
import { runCommand } from "./command.ts";
import { readIfThere } from "./files.ts";
import { addOperatorCode, findDeveloper, removePasskeys } from "./operator/developers.ts";
import { type OperatorOptions, parseOperatorOptions, TARGET_USAGE, type Target } from "./operator/options.ts";
import { readLocalConfig } from "./start/local-config.ts";
import { lockedUrl } from "./start/state-lock.ts";

const ROOT = resolve(import.meta.dirname, "..");
const LOCAL_DEFAULT = "http://127.0.0.1:8787";

const USAGE = `Usage: npm run developer -- reset EMAIL [--state DIR | --remote] [--url URL]
       npm run developer -- passkey EMAIL [--state DIR | --remote] [--url URL]
       npm run developer -- remove-passkeys EMAIL [--state DIR | --remote]
       npm run developer -- show DEVELOPER_ID|EMAIL [--state DIR | --remote]

  reset        prints a page and a code that sets a new password there once, within 30 minutes; an earlier code ends
  passkey      prints a page and a code with which a reviewer or resolver adds a first passkey, once, within 30 minutes
  remove-passkeys
               removes the passkeys and recovery codes of an account whose owner you have identified. Its role has no
               powers for a day
  show         prints the account's id, role and age

${TARGET_USAGE}
  --url URL    the address of the service, for the page (default: its BASE_URL)`;

const CODES = {
	reset: {
		purpose: "reset_password",
		path: "/developers/reset",
		effect: "it sets a new password and ends\nall sessions",
	},
	passkey: {
		purpose: "first_passkey",
		path: "/developers/account/passkeys",
		effect: "it adds the first\npasskey of the account, by which the role's decisions are signed",
	},
} as const;

async function giveCode(
	kind: keyof typeof CODES,
	{ account, target, url }: OperatorOptions<string>,
): Promise<string> {
	const { purpose, path, effect } = CODES[kind];
	const origin = serviceOrigin(url, target);
	const developer = await findDeveloper(target, account);
	const code = accountCodeOf(randomBytes(ACCOUNT_CODE_LENGTH));
	const now = Date.now();
	const expiresAt = now + OPERATOR_CODE_LIFETIME_MS;
	await addOperatorCode(target, developer, { purpose, codeHash: accountCodeHash(code), expiresAt, now });
	return `Page  ${origin}${path}
Code  ${code}

Give both to the owner of ${developer.email}, and the code to nobody else: entered on the page, ${effect}. Never put it into an address. It works once, until ${new Date(expiresAt).toISOString()}.`;
}

/**
 * The origin of the service: the given one, else `BASE_URL` of the service itself.
 * @throws Error if a deployment has none, or if it is not a URL
 */
function serviceOrigin(given: string | undefined, target: Target): string {
	const found = given ?? configuredUrl(target);
	const url = URL.canParse(found) ? new URL(found) : undefined;
	if (url?.protocol !== "http:" && url?.protocol !== "https:") {
		throw new Error("The address of the service is unknown. Pass it: --url https://…");
	}
	return url.origin;
}

function configuredUrl(target: Target): string {
	const fromEnvironment = process.env.BASE_URL;
	if (fromEnvironment) return fromEnvironment;
	if (target.kind === "remote") return deployedUrl();
	const devVars = parseEnv(readIfThere(join(ROOT, ".dev.vars")) ?? "");
	return devVars.BASE_URL ?? lockedUrl(target.stateDir) ?? LOCAL_DEFAULT;
}

/** wrangler.toml's default is for `wrangler dev`. */
function deployedUrl(): string {
	const url = URL.parse(String(readLocalConfig(ROOT).vars.BASE_URL));
	return url === null || isLoopback(url.hostname) ? "" : url.href;
}

async function forgetPasskeys({ account, target }: OperatorOptions<string>): Promise<string> {
	const developer = await findDeveloper(target, account);
	await removePasskeys(target, developer, Date.now());
	return `${developer.email} has no passkey now. Whoever knows the password gets in: have it reset too, if it may have leaked.`;
}

async function show({ account, target }: OperatorOptions<string>): Promise<string> {
	const { developer_id, role, created_at } = await findDeveloper(target, account);
	return `${developer_id}  ${role}  registered ${new Date(created_at).toISOString()}`;
}

await runCommand(
	USAGE,
	(args) =>
		parseOperatorOptions(args, {
			reset: "email",
			passkey: "email",
			"remove-passkeys": "email",
			show: "either",
		}),
	(options) => {
		if (options.verb === "show") return show(options);
		return options.verb === "remove-passkeys" ? forgetPasskeys(options) : giveCode(options.verb, options);
	},
);
