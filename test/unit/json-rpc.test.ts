// signatures.md "2. Contract signatures".
import type { RequestListener, ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createJsonRpc, type RpcResponse } from "../../src/chain/json-rpc.ts";
import { type LocalServer, startLocalServer } from "../support/service/local-server.ts";

let server: LocalServer | undefined;
afterEach(async () => {
	await server?.stop();
	server = undefined;
});

async function request(listener: RequestListener): Promise<RpcResponse> {
	server = await startLocalServer(listener);
	const rpc = createJsonRpc({ url: `${server.url}/secret-key`, timeoutMs: 300, maxBodyBytes: 1000 });
	return rpc.call("eth_test", ["0x1", { a: true }]);
}

function respondWith(body: string, status = 200): RequestListener {
	return (_, response) => response.writeHead(status, { "content-type": "application/json" }).end(body);
}

const rpcResponse = (content: object) => respondWith(JSON.stringify({ jsonrpc: "2.0", id: 1, ...content }));

describe("a node's response", () => {
	test.each([
		["text", "0x1"],
		["null", null],
		["an object", { a: [1] }],
		["false", false],
	])("returns %s as a result", async (_, result) => {
		expect(await request(rpcResponse({ result }))).toEqual({ ok: true, result });
	});

	test("returns an error object with code, message and data", async () => {
		expect(
			await request(rpcResponse({ error: { code: 3, message: "execution reverted", data: "0x08" } })),
		).toEqual({
			ok: false,
			kind: "rpc_error",
			code: 3,
			message: "execution reverted",
			data: "0x08",
		});
	});

	test("is requested by one JSON-RPC POST", async () => {
		let seen = "";
		await request((request, response) => {
			request.on("data", (chunk) => {
				seen += chunk;
			});
			request.on("end", () => rpcResponse({ result: 1 })(request, response));
			expect(request.method).toBe("POST");
			expect(request.headers["content-type"]).toBe("application/json");
		});
		expect(JSON.parse(seen)).toEqual({
			jsonrpc: "2.0",
			id: 1,
			method: "eth_test",
			params: ["0x1", { a: true }],
		});
	});
});

describe("a node without a JSON-RPC response", () => {
	const begun = (response: ServerResponse) => response.writeHead(200).write('{"jsonrpc":"2.0","id":1,');
	const cases: [string, RequestListener, string][] = [
		["HTML", respondWith("<html>502</html>"), "the node's response is not JSON"],
		["an empty body", respondWith(""), "the node's response is not JSON"],
		["truncated JSON", respondWith('{"jsonrpc":"2.0","id":1,"resu'), "the node's response is not JSON"],
		["other JSON", respondWith('{"hello":1}'), "the node's response is not JSON-RPC"],
		["a list", respondWith("[]"), "the node's response is not JSON-RPC"],
		["null", respondWith("null"), "the node's response is not JSON-RPC"],
		["neither result nor error", rpcResponse({}), "the node's response is not JSON-RPC"],
		["another request's id", rpcResponse({ id: 2, result: 1 }), "the node's response is not JSON-RPC"],
		[
			"a redirect",
			(_, r) => r.writeHead(302, { location: "/" }).end(),
			"the node responded with HTTP status 302",
		],
		["a body over the limit", rpcResponse({ result: "0".repeat(1000) }), "the node's response is too large"],
		["a broken connection", (request) => request.socket.destroy(), "the node could not be reached"],
		["no response", () => {}, "the node did not respond in time"],
		["a body that never ends", (_, response) => begun(response), "the node did not respond in time"],
	];
	test.each(cases)(
		"is unreachable for %s, with a reason that contains no URL",
		async (_, listener, reason) => {
			expect(await request(listener)).toEqual({ ok: false, kind: "unreachable", reason });
		},
	);

	test.each([400, 401, 404, 429, 500, 502, 503])("is unreachable for HTTP status %i", async (status) => {
		expect(await request(respondWith('{"jsonrpc":"2.0","id":1,"result":1}', status))).toEqual({
			ok: false,
			kind: "unreachable",
			reason: `the node responded with HTTP status ${status}`,
		});
	});

	test("is unreachable if the connection breaks in the body", async () => {
		const result = await request((request, response) => {
			begun(response);
			setTimeout(() => request.socket.destroy(), 50);
		});
		expect(result).toEqual({ ok: false, kind: "unreachable", reason: "the node could not be reached" });
	});

	test("is unreachable at a closed port or an invalid URL", async () => {
		const closed = await startLocalServer(() => {});
		await closed.stop();
		for (const url of [closed.url, "not a url", "ftp://127.0.0.1/"]) {
			const result = await createJsonRpc({ url, timeoutMs: 300 }).call("eth_test", []);
			expect(result).toEqual({ ok: false, kind: "unreachable", reason: "the node could not be reached" });
		}
	});
});
