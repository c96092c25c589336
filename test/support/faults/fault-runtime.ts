/**
 * A process that serves what `npm start` serves, on the same state and with the same settings, bindings and
 * migrations, with two differences: the Worker can be one that stops at a point (`--main`), and a second Worker
 * beside it puts into the queue what it is told to, as an operator would.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { onEnd } from "../../../scripts/lifeline.ts";
import { buildWorker } from "../../../scripts/start/build.ts";
import { readLocalConfig } from "../../../scripts/start/local-config.ts";
import { migrateState } from "../../../scripts/start/migrate.ts";
import { claimablePort, HOST } from "../../../scripts/start/port.ts";
import { resolveSettings } from "../../../scripts/start/settings.ts";
import { runtimeOptions } from "../../../scripts/start/worker-options.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Sends the pointers that it is given, in their order. */
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
const config = readLocalConfig(ROOT);
const port = await claimablePort(Number(values.port));
const { env } = process;
const settings = resolveSettings({
	toml: config.vars,
	devVars: {},
	env,
	secrets: config.secrets,
	url: `http://${HOST}:${port}`,
});
const modules = await buildWorker(ROOT, values.main ?? config.main, () => {});
const persistRoot = resolve(values.state ?? "", "v3");
await migrateState(config.databases, persistRoot);
const options = runtimeOptions({
	root: ROOT,
	modules,
	settings: { ...settings, FAULT_POINTS_URL: env.FAULT_POINTS_URL ?? "" },
	port,
	persistRoot,
	onLog: (level, message) => process.stderr.write(`${level} ${message}\n`),
});
const miniflare = new Miniflare({ ...options, workers: [...options.workers, ...operator.workers] });
const end = onEnd(0, () => miniflare.dispose());
await miniflare.ready;
end.claimSignals();

/** Miniflare shows the first Worker only; this process hands over what the second one is told. */
const door = createServer(async (request, response) => {
	const worker = await miniflare.getWorker("operator");
	const answer = await worker.fetch("http://operator", { method: "POST", body: await text(request) });
	response.writeHead(answer.status).end();
});
door.listen(0, HOST, () => {
	process.stdout.write(`Operator on http://${HOST}:${(door.address() as AddressInfo).port}\n`);
	process.stdout.write(`Listening on http://${HOST}:${port}\n`);
});
