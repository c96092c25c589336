import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version of the package, whose manifest is one folder up: of sdk/cli/ here, and of dist/ once it is built. */
export function version(): string {
	const manifest = fileURLToPath(new URL("../package.json", import.meta.url).href);
	return JSON.parse(readFileSync(manifest, "utf8")).version;
}
