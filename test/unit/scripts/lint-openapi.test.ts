// quality.md "The contract".
import { expect, test } from "vitest";
import { lintOpenApi } from "../../../scripts/lint-openapi.ts";

const operation = {
	operationId: "getHealth",
	tags: ["Health"],
	description: "Tells whether the service is healthy.",
	responses: { 200: { description: "It is." } },
};
const withOperation = (changes: object) => ({
	openapi: "3.1.1",
	info: {
		title: "A service",
		version: "1",
		description: "For tests.",
		contact: { url: "https://a.example" },
	},
	servers: [{ url: "https://a.example" }],
	tags: [{ name: "Health" }],
	paths: { "/health": { get: { ...operation, ...changes } } },
});
const lint = (document: object) => lintOpenApi(JSON.stringify(document));

test("a warning is a problem, with its place and its rule", async () => {
	expect(await lint(withOperation({ tags: ["Other"] }))).toEqual([
		expect.stringMatching(/^line \d+, paths\.\/health\.get\.tags\.0: .+ \(operation-tag-defined\)$/),
	]);
});

test("an example that its schema rejects is a problem", async () => {
	const content = { "application/json": { schema: { type: "integer" }, example: "healthy" } };
	const problems = await lint(withOperation({ responses: { 200: { description: "It is.", content } } }));
	expect(problems).toEqual([expect.stringContaining("(oas3-valid-media-example)")]);
});
