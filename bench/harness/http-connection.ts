/**
 * One keep-alive connection that sends a request only after the answer before it is complete. Written on
 * plain sockets: a client that costs as much as the server would hide what is measured.
 */
import { connect, type Socket } from "node:net";

export type Answer = { status: number; body: Buffer };

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n");

export class HttpConnection {
	readonly #socket: Socket;
	#received: Buffer = Buffer.alloc(0);
	#waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

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

	/** @param request a whole HTTP/1.1 request */
	send(request: Buffer): Promise<Answer> {
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
		this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
		const answer = completeAnswer(this.#received);
		if (answer === null) return;
		this.#received = Buffer.alloc(0);
		const waiting = this.#waiting;
		this.#waiting = undefined;
		waiting?.resolve(answer);
	}
}

/** The answer, if all of it is there. Servers here send either a length or chunks (RFC 9112 section 6). */
function completeAnswer(received: Buffer): Answer | null {
	const headEnd = received.indexOf(HEAD_END);
	if (headEnd < 0) return null;
	const head = received.toString("latin1", 0, headEnd);
	const status = Number(head.slice(9, 12));
	const body = received.subarray(headEnd + HEAD_END.length);
	const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
	if (length !== undefined) return body.length >= Number(length) ? { status, body } : null;
	// Only the end is looked for: chunked bodies are not read here, and none of them ends like this inside.
	const tail = received.subarray(headEnd + 2);
	const isComplete = tail.length >= LAST_CHUNK.length && tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
	return isComplete ? { status, body } : null;
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
