/** Closed-loop load from a fixed number of connections. A single response other than 2xx voids the figure. */
import { performance } from "node:perf_hooks";
import { percentile } from "../../scripts/stats.ts";
import { cpuSeconds, settled } from "./cpu.ts";
import { HttpConnection, requestBytes } from "./http-connection.ts";
import type { Side } from "./side.ts";

export type RequestShape = {
	method: "GET" | "POST";
	path: string;
	headers?: Record<string, string>;
	/** One body for all requests, or a source of one for each. */
	body?: string | (() => string);
};

export type Load = {
	connections: number;
	/** Duration of the load, or its number of requests. */
	until: { seconds: number } | { requests: number };
};

export type Measured = {
	/** Responses per second. */
	rate: number;
	/** Server CPU per response in milliseconds, including work after the responses; NaN if unknown. */
	cpuMs: number;
	p50Ms: number;
	p99Ms: number;
	/** The client's share of a core. Near 1, the client was the bottleneck. */
	clientShare: number;
};

export async function measure(side: Side, shape: RequestShape, load: Load): Promise<Measured> {
	const next = requestsOf(side, shape);
	const connections = await Promise.all(
		Array.from({ length: load.connections }, () => HttpConnection.open(side.url)),
	);
	const cpuBefore = cpuSeconds(side.pid);
	const clientBefore = process.cpuUsage();
	const start = performance.now();
	const mayGoOn = limitOf(load.until, start);
	const latencies: number[] = [];
	try {
		await Promise.all(connections.map((connection) => drive(connection, next, mayGoOn, latencies)));
	} catch (cause) {
		throw new Error(`${side.name} failed ${shape.method} ${shape.path}`, { cause });
	} finally {
		for (const connection of connections) connection.close();
	}
	const seconds = (performance.now() - start) / 1000;
	const client = process.cpuUsage(clientBefore);
	await settled(side.pid);
	return {
		rate: latencies.length / seconds,
		cpuMs: ((cpuSeconds(side.pid) - cpuBefore) * 1000) / latencies.length,
		p50Ms: percentile(latencies, 0.5),
		p99Ms: percentile(latencies, 0.99),
		clientShare: (client.user + client.system) / 1e6 / seconds,
	};
}

export async function ask(side: Side, shape: RequestShape): Promise<{ status: number; text: string }> {
	const connection = await HttpConnection.open(side.url);
	const { status, body } = await connection.send(requestsOf(side, shape)());
	connection.close();
	return { status, text: body.toString("utf8") };
}

function requestsOf(side: Side, { method, path, headers = {}, body }: RequestShape): () => Buffer {
	const url = new URL(path, side.url);
	if (typeof body === "function") return () => requestBytes(method, url, headers, body());
	const bytes = requestBytes(method, url, headers, body);
	return () => bytes;
}

function limitOf(until: Load["until"], start: number): () => boolean {
	if ("seconds" in until) return () => performance.now() - start < until.seconds * 1000;
	let left = until.requests;
	return () => left-- > 0;
}

async function drive(
	connection: HttpConnection,
	next: () => Buffer,
	mayGoOn: () => boolean,
	latencies: number[],
): Promise<void> {
	while (mayGoOn()) {
		const start = performance.now();
		const { status, body } = await connection.send(next());
		latencies.push(performance.now() - start);
		if (status < 200 || status > 299) throw new Error(`${status}: ${body.toString("utf8").slice(0, 500)}`);
	}
}
