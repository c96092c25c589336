// Bodies that are not JSON, too large, or of another media type than declared (auth.md "Request bodies").
import { beforeAll, describe, expect, it } from "vitest";
import { BODY_LIMIT_BYTES, bodyLimitOf, PUBLIC_BODY_LIMIT_BYTES } from "../../src/http/body-limit.ts";
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from "../../src/http/json-body.ts";
import type { Operation } from "../../src/http/operation.ts";
import {
	type Caller,
	codeOfEmptyBody,
	credentialsFor,
	exampleBody,
	namedOperationsWithBody,
	newCaller,
	operationsWithBody,
	pathOf,
} from "../support/contract/contract-operations.ts";
import { type CallOptions, call } from "../support/contract/openapi-client.ts";

let caller: Caller;
beforeAll(async () => {
	caller = await newCaller();
});

const send = (operation: Operation, rawBody: BodyInit | undefined, headers: CallOptions["headers"] = {}) =>
	call(operation.method, pathOf(operation), {
		...(rawBody !== undefined && { rawBody }),
		headers: { "content-type": "application/json", ...credentialsFor(operation, caller), ...headers },
	});

const bytes = (...parts: (string | number[])[]) =>
	new Uint8Array(
		parts.flatMap((part) => (typeof part === "string" ? [...new TextEncoder().encode(part)] : part)),
	);

/** A body in chunks, without a Content-Length. */
function streamOf(size: number): ReadableStream {
	let left = size;
	return new ReadableStream({
		pull(controller) {
			const chunk = new Uint8Array(Math.min(left, 65_536)).fill(0x20);
			left -= chunk.length;
			if (chunk.length > 0) controller.enqueue(chunk);
			if (left === 0) controller.close();
		},
	});
}

