// A proxy of a node. A test can respond to requests in the node's place.
import type { ServerResponse } from "node:http";
import { type LocalServer, startLocalServer } from "../service/local-server.ts";

export type RpcRequest = { readonly method: string; readonly params: readonly unknown[] };
/** Responds in the node's place. */
export type Fault = (response: ServerResponse) => void;

export const jsonResponse = (content: object): Fault => {
	return (response) => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...content }));
};
export const errorResponse = (code: number, message: string) => jsonResponse({ error: { code, message } });
export const methodNotFound = errorResponse(-32_601, "the method does not exist/is not available");

/**
 * @param nodeUrl the node's URL; a function for a node that moves
 * @param faultFor the response to a request; undefined to pass the request on
 */
export function startRpcProxy(
	nodeUrl: string | (() => string),
	faultFor: (request: RpcRequest) => Fault | undefined,
): Promise<LocalServer> {
	return startLocalServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const fault = faultFor(JSON.parse(body) as RpcRequest);
		if (fault !== undefined) return fault(response);
		try {
			const headers = { "content-type": "application/json" };
			const nodeResponse = await fetch(typeof nodeUrl === "string" ? nodeUrl : nodeUrl(), {
				method: "POST",
				headers,
				body,
			});
			response.end(await nodeResponse.text());
		} catch {
			response.destroy();
		}
	});
}

/** Every known way in which a node fails. */
export const OUTAGES: readonly (readonly [string, Fault])[] = [
	["stays silent", () => {}],
	["falls silent within its response", (response) => response.writeHead(200).write("{")],
	["closes the connection", (response) => response.destroy()],
	[
		"closes the connection in the body",
		(response) => {
			response.writeHead(200, { "content-length": "100" }).write('{"jsonrpc":"2.0"');
			setTimeout(() => response.destroy(), 20);
		},
	],
	["responds with 500", (response) => response.writeHead(500).end("{}")],
	["responds with 429", (response) => response.writeHead(429).end("{}")],
	["redirects", (response) => response.writeHead(307, { location: "/" }).end()],
	["responds with HTML", (response) => response.end("<html>gateway time-out</html>")],
	["responds with other JSON", (response) => response.end('{"status":"ok"}')],
	["responds with a number", jsonResponse({ result: 1 })],
	["responds with a list", jsonResponse({ result: [] })],
	["responds with an object of another form", jsonResponse({ result: { number: "one" } })],
	["responds with other text than hex", jsonResponse({ result: "true" })],
	["is rate-limited", errorResponse(-32_005, "limit exceeded")],
	["has an internal error", errorResponse(-32_603, "internal error")],
	["is starting", errorResponse(-32_000, "the node is starting up")],
];
