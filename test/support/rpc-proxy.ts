// A node in front of a node: passes questions on, except those for which a test has an answer of its own.
import type { ServerResponse } from "node:http";
import { type LocalServer, startLocalServer } from "./local-server.ts";

export type RpcQuestion = { readonly method: string; readonly params: readonly unknown[] };
/** Answers in the node's place. */
export type Fault = (response: ServerResponse) => void;

export const jsonAnswer = (content: object): Fault => {
	return (response) => response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...content }));
};
export const errorAnswer = (code: number, message: string) => jsonAnswer({ error: { code, message } });
export const methodNotFound = errorAnswer(-32_601, "the method does not exist/is not available");

/** @param faultFor what to answer instead; undefined to pass the question on */
export function startRpcProxy(
	nodeUrl: string,
	faultFor: (question: RpcQuestion) => Fault | undefined,
): Promise<LocalServer> {
	return startLocalServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		const fault = faultFor(JSON.parse(body) as RpcQuestion);
		if (fault !== undefined) return fault(response);
		try {
			const headers = { "content-type": "application/json" };
			const answer = await fetch(nodeUrl, { method: "POST", headers, body });
			response.end(await answer.text());
		} catch {
			response.destroy();
		}
	});
}
