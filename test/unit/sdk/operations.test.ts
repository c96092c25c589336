/** sdk.md "The surface": every operation of the OpenAPI document has a method. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { List, Replevin } from "../../../sdk/src/index.ts";

const ROOT = join(import.meta.dirname, "../../..");
const { paths } = JSON.parse(readFileSync(join(ROOT, "public/api/v1/openapi.json"), "utf8")) as {
	paths: Record<string, Record<string, { operationId: string; description: string }>>;
};
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** Calls each method of a client and of its parts, and resolves to the operations that they sent. */
async function sentByMethods(): Promise<string[]> {
	const sent: string[] = [];
	const replevin = new Replevin({
		baseUrl: "https://replevin.example",
		fetch: async () => new Response("{}", { headers: { "Content-Type": "application/json" } }),
		hooks: { onRequest: ({ operation }) => sent.push(operation) },
	});
	// These send the requests of other methods.
	const composed: unknown[] = [replevin.request, replevin.submit, replevin.auth.signIn];
	const visit = async (part: object): Promise<void> => {
		for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(part))) {
			const method = (part as Record<string, (...args: unknown[]) => unknown>)[name];
			if (name === "constructor" || composed.includes(method)) continue;
			const result = method?.call(part, `0x${"ab".repeat(32)}`, "b");
			await (result instanceof List ? result.page() : result);
		}
		for (const inner of Object.values(part)) if (typeof inner === "object") await visit(inner);
	};
	await visit(replevin);
	return sent;
}

it("each operation of the OpenAPI document is sent by exactly one method", async () => {
	const expected = operations.map(({ operationId }) => operationId);
	expect((await sentByMethods()).sort()).toEqual(expected.sort());
});
