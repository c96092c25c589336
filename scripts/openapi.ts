// Writes public/api/v1/openapi.json from the route table, and docs/case-lifecycle.md from the guide to statuses:
// `npm run generate`. `--check` fails if a committed file differs and writes nothing.
import "./wasm-hook.ts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
export const documentPath = join(root, "public/api/v1/openapi.json");
const lifecyclePath = join(root, "docs/case-lifecycle.md");

export async function renderDocument(): Promise<string> {
	// Dynamic, so that the hook for `.wasm` is registered first.
	const { operations } = await import("../src/operations.ts");
	const { openApiDocument } = await import("../src/http/openapi/document.ts");
	const { writeJson } = await import("../src/http/openapi/write-json.ts");
	return writeJson(openApiDocument(operations, "/api/v1"));
}

async function renderLifecycle(): Promise<string> {
	const { lifecycleDocument } = await import("../src/recovery/case/describe-lifecycle.ts");
	return lifecycleDocument();
}

function committed(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return undefined;
	}
}

if (import.meta.main) {
	const files = new Map([
		[documentPath, await renderDocument()],
		[lifecyclePath, await renderLifecycle()],
	]);
	for (const [path, text] of files) {
		if (!process.argv.includes("--check")) {
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, text);
		} else if (committed(path) !== text) {
			process.stderr.write(
				`${path} is not what the code gives. Run \`npm run generate\` and commit the result.\n`,
			);
			process.exitCode = 1;
		}
	}
}
