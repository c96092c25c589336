/** The snippets of sdk/README.md as modules of their own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/**
 * @param given statements, by the name that each gives to a snippet that leaves it to its reader
 * @returns a module for each snippet
 */
export function readmeModules(given: Readonly<Record<string, string>>): string[] {
	const readme = readFileSync(join(ROOT, "sdk/README.md"), "utf8");
	const snippets = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
	return snippets.map((code) => {
		const isMissing = (name: string) =>
			new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`const ${name}\\b`).test(code);
		const names = Object.entries(given).filter(([name]) => isMissing(name));
		return `export {};\n${names.map(([, statement]) => `${statement}\n`).join("")}${code}`;
	});
}
