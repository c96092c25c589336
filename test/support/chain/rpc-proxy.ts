// A node in front of a node: passes questions on, except those for which a test has an answer of its own.
import type { ServerResponse } from "node:http";
import { type LocalServer, startLocalServer } from "../service/local-server.ts";

export type RpcQuestion = { readonly method: string; readonly params: readonly unknown[] };
/** Answers in the node's place. */
export type Fault = (response: ServerResponse) => void;

export const jsonAnswer = (content: object): Fault => {
	return (response) => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...content }));
};
export const errorAnswer = (code: number, message: string) => jsonAnswer({ error: { code, message } });
export const methodNotFound = errorAnswer(-32_601, "the method does not exist/is not available");

/**
 * @param nodeUrl where the node is, or where it is now
 * @param faultFor what to answer instead; undefined to pass the question on
 */
export function startRpcProxy(
	nodeUrl: string | (() => string),
	faultFor: (question: RpcQuestion) => Fault | undefined,
): Promise<LocalServer> {
	return startLocalServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const fault = faultFor(JSON.parse(body) as RpcQuestion);
		if (fault !== undefined) return fault(response);
		try {
			const headers = { "content-type": "application/json" };
			const answer = await fetch(typeof nodeUrl === "string" ? nodeUrl : nodeUrl(), {
				method: "POST",
				headers,
				body,
			});
			response.end(await answer.text());
		} catch {
			response.destroy();
		}
	});
}

/** Every way known in which an answer can be none. */
export const OUTAGES: readonly (readonly [string, Fault])[] = [
	["is silent", () => {}],
	["begins an answer and falls silent", (response) => response.writeHead(200).write("{")],
	["dies", (response) => response.destroy()],
	[
		"dies in the middle of its answer",
		(response) => {
			response.writeHead(200, { "content-length": "100" }).write('{"jsonrpc":"2.0"');
			setTimeout(() => response.destroy(), 20);
		},
	],
	["answers 500", (response) => response.writeHead(500).end("{}")],
	["answers 429", (response) => response.writeHead(429).end("{}")],
	["redirects", (response) => response.writeHead(307, { location: "/" }).end()],
	["answers HTML", (response) => response.end("<html>gateway time-out</html>")],
	["answers other JSON", (response) => response.end('{"status":"ok"}')],
	["answers a number", jsonAnswer({ result: 1 })],
	["answers a list", jsonAnswer({ result: [] })],
	["answers an object of another form", jsonAnswer({ result: { number: "one" } })],
	["answers no hex", jsonAnswer({ result: "true" })],
	["is rate-limited", errorAnswer(-32_005, "limit exceeded")],
	["has an internal error", errorAnswer(-32_603, "internal error")],
	["is starting", errorAnswer(-32_000, "the node is starting up")],
];