const notJson: [string, BodyInit | undefined][] = [
	["nothing", undefined],
	["an empty body", ""],
	["white space", " \n"],
	["text", "hello"],
	["half a document", '{"rec":{"lostAccount":'],
	["two documents", "{}{}"],
	["a trailing comma", '{"rec":{},}'],
	["single quotes", "{'rec':{}}"],
	["NaN", '{"rec":NaN}'],
	["a comment", "{}// yes"],
	["a NUL", "\u0000"],
	["bytes that are not UTF-8", bytes('{"label":"', [0xff, 0xfe], '"}')],
	["an encoded surrogate", bytes('{"label":"', [0xed, 0xa0, 0x80], '"}')],
	["an overlong encoding", bytes('{"label":"', [0xc0, 0xaf], '"}')],
	["UTF-16", bytes([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
	["brackets that are never closed", "[".repeat(MAX_JSON_DEPTH)],
];

/** As long as a body of every operation may be. */
const LENGTH = PUBLIC_BODY_LIMIT_BYTES;
const tooComplex: [string, string, RegExp][] = [
	["lists that are too deep", "[".repeat(LENGTH / 2) + "]".repeat(LENGTH / 2), /at most 32 deep/],
	["lists that are never closed", "[".repeat(LENGTH), /at most 32 deep/],
	["objects that are too deep", `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`, /at most 32 deep/],
	["lists one level too deep", `{"a":${"[".repeat(MAX_JSON_DEPTH)}${"]".repeat(MAX_JSON_DEPTH)}}`, /32 deep/],
	["a list of 20,000 objects", `{"a":[${"{},".repeat(20_000)}{}]}`, /at most 10000 values/],
	["objects without an end", `{"a":[${"{},".repeat(20_000)}`, /at most 10000 values/],
	["one value too many", `{"a":[${"0,".repeat(MAX_JSON_VALUES - 2)}0]}`, /at most 10000 values/],
];

const jsonOfAnotherKind: [string, string][] = [
	["null", "null"],
	["true", "true"],
	["a number", "1e999"],
	["text", '"text"'],
	["an empty list", "[]"],
	["lists as deep as allowed", "[".repeat(MAX_JSON_DEPTH) + "]".repeat(MAX_JSON_DEPTH)],
	["4,000 unknown fields", `{${Array.from({ length: 4_000 }, (_, at) => `"field${at}":0`).join()}}`],
	["as many values as allowed", `{"a":[${"0,".repeat(MAX_JSON_VALUES - 3)}0]}`],
	["brackets in a string", `{"a":"${"[{,".repeat(20_000)}"}`],
	["one field twice", '{"surprise":1,"surprise":2}'],
];

describe.each(namedOperationsWithBody)("%s", (_, operation) => {
	it.each(notJson)("rejects %s as malformed JSON with 400", async (_, rawBody) => {
		const { status, body } = await send(operation, rawBody);
		expect([status, body.error.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
		expect(body.error.details).toEqual([
			{ field: "(body)", rule: "json", message: "This is not valid JSON." },
		]);
	});

	it.each(tooComplex)("rejects %s before parsing it", async (_, rawBody, problem) => {
		const { status, body } = await send(operation, rawBody);
		expect([status, body.error.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
		expect(body.error.details).toEqual([
			{ field: "(body)", rule: "too_complex", message: expect.stringMatching(problem) },
		]);
	});

	it.each(jsonOfAnotherKind)("rejects %s with 400", async (_, rawBody) => {
		const { status, body } = await send(operation, rawBody);
		const isObject = rawBody.startsWith("{");
		const code = isObject ? codeOfEmptyBody(operation) : "INPUT_VALIDATION_ERROR";
		expect([status, body.error.code]).toEqual([400, code]);
		const count = body.error.details?.length;
		if (code === "INPUT_VALIDATION_ERROR") {
			expect(count).toBeGreaterThan(0);
			expect(count).toBeLessThanOrEqual(50);
		} else expect(count).toBeUndefined();
	});

	it.each([
		["no content type", null],
		["text", "text/plain"],
		["a form", "application/x-www-form-urlencoded"],
		["files", "multipart/form-data; boundary=x"],
		["another JSON type", "application/merge-patch+json"],
		["two types", "application/json, text/plain"],
		["a lookalike", "application/jsonp"],
	])("rejects %s as its media type", async (_, type) => {
		const rawBody = new TextEncoder().encode(JSON.stringify(exampleBody(operation)));
		const { status, body } = await send(operation, rawBody, { "content-type": type });
		// An upload may be a form, so its media type is accepted and its body is not.
		const isForm = operation.upload && type?.startsWith("multipart/form-data");
		const rejection = isForm ? [400, "INPUT_VALIDATION_ERROR"] : [415, "UNSUPPORTED_MEDIA_TYPE"];
		expect([status, body.error.code]).toEqual(rejection);
	});

	const limit = bodyLimitOf(operation, "json");

	it("rejects one byte over its limit with 413, with a Content-Length", async () => {
		const { status, body } = await send(operation, " ".repeat(limit + 1), {
			"content-length": limit + 1,
		});
		expect([status, body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
	});

	it("rejects one byte over its limit with 413, without a Content-Length", async () => {
		const { status, body } = await send(operation, streamOf(limit + 1));
		expect([status, body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
	});

	it("reads a body of exactly its limit", async () => {
		const { status, body } = await send(operation, streamOf(limit));
		expect([status, body.error.code]).toEqual([400, "INPUT_VALIDATION_ERROR"]);
	});
});

it("the limit of JSON is 1 MiB, and for callers without a credential 128 KiB", () => {
	const limits = namedOperationsWithBody.map(([id, operation]) => [id, bodyLimitOf(operation, "json")]);
	const isSmall = ({ policy, operationId }: Operation) =>
		policy === "public" && operationId !== "prepareTypedData";
	expect(limits).toEqual(
		namedOperationsWithBody.map(([id, operation]) => [id, isSmall(operation) ? 128 * 1024 : 1024 * 1024]),
	);
	expect([BODY_LIMIT_BYTES, PUBLIC_BODY_LIMIT_BYTES]).toEqual([1024 * 1024, 128 * 1024]);
});

describe("a valid body", () => {
	const operation = operationsWithBody.find(({ operationId }) => operationId === "calculateJrcHash");
	if (!operation) throw new Error("There is no calculateJrcHash.");
	const text = JSON.stringify(exampleBody(operation));

	it.each([
		"application/json",
		"Application/JSON",
		"application/json; charset=utf-8",
		'application/json ;charset="UTF-8"',
		"application/json;",
	])("may be sent as %s", async (type) => {
		expect((await send(operation, text, { "content-type": type })).status).toBe(200);
	});

	it.each([
		[{ "content-encoding": "gzip" }, /without `Content-Encoding`/],
		[{ "content-encoding": "br" }, /without `Content-Encoding`/],
		[{ "content-type": "application/json; charset=latin1" }, /UTF-8/],
		[{ "content-type": 'application/json;charset="utf-16"' }, /UTF-8/],
	])("may not be sent with %j", async (headers, words) => {
		const { status, body } = await send(operation, text, headers);
		expect([status, body.error.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
		expect(body.error.message).toMatch(words);
	});

	it("may begin with a byte order mark and have white space around it", async () => {
		expect((await send(operation, bytes([0xef, 0xbb, 0xbf], ` \r\n${text}\t`))).status).toBe(200);
	});

	it("may come in chunks", async () => {
		const stream = new Blob([text.slice(0, 7), text.slice(7)]).stream();
		expect((await send(operation, stream)).status).toBe(200);
	});
});
