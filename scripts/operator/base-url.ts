/** The public address of the service, for the pages that a command names. */
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { isLoopback } from "../../src/kernel/loopback.ts";
import { readIfThere } from "../files.ts";
import { readLocalConfig } from "../start/local-config.ts";
import { lockedUrl } from "../start/state-lock.ts";
import type { Target } from "./options.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const LOCAL_DEFAULT = "http://127.0.0.1:8787";

/**
 * The origin of the service: the given one, else `BASE_URL` of the service itself.
 * @throws Error if a deployment has none, or if it is not a URL
 */
export function serviceOrigin(given: string | undefined, target: Target): string {
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
