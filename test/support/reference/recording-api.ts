/** A server that notes each request, and responds as the OpenAPI document's examples do. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type ApiDocument, examplesOf } from "../../../scripts/pages/reference/schema.ts";

export type Noted = {
	operationId: string;
	/** With its query. */
	url: string;
	headers: Record<string, string>;
	/** Parsed JSON; or the parts of a form by name. */
	body: unknown;
};

export async function startRecordingApi(document: ApiDocument) {
	const base = document.servers[0]?.url ?? "";
	const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({
			method: method.toUpperCase(),
			form: new RegExp(`^${base}${path.replace(/\{\w+\}/g, "[^/]+")}$`),
			isExact: !path.includes("{"),
			operation,
		})),
	);
	let noted: Noted[] = [];
	const server = createServer(async (request, response) => {
		const { pathname } = new URL(request.url ?? "/", "http://api.example");
		const found = routes.filter(({ method, form }) => method === request.method && form.test(pathname));
		const route = found.find(({ isExact }) => isExact) ?? found[0];
		if (!route) return void response.writeHead(404).end();
		const body = await bodyOf(request);
		const headers = request.headers as Record<string, string>;
		noted.push({ operationId: route.operation.operationId, url: request.url ?? "", headers, body });
		const [status, { content = {} }] = Object.entries(route.operation.responses).find(([code]) =>
			code.startsWith("2"),
		) ?? ["500", {}];
		const [[type, media] = ["application/json", undefined]] = Object.entries(content);
		const value = examplesOf(media ?? {})[0]?.value;
		response.writeHead(Number(status), { "Content-Type": type });
		response.end(typeof value === "string" ? value : JSON.stringify(lastPage(value)));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** The requests since the last call. */
		take(): Noted[] {
			const taken = noted;
			noted = [];
			return taken;
		},
		stop: () => new Promise((resolve) => server.close(resolve)),
	};
}

/** Or a client would ask for the same page for ever. */
function lastPage(value: unknown): unknown {
	if (typeof value !== "object" || value === null) return value;
	return {
		...value,
		...("nextCursor" in value && { nextCursor: null }),
		...("nextAfter" in value && { data: [] }),
	};
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk);
	const bytes = Buffer.concat(chunks);
	if (bytes.length === 0) return undefined;
	const type = request.headers["content-type"] ?? "";
	if (type.startsWith("application/json")) return JSON.parse(bytes.toString());
	const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData();
	return Object.fromEntries(
		await Promise.all([...form].map(async ([name, value]) => [name, await partOf(value)])),
	);
}

async function partOf(value: unknown): Promise<unknown> {
	return value instanceof File ? { name: value.name, type: value.type, text: await value.text() } : value;
}
