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
	if (wrangler) {
		const url = `http://localhost:${option("port") ?? DEFAULT_PORT}`;
		await lockState(stateDir, url, { pid: wrangler.pid, otherState: "npx wrangler dev --persist-to DIR" });
	}
	await prepareState(stateDir, {});
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
