// Writes public/api/v1/openapi.json from the route table: `node scripts/openapi.ts`. `--check` fails if the committed
// document differs and writes nothing.
import "./wasm-hook.ts";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = join(import.meta.dirname, "..");
export const documentPath = join(root, "public/api/v1/openapi.json");

export async function renderDocument(): Promise<string> {
	// Dynamic, so that the hook for `.wasm` is registered first.
	const { operations } = await import("../src/operations.ts");
	const { responseSchemas } = await import("../src/response-schemas.ts");
	const { openApiDocument } = await import("../src/http/openapi/document.ts");
	const { writeJson } = await import("../src/http/openapi/write-json.ts");
	return writeJson(openApiDocument(operations, responseSchemas, "/api/v1"));
}

function committedDocument(): string | undefined {
	try {
		return readFileSync(documentPath, "utf8");
	} catch {
		return undefined;
	}
}

if (import.meta.main) {
	const document = await renderDocument();
	if (!process.argv.includes("--check")) {
		mkdirSync(dirname(documentPath), { recursive: true });
		writeFileSync(documentPath, document);
	} else if (committedDocument() !== document) {
		process.stderr.write(
			"public/api/v1/openapi.json is not what the route table gives. Run `node scripts/openapi.ts` and commit it.\n",
		);
		process.exitCode = 1;
	}
}
