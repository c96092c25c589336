/** docs-pages.md "Samples": in each language they compile, and send the recorded request of their operation. */
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readDocument } from "../../../../scripts/pages/reference/reference-pages.ts";
import { callOf, pathOf, queryOf } from "../../../../scripts/pages/reference/samples/call.ts";
import { typescriptReceiver } from "../../../../scripts/pages/reference/samples/receivers.ts";
import { samplesOf } from "../../../../scripts/pages/reference/samples/samples.ts";
import { examplesOf, type OperationObject } from "../../../../scripts/pages/reference/schema.ts";
import { startRecordingApi } from "../../../support/reference/recording-api.ts";
import { hasPython, newSampleFolder, type SampleFolder } from "../../../support/reference/sample-run.ts";

const ROOT = join(import.meta.dirname, "../../../..");
const document = readDocument(ROOT);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
	Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const samples = samplesOf(document);
const PDF = "%PDF-1.7\nuploaded\n";
const python = await hasPython();
if (!python)
	console.warn(
		"The samples in Python are not run: python3 with the package requests is not on this machine.",
	);

const sourcesIn = (language: "curl" | "typescript" | "python") =>
	new Map([...samples].map(([id, sample]) => [id, sample[language]]));

let api: Awaited<ReturnType<typeof startRecordingApi>>;
let folder: SampleFolder;
beforeAll(async () => {
	api = await startRecordingApi(document);
	const files = [...samples.values()].flatMap(({ call }) =>
		call.form ? [[call.form.file.name, PDF] as const] : [],
	);
	folder = newSampleFolder(Object.fromEntries(files), {
		REPLEVIN_URL: api.url,
		REPLEVIN_API_KEY: "sk_test",
		REPLEVIN_API_SECRET: "ss_test",
		REPLEVIN_ACCESS_TOKEN: "token_test",
	});
});
afterAll(async () => {
	await api?.stop();
	folder?.remove();
});

/** What the operation's recorded example says that a client sends. */
function expectedOf(path: string, method: string, operation: OperationObject) {
	const call = callOf(path, method, operation);
	const json = examplesOf(operation.requestBody?.content["application/json"] ?? {})[0]?.value;
	const form = examplesOf(operation.requestBody?.content["multipart/form-data"] ?? {})[0]?.value;
	const kinds = operation.security.flatMap((way) => Object.keys(way));
	return {
		operationId: operation.operationId,
		url: `/api/v1${pathOf(call)}${queryOf(call)}`,
		credential: kinds.includes("apiKeyAuth")
			? "sk_test ss_test"
			: kinds.length > 0
				? "Bearer token_test"
				: "",
		hasKey: operation.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false,
		body: form === undefined ? json : { ...asText(form), file: { type: "application/pdf", text: PDF } },
	};
}

/** Forms carry text. */
const asText = (fields: unknown) =>
	Object.fromEntries(
		Object.entries(Object(fields)).map(([name, value]) => [
			name,
			typeof value === "object" ? value : String(value),
		]),
	);

function sent() {
	return api.take().map(({ operationId, url, headers, body }) => ({
		operationId,
		url,
		credential:
			headers.authorization ?? [headers["x-api-key"], headers["x-api-secret"]].filter(Boolean).join(" "),
		hasKey: /^\S{16,}$/.test(headers["idempotency-key"] ?? ""),
		body: withoutName(body),
	}));
}

/** The name of a file does not count, and JSON within a form is compared as a value. */
function withoutName(body: unknown): unknown {
	const { file, courtInfo } = Object(body);
	if (typeof file?.text !== "string") return body;
	const { type, text } = file;
	return {
		...Object(body),
		file: { type, text },
		...(courtInfo && { courtInfo: JSON.parse(courtInfo.text ?? courtInfo) }),
	};
}

const byId = (a: { operationId: string }, b: { operationId: string }) =>
	a.operationId < b.operationId ? -1 : 1;
const expected = operations
	.map(({ path, method, operation }) => expectedOf(path, method, operation))
	.sort(byId);

describe("the samples of all operations", () => {
	it("send the recorded request with curl", async () => {
		expect(await folder.curl(sourcesIn("curl"))).toBe("");
		expect(sent().sort(byId)).toEqual(expected);
		expect(await folder.problems("sh")).toBe("");
	});

	it("send the recorded request with the SDK, and compile under strict rules", async () => {
		const all = new Map([...sourcesIn("typescript"), ["receiver", typescriptReceiver]]);
		expect(await folder.typescript(all)).toBe("");
		expect(sent().sort(byId)).toEqual(expected);
		expect(await folder.problems("ts")).toBe("");
	});

	it.skipIf(!python)("send the recorded request with Python", async () => {
		expect(await folder.python(sourcesIn("python"))).toBe("");
		expect(sent().sort(byId)).toEqual(expected);
	});

	it.skipIf(!python)(
		"show the service's message and fail in Python, when a request is rejected",
		async () => {
			const message = '{"error":{"code":"FORBIDDEN","message":"Ask a reviewer first."}}';
			const rejecting = createServer((_, response) => response.writeHead(403).end(message));
			await new Promise<void>((resolve) => rejecting.listen(0, "127.0.0.1", resolve));
			const url = `http://127.0.0.1:${Object(rejecting.address()).port}`;
			const other = newSampleFolder({}, { REPLEVIN_URL: url, REPLEVIN_ACCESS_TOKEN: "token_test" });
			const source = samples.get("requestOrigin")?.python ?? "";
			expect(await other.python(new Map([["requestOrigin", source]]))).toContain(
				`requestOrigin.py ${message}`,
			);
			other.remove();
			rejecting.close();
		},
	);
});
