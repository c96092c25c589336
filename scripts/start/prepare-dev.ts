/**
 * Prepares a state for `wrangler dev`, and locks it in wrangler's name, which keeps `npm start` away from it. wrangler runs
 * this at its start and after each change of a source.
 */
import { resolve } from "node:path";
import { prepareState } from "./prepare-state.ts";
import { argumentsOf, parentOf } from "./process-identity.ts";
import { lockState } from "./state-lock.ts";

const DEFAULT_STATE = resolve(import.meta.dirname, "../../.wrangler/state");
const DEFAULT_PORT = "8787";
const MAX_ANCESTORS = 8;

/** @throws Error that says what is wrong and what to do */
export async function prepareDev(): Promise<void> {
	// Files of the state must not be readable by other users.
	process.umask(0o077);
	const wrangler = findWrangler(process.pid);
	const option = (name: string) => optionOf(wrangler?.args ?? [], name);
	const persistTo = option("persist-to");
	const stateDir = persistTo === undefined ? DEFAULT_STATE : resolve(persistTo);
	const url = `http://localhost:${option("port") ?? DEFAULT_PORT}`;
	if (wrangler) {
		await lockState(stateDir, url, { pid: wrangler.pid, otherState: "npx wrangler dev --persist-to DIR" });
	}
	const { config, devVars } = await prepareState(stateDir, {});
	const baseUrl = varOf(wrangler?.args ?? [], "BASE_URL") ?? devVars.BASE_URL ?? String(config.vars.BASE_URL);
	if (wrangler && isLocal(baseUrl) && new URL(baseUrl).port !== new URL(url).port) {
		const options = `--port ${new URL(url).port} --var BASE_URL:${url}`;
		process.stdout.write(
			`The pages take no form here, because BASE_URL is ${baseUrl}. Use: npx wrangler dev ${options}\n`,
		);
	}
}

/** The wrangler process that runs this one, below shells. Undefined if this system does not tell. */
function findWrangler(from: number): { pid: number; args: string[] } | undefined {
	let pid: number | undefined = from;
	for (let count = 0; count < MAX_ANCESTORS; count++) {
		pid = parentOf(pid);
		if (pid === undefined) return undefined;
		const args = argumentsOf(pid);
		if (args.some((text) => /wrangler-dist[\\/]cli\.js/.test(text))) return { pid, args };
	}
	return undefined;
}

/** The value of `--name value` or `--name=value`. */
function optionOf(args: string[], name: string): string | undefined {
	const at = args.findIndex((text) => text === `--${name}` || text.startsWith(`--${name}=`));
	const text = args[at];
	if (text === undefined) return undefined;
	return text.includes("=") ? text.slice(text.indexOf("=") + 1) : args[at + 1];
}

/** The value of `--var name:value` or `--var=name:value`. */
function varOf(args: string[], name: string): string | undefined {
	const start = new RegExp(`^(--var=)?${name}:`);
	return args.find((text) => start.test(text))?.replace(start, "");
}

const isLocal = (url: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(url);
