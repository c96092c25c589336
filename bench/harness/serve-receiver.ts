/**
 * Receives the webhooks of both sides in its own process. It responds with 200 at once, records the first arrival of
 * each event, duplicates, and some complete requests, and reports counts to its parent.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { clockMs } from "./clock.ts";

export type Sample = { headers: Record<string, string>; body: string };

/** Records since the last call. `arrivals`: event id and milliseconds of the shared clock. */
export type Received = { arrivals: [string, number][]; duplicates: number; samples: Sample[] };

export type FromReceiver =
	| { kind: "ready"; url: string }
	| { kind: "count"; count: number }
	| { kind: "received"; received: Received };

const TELL_EVERY_MS = 4;
const SAMPLE_EVERY = 100;

let arrivals = new Map<string, number>();
let samples: Sample[] = [];
let requests = 0;
let told = 0;

const tell = (message: FromReceiver) => process.send?.(message);

async function keepSample(request: IncomingMessage): Promise<void> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	const headers = request.headers as Record<string, string>;
	samples.push({ headers, body: Buffer.concat(chunks).toString("utf8") });
}

const server = createServer(async (request, response) => {
	const at = clockMs();
	const id = String(request.headers["webhook-id"]);
	if (!arrivals.has(id)) arrivals.set(id, at);
	if (requests++ % SAMPLE_EVERY === 0) await keepSample(request);
	else request.resume();
	response.writeHead(200, { "Content-Length": 0 }).end();
});
// Keeps connections open between rounds.
server.keepAliveTimeout = 600_000;
server.requestTimeout = 0;

setInterval(() => {
	if (told === arrivals.size) return;
	told = arrivals.size;
	tell({ kind: "count", count: told });
}, TELL_EVERY_MS);

process.on("message", () => {
	const received = { arrivals: [...arrivals], duplicates: requests - arrivals.size, samples };
	arrivals = new Map();
	samples = [];
	requests = 0;
	told = 0;
	tell({ kind: "received", received });
});
process.once("disconnect", () => process.exit(0));

server.listen(0, "127.0.0.1", () => {
	const { port } = server.address() as AddressInfo;
	tell({ kind: "ready", url: `http://127.0.0.1:${port}/hooks` });
});
