/** An isolate builds no schema before a request needs it: `lazy` in src/kernel/once.ts. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
/** The settings are parsed at the first request, whatever it is; the answers' schemas are no part of the Worker. */
const AT_IMPORT = ["src/env.ts", "src/signing-key-sets.ts", "src/http/validation.ts", "src/http/openapi/**"];
const builtAtImport = /^(?:export )?const \w+(?:: [^=\n]+)? =\s+z\s*\.\w+/gm;

test("no module of the Worker builds a schema when it is imported", () => {
	const files = globSync(["src/**/*.ts", "durable/**/*.ts"], {
		cwd: ROOT,
		exclude: [...AT_IMPORT, "src/**/*response-schemas.ts"],
	});
	expect(files).toContain("src/kernel/schemas.ts");
	const found = files.flatMap((file) =>
		(readFileSync(join(ROOT, file), "utf8").match(builtAtImport) ?? []).map((line) => `${file}: ${line}`),
	);
	expect(found).toEqual([]);
});
