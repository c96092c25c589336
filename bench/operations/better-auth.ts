/** Reads a case with an API key, beside better-auth's plugin, which only verifies a key. */
import { join } from "node:path";
import { installIfNeeded } from "../../scripts/bootstrap/install.mjs";
import { apiKeyHeaders, fileCase, post, startService } from "../fixtures/service.ts";
import { type Benchmark, rateFigure } from "../harness/benchmark.ts";
import { ask, type RequestShape } from "../harness/load.ts";
import { comparePair, type Subject } from "../harness/pair.ts";
import { PEERS } from "../harness/paths.ts";
import { type Side, startPeer, withSides } from "../harness/side.ts";

const CONNECTIONS = 16;

export const betterAuth: Benchmark = {
	name: "better-auth",
	callOnce: async (service) => void (await ourSubject(service)),
	async run({ rounds, seconds, say }) {
		await installIfNeeded(join(PEERS, "better-auth"));
		return withSides(
			{ ours: startService, rival: () => startPeer("better-auth") },
			async ({ ours, rival }) => {
				const comparison = await comparePair(await ourSubject(ours), await rivalSubject(rival), {
					...{ name: "better-auth", rounds, say },
					load: { connections: CONNECTIONS, until: { seconds } },
				});
				return [
					rateFigure(comparison, {
						operation: "get a case, API key, 3 transactions, against a key's verification alone",
						rival: "better-auth on D1",
						goal: { atLeast: 3 },
					}),
				];
			},
		);
	},
};

async function ourSubject(side: Side): Promise<Subject> {
	const headers = await apiKeyHeaders(side);
	const path = `/api/v1/recovery-cases/${await fileCase(side, headers)}`;
	return judged(side, path, headers, "x-api-secret");
}

async function rivalSubject(side: Side): Promise<Subject> {
	const { key } = await post(side, "/set-up", "{}");
	return judged(side, "/", { "x-api-key": String(key) }, "x-api-key");
}

/** @throws Error if the credential is rejected, or if one that differs in its last character is not */
async function judged(
	side: Side,
	path: string,
	headers: Record<string, string>,
	secret: string,
): Promise<Subject> {
	const shape: RequestShape = { method: "GET", path, headers };
	const right = String(headers[secret]);
	const wrong = right.slice(0, -1) + (right.endsWith("a") ? "b" : "a");
	const wanted = [
		{ status: 200, sent: headers },
		{ status: 401, sent: { ...headers, [secret]: wrong } },
	];
	for (const { status, sent } of wanted) {
		const response = await ask(side, { ...shape, headers: sent });
		if (response.status !== status) throw new Error(`${side.name}: ${response.status} instead of ${status}`);
	}
	return { side, shape };
}
