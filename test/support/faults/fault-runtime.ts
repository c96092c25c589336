/**
 * Serves the Worker like `npm start`, with the same state, settings, bindings and migrations, but with two additions:
 * `--main` selects a Worker that stops at a fault point, and a second Worker puts messages into the queue.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { convertV4MiniflareOptions } from "miniflare";
import { onEnd } from "../../../scripts/lifeline.ts";
import { openRuntime } from "../../../scripts/start/open-runtime.ts";
import { claimablePort, HOST } from "../../../scripts/start/port.ts";
import { resolveSettings } from "../../../scripts/start/settings.ts";

/** Puts the pointers of a request into the queue, in their order. */
const OPERATOR = `
export default {
	async fetch(request, env) {
		await env.CASE_EVENTS.sendBatch((await request.json()).map((body) => ({ body })));
		return new Response(null, { status: 204 });
	},
};`;

const operator = convertV4MiniflareOptions({
	name: "operator",
	modules: true,
	script: OPERATOR,
	queueProducers: { CASE_EVENTS: "case-events" },
});

const { values } = parseArgs({
	options: { port: { type: "string" }, state: { type: "string" }, main: { type: "string" } },
});
const port = await claimablePort(Number(values.port));
const { env } = process;
const miniflare = await openRuntime({
	stateDir: values.state ?? "",
	main: values.main,
	port,
	settings: ({ vars, secrets }) => ({
		...resolveSettings({ toml: vars, devVars: {}, env, secrets, url: `http://${HOST}:${port}` }),
		FAULT_POINTS_URL: env.FAULT_POINTS_URL ?? "",
	}),
	onLog: (level, message) => process.stderr.write(`${level} ${message}\n`),
	others: operator.workers,
});
const end = onEnd(0, () => miniflare.dispose());
await miniflare.ready;
end.claimSignals();

/** Forwards requests to the second Worker, because Miniflare exposes only the first. */
const operatorServer = createServer(async (request, response) => {
	const worker = await miniflare.getWorker("operator");
	const { status } = await worker.fetch("http://operator", { method: "POST", body: await text(request) });
	response.writeHead(status).end();
});
operatorServer.listen(0, HOST, () => {
	process.stdout.write(`Operator on http://${HOST}:${(operatorServer.address() as AddressInfo).port}\n`);
	process.stdout.write(`Listening on http://${HOST}:${port}\n`);
});
