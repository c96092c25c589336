/**
 * Import this before Miniflare. It removes the Worker that local development puts between a Worker and the network.
 * That Worker takes an eighth of the cost of a webhook, and neither the platform nor `workerd serve` has it.
 */
import { registerHooks } from "node:module";

const MODULE = /\/miniflare\/dist\/src\/index\.js$/;
const INTERCEPTED = "globalOutbound: { name: getOutboundInterceptorName(workerIndex) },";
const DIRECT = 'globalOutbound: { name: "internet" },';

registerHooks({
	load(url, context, nextLoad) {
		const loaded = nextLoad(url, context);
		if (!MODULE.test(url)) return loaded;
		const source = String(loaded.source);
		if (!source.includes(INTERCEPTED)) throw new Error("Miniflare's outbound Worker is not where it was");
		return { ...loaded, source: source.replace(INTERCEPTED, DIRECT) };
	},
});
