/**
 * Loaded before Miniflare. It puts a Worker of its own between a Worker and the network, for what local
 * development offers there (an eighth of what a webhook costs); neither the platform nor `workerd serve` has one.
 * With this, `fetch` leaves for the network at once.
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
