/**
 * Manages `.dev.vars`: random secrets of this machine, readable by their owner only. An existing secret is never
 * changed, because the state is hashed and encrypted with it.
 */
import { appendFileSync, chmodSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { readIfThere } from "../files.ts";
import { SECRET_MAKERS } from "./secret-makers.ts";

const HEAD = `# Secrets of this machine's local service, made by \`npm start\`. Never commit them. Losing them makes the
# API keys, sessions and webhook secrets below .wrangler/state worthless, and the evidence that it has issued.
`;

/** No made secret has a quote. */
export const lineOf = (name: string, value: string): string => `${name}='${value}'\n`;

/**
 * Adds the `required` secrets that the file and the environment lack; `added` names them. A secret of an unknown kind
 * is left for the service to report.
 */
export function ensureDevVars(
	file: string,
	required: readonly string[],
	env: Record<string, string | undefined>,
): { values: Record<string, string>; added: string[] } {
	const text = readIfThere(file);
	const values: Record<string, string> = {};
	for (const [name, value] of Object.entries(parseEnv(text ?? ""))) values[name] = value ?? "";
	const added: string[] = [];
	let lines = "";
	for (const name of required) {
		const make = SECRET_MAKERS[name];
		if (name in values || env[name] !== undefined || make === undefined) continue;
		values[name] = make();
		lines += lineOf(name, values[name]);
		added.push(name);
	}
	if (lines === "") return { values, added };
	// "wx": of two concurrent first starts one writes; the other fails and reads the file at the next start.
	if (text === undefined) writeFileSync(file, HEAD + lines, { mode: 0o600, flag: "wx" });
	else {
		// The file may be the user's own, with any mode, so it is restricted before it holds a secret.
		chmodSync(file, 0o600);
		appendFileSync(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}`);
	}
	return { values, added };
}
