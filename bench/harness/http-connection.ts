/**
 * A keep-alive connection that sends the next request after the complete response. It uses plain sockets, because a
 * client that costs as much as the server would hide the difference.
 */
import { connect, type Socket } from "node:net";

export type HttpReply = { status: number; body: Buffer };

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

export class HttpConnection {
	readonly #socket: Socket;
	#received: Buffer[] = [];
	#receivedBytes = 0;
	/** The total size of the response, once its headers have stated it. */
	#responseBytes = 0;
	#waiting: { resolve(reply: HttpReply): void; reject(error: Error): void } | undefined;

	private constructor(socket: Socket) {
		this.#socket = socket;
		socket.setNoDelay(true);
		socket.on("data", (chunk) => this.#onData(chunk));
		socket.on("error", (error) => this.#fail(error));
		socket.on("close", () => this.#fail(new Error("the server closed the connection")));
	}

	static open(url: string): Promise<HttpConnection> {
		const { hostname, port } = new URL(url);
		return new Promise((resolve, reject) => {
			const socket = connect(Number(port), hostname, () => resolve(new HttpConnection(socket)));
			socket.once("error", reject);
		});
	}

	/** @param request a complete HTTP/1.1 request */
	send(request: Buffer): Promise<HttpReply> {
		return new Promise((resolve, reject) => {
			this.#waiting = { resolve, reject };
			this.#socket.write(request);
		});
	}

	close(): void {
		this.#waiting = undefined;
		this.#socket.destroy();
	}

	#fail(error: Error): void {
		this.#waiting?.reject(error);
		this.#waiting = undefined;
	}

	#onData(chunk: Buffer): void {
		this.#received.push(chunk);
		this.#receivedBytes += chunk.length;
		if (this.#receivedBytes < this.#responseBytes) return;
		const received = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
		const reply = readReply(received);
		if ("missing" in reply) {
			this.#received = [received];
			this.#responseBytes = received.length + reply.missing;
			return;
		}
		this.#received = [];
		this.#receivedBytes = 0;
		this.#responseBytes = 0;
		const waiting = this.#waiting;
		this.#waiting = undefined;
		waiting?.resolve(reply);
	}
}

/** The response, or the least number of missing bytes. Content-Length or chunks (RFC 9112 section 6). */
function readReply(received: Buffer): HttpReply | { missing: number } {
	const headEnd = received.indexOf(HEAD_END);
	if (headEnd < 0) return { missing: 1 };
	const head = received.toString("latin1", 0, headEnd);
	const status = Number(head.slice(9, 12));
	const body = received.subarray(headEnd + HEAD_END.length);
	const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
	if (length !== undefined) {
		const missing = Number(length) - body.length;
		return missing > 0 ? { missing } : { status, body };
	}
	// Only the end of a chunked body is searched for. No body here contains these bytes elsewhere.
	const isComplete = received
		.subarray(headEnd + 2)
		.subarray(-LAST_CHUNK.length)
		.equals(LAST_CHUNK);
	return isComplete ? { status, body } : { missing: 1 };
}

/** The bytes of a request. */
export function requestBytes(
	method: string,
	url: URL,
	headers: Record<string, string>,
	body: string | undefined,
): Buffer {
	const lines = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`];
	for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
	if (body === undefined) return Buffer.from(lines.join("\r\n") + HEAD_END);
	lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
	return Buffer.from(lines.join("\r\n") + HEAD_END + body);
}
