import type { Io } from "./command.ts";

/**
 * Sends a request that is not the client's, and reads its response to the end. Ends after the time, and with Ctrl-C.
 * Node.js 20.0 has no `AbortSignal.any`.
 */
export async function fetchText(
	url: string,
	{ limitMs, ...init }: RequestInit & { limitMs: number },
	{ fetch, signal }: Pick<Io, "fetch" | "signal">,
): Promise<{ status: number; text: string }> {
	signal.throwIfAborted();
	const limit = new AbortController();
	const abort = () => limit.abort(signal.reason);
	signal.addEventListener("abort", abort, { once: true });
	const timer = setTimeout(() => limit.abort(new Error(`it took more than ${limitMs / 1000} s`)), limitMs);
	try {
		const response = await fetch(url, { ...init, signal: limit.signal });
		return { status: response.status, text: await response.text() };
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", abort);
	}
}
