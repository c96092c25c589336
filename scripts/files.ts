import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The files of a folder and its folders, sorted by name, without `node_modules`; or the file itself. */
export function* filesBelow(path: string): Generator<string> {
	if (!existsSync(path)) return;
	if (!statSync(path).isDirectory()) {
		yield path;
		return;
	}
	for (const name of readdirSync(path).sort()) {
		if (name !== "node_modules") yield* filesBelow(join(path, name));
	}
}
