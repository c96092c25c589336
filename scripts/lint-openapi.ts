/**
 * Judges the OpenAPI document by every rule that Spectral recommends, and fails on any result, also on a hint. Uses
 * Spectral's libraries, because its command needs 90 packages more.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import parsers from "@stoplight/spectral-parsers";
import { oas } from "@stoplight/spectral-rulesets";

const FILE = resolve(import.meta.dirname, "../public/api/v1/openapi.json");

/** @returns one line for each problem: its place, its rule and what is wrong */
export async function lintOpenApi(text: string): Promise<string[]> {
	const linter = new spectral.Spectral();
	// The type of `oas` lacks what it inherits.
	linter.setRuleset({ extends: [oas as RulesetDefinition] });
	const results = await linter.run(new spectral.Document(text, parsers.Json));
	return results.map(({ code, message, path, range }) => {
		const place = path.length > 0 ? path.join(".") : "document";
		return `line ${range.start.line + 1}, ${place}: ${message} (${code})`;
	});
}

async function main(): Promise<void> {
	const problems = await lintOpenApi(readFileSync(FILE, "utf8"));
	if (problems.length === 0) {
		console.log(`${FILE} breaks no rule of Spectral`);
		return;
	}
	process.stderr.write(`${FILE} breaks rules of Spectral:\n  ${problems.join("\n  ")}\n`);
	process.exitCode = 1;
}

if (import.meta.filename === process.argv[1]) await main();
