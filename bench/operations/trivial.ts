/** The overhead of the whole stack, for a response that costs nothing: the key set, which reads no binding. */
import { get, startService } from "../fixtures/service.ts";
import { type Benchmark, rateFigure } from "../harness/benchmark.ts";
import { comparePair } from "../harness/pair.ts";
import { startPeer, withSides } from "../harness/side.ts";

const CONNECTIONS = 16;
const PATH = "/.well-known/jwks.json";

export const trivial: Benchmark = {
	name: "trivial",
	callOnce: async (service) => void (await get(service, PATH)),
	run: ({ rounds, seconds, say }) =>
		withSides({ ours: startService, rival: () => startPeer("bare") }, async ({ ours, rival }) => {
			const comparison = await comparePair(
				{ side: ours, shape: { method: "GET", path: PATH } },
				{ side: rival, shape: { method: "GET", path: "/" } },
				{ name: "trivial", rounds, say, load: { connections: CONNECTIONS, until: { seconds } } },
			);
			return [
				rateFigure(comparison, {
					operation: "trivial route (jwks.json)",
					rival: "bare workerd",
					goal: { atLeast: 0.5 },
				}),
			];
		}),
};
