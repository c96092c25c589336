/** A `fetch` that responds from a script, and notes what it was asked. */
import { Replevin, type ReplevinOptions } from "../../../sdk/src/index.ts";

/** A response, an error to throw, or "silence" until the request is aborted. */
type Scripted = Response | Error | "silence";

type Sent = { url: string; method: string; headers: Headers; body: unknown; init: RequestInit };

export const BASE_URL = "https://replevin.example";

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
	new Response(JSON.stringify(body), {
		status,
		headers: { "Content-Type": "application/json", "X-Request-Id": "req_1", ...headers },
	});

export const problem = (code: string, status: number, more: object = {}, headers = {}) =>
	json({ error: { code, message: "It failed.", requestId: "req_1", ...more } }, status, headers);

/** A client whose requests get the responses of the script in order. */
export function scriptedClient(script: Scripted[], options: Partial<ReplevinOptions> = {}) {
	const sent: Sent[] = [];
	const fetch = async (url: string, init: RequestInit): Promise<Response> => {
		sent.push({
			url,
			init,
			method: String(init.method),
			headers: new Headers(init.headers),
			body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
		});
		const next = script.shift();
		if (next === undefined) throw new Error("the script has no further response");
		if (next instanceof Response) return next;
		if (next instanceof Error) throw next;
		return new Promise((_, reject) => {
			init.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
		});
	};
	return { sent, replevin: new Replevin({ baseUrl: BASE_URL, fetch, ...options } as ReplevinOptions) };
}
