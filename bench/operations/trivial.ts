/** The overhead of the whole stack, for a response that costs nothing: the key set, which reads no binding. */
import { join } from "node:path";
import { get, startService } from "../fixtures/service.ts";
import { type Benchmark, rateFigure } from "../harness/benchmark.ts";
import { build } from "../harness/build.ts";
import { comparePair } from "../harness/pair.ts";
import { PEERS } from "../harness/paths.ts";
import { startSide } from "../harness/side.ts";

const CONNECTIONS = 16;
const PATH = "/.well-known/jwks.json";

export const trivial: Benchmark = {
	name: "trivial",
	callOnce: async (service) => void (await get(service, PATH)),
	async run({ rounds, seconds, say }) {
		const ours = await startService();
		const rival = await startSide({
			name: "bare-workerd",
			build: await build(join(PEERS, "bare", "wrangler.toml"), "bare.js"),
		});
		try {
			const comparison = await comparePair(
				{ side: ours, shape: { method: "GET", path: PATH } },
				{ side: rival, shape: { method: "GET", path: "/" } },
				{
					rounds,
					load: { connections: CONNECTIONS, until: { seconds } },
					onRound: (round) => say(`trivial: round ${round} of ${rounds}`),
				},
			);
			return [
				rateFigure(comparison, {
					operation: "trivial route (jwks.json)",
					rival: "bare workerd",
					goal: { atLeast: 0.5 },
				}),
			];
		} finally {
			await Promise.all([ours.stop(), rival.stop()]);
		}
	},
};
