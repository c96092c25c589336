// A real HTTP receiver of webhooks on loopback. Each name (`<url>/hooks/<name>`) plays its own script of responses,
// repeats the last one, and keeps what it received. Tests in Node use the object. Tests in the Workers runtime use
// `/scripts/<name>` and `/received/<name>`.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A scripted response. Default: 200 with an empty body. */
export type ReceiverResponse = {
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	/** A wait before anything is sent. */
	delayMs?: number;
	/**
	 * - `hang`: never responds.
	 * - `drip`: sends a byte a second without end.
	 * - `flood`: sends 50 MB.
	 * - `lie`: sends 50 MB in chunks after a `Content-Length` of five.
	 * - `half`: sends half of a declared body and closes the socket.
	 * - `reset`: closes the socket before anything is sent.
	 */
	manner?: "hang" | "drip" | "flood" | "lie" | "half" | "reset";
};

/** `body` is the text of the request. `firstByteAt` is in milliseconds of this process's clock. */
export type Received = { headers: Record<string, string>; body: string; firstByteAt: number };

export type Receiver = {
	/** Without a trailing slash. */
	url: string;
	/** The URL for the webhooks of a name. */
	hook(name: string): string;
	/** Replaces the script of a name. */
	script(name: string, responses: readonly ReceiverResponse[]): void;
	received(name: string): Received[];
	/** The distinct event ids that a name received. */
	eventIds(name: string): Set<string>;
	/** The number of bytes that each finished flood could send. */
	flooded(): number[];
	stop(): Promise<void>;
};

const FLOOD_BYTES = 50 * 1024 * 1024;

export async function startReceiver({ port = 0 } = {}): Promise<Receiver> {
	const scripts = new Map<string, ReceiverResponse[]>();
	const kept = new Map<string, Received[]>();
	const flooded: number[] = [];
	const server = createServer((request, response) => {
		handle(request, response).catch(() => response.destroy());
	});
	// The receiver must not time out before the sender does.
	server.requestTimeout = 0;
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const receivedBy = (name: string) => kept.get(name) ?? [];

	async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const firstByteAt = performance.now();
		const [, kind, name = ""] = new URL(request.url ?? "/", url).pathname.split("/");
		const body = await textOf(request);
		if (kind === "scripts") {
			scripts.set(name, JSON.parse(body));
			response.end();
		} else if (kind === "received") {
			response.setHeader("Content-Type", "application/json");
			response.end(JSON.stringify(receivedBy(name)));
		} else {
			const headers = request.headers as Record<string, string>;
			kept.set(name, [...receivedBy(name), { headers, body, firstByteAt }]);
			const planned = nextOf(scripts.get(name));
			await play(planned, response);
			if (planned.manner === "flood") flooded.push(request.socket.bytesWritten);
		}
	}

	return {
		url,
		hook: (name) => `${url}/hooks/${name}`,
		script: (name, responses) => void scripts.set(name, [...responses]),
		received: receivedBy,
		eventIds: (name) => new Set(receivedBy(name).map(({ headers }) => headers["webhook-id"] ?? "")),
		flooded: () => flooded,
		stop: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function nextOf(script: ReceiverResponse[] = []): ReceiverResponse {
	return (script.length > 1 ? script.shift() : script[0]) ?? {};
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	return Buffer.concat(chunks).toString("utf8");
}

async function play(planned: ReceiverResponse, response: ServerResponse): Promise<void> {
	const { status = 200, headers = {}, body = "", delayMs, manner } = planned;
	if (delayMs) await wait(delayMs);
	switch (manner) {
		case "hang":
			return;
		case "reset":
			response.destroy();
			return;
		case "drip":
			response.writeHead(status, headers);
			while (!response.destroyed) {
				response.write(".");
				await wait(1_000);
			}
			return;
		case "flood":
			response.writeHead(status, headers);
			await flood(response);
			return;
		case "lie": {
			const { socket } = response;
			socket?.write(`HTTP/1.1 ${status} Told\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`);
			for (let sent = 0; sent < FLOOD_BYTES && socket && !socket.destroyed; sent += 65_536) {
				if (socket.write(`10000\r\n${"x".repeat(65_536)}\r\n`)) continue;
				await new Promise((resolve) => socket.once("drain", resolve).once("close", resolve));
				socket.removeAllListeners("drain");
			}
			return;
		}
		case "half":
			response.writeHead(status, { ...headers, "Content-Length": "1000" });
			response.write("x".repeat(500), () => response.destroy());
			return;
		default:
			response.writeHead(status, headers).end(body);
	}
}

/** Sends as many bytes as the other side accepts, up to the limit. */
async function flood(response: ServerResponse): Promise<void> {
	const chunk = Buffer.alloc(64 * 1024, "x");
	const gone = new Promise((resolve) => response.once("close", resolve));
	for (let sent = 0; sent < FLOOD_BYTES && !response.destroyed; sent += chunk.length) {
		if (response.write(chunk)) continue;
		await Promise.race([new Promise((resolve) => response.once("drain", resolve)), gone]);
	}
	response.end();
}
