/**
 * `npm run examples`: records the examples of the OpenAPI document. It starts the service, walks through every operation,
 * replaces what differs from run to run, and writes `src/http/openapi/examples.json`. Run `npm run generate` after it.
 */
import "./wasm-hook.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "../src/http/openapi/write-json.ts";

const FILE = join(import.meta.dirname, "../src/http/openapi/examples.json");

// Dynamic, so that the hook for `.wasm` is registered first.
const { recordExamples } = await import("./examples/record-examples.ts");
writeFileSync(FILE, writeJson(await recordExamples()));
process.stdout.write(`Wrote ${FILE}. Run \`npm run generate\` to put the examples into the document.\n`);
