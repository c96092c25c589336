/** Reads and files a case with an API key, beside the floor: a raw handler over the same bindings. */
import { join } from "node:path";
import { newCaseBodies } from "../fixtures/cases.ts";
import {
	apiKeyHeaders,
	fileCase,
	get,
	MIGRATIONS,
	NEW_CASE_PATH,
	post,
	startService,
} from "../fixtures/service.ts";
import { type Benchmark, rateFigure } from "../harness/benchmark.ts";
import { build } from "../harness/build.ts";
import { ask, type RequestShape } from "../harness/load.ts";
import { comparePair } from "../harness/pair.ts";
import { PEERS } from "../harness/paths.ts";
import { type Side, startSide } from "../harness/side.ts";

const CONNECTIONS = 16;

type Sides = { ours: Side; floor: Side; headers: Record<string, string> };

/** The floor knows the key pair that the service has issued. */
async function withSides<T>(work: (sides: Sides) => Promise<T>): Promise<T> {
	const ours = await startService();
	const floor = await startSide({
		name: "floor",
		build: await build(join(PEERS, "floor", "wrangler.toml"), "floor.js"),
		migrations: MIGRATIONS,
	});
	try {
		return await work({ ours, floor, headers: await apiKeyHeaders(ours) });
	} finally {
		await Promise.all([ours.stop(), floor.stop()]);
	}
}

const casePath = (caseId: string) => `/api/v1/recovery-cases/${caseId}`;

/** Files a case and reads it. */
async function readNewCase(service: Side): Promise<void> {
	const headers = await apiKeyHeaders(service);
	await get(service, casePath(await fileCase(service, headers)), headers);
}

export const getCase: Benchmark = {
	name: "get-case",
	callOnce: readNewCase,
	run: ({ rounds, seconds, say }) =>
		withSides(async ({ ours, floor, headers }) => {
			const caseId = await fileCase(ours, headers);
			const oursShape: RequestShape = { method: "GET", path: casePath(caseId), headers };
			const { text } = await ask(ours, oursShape);
			await post(floor, "/set-up", JSON.stringify({ cases: { [caseId]: text } }), headers);
			const floorShape: RequestShape = { method: "GET", path: `/recovery-cases/${caseId}`, headers };
			if ((await ask(floor, floorShape)).text !== text) throw new Error("the floor answers another record");
			const comparison = await comparePair(
				{ side: ours, shape: oursShape },
				{ side: floor, shape: floorShape },
				{
					rounds,
					load: { connections: CONNECTIONS, until: { seconds } },
					onRound: (round) => say(`get-case: round ${round} of ${rounds}`),
				},
			);
			return [
				rateFigure(comparison, {
					operation: "get a case, API key, 3 transactions",
					rival: "floor",
					goal: { atLeast: 0.85 },
					cpuGoal: { atMost: 1.15 },
				}),
			];
		}),
};

/** A round has a fixed number of cases, because all are signed before the first is sent. */
const CASES_PER_SECOND = 150;

export const createCase: Benchmark = {
	name: "new-case",
	callOnce: async (service) => void (await fileCase(service, await apiKeyHeaders(service))),
	run: ({ rounds, seconds, say }) =>
		withSides(async ({ ours, floor, headers }) => {
			await post(floor, "/set-up", JSON.stringify({ cases: {} }), headers);
			const requests = Math.ceil(CASES_PER_SECOND * seconds);
			say(`new-case: signing ${requests * (rounds + 1)} cases for each side`);
			const shape = async (path: string): Promise<RequestShape> => ({
				method: "POST",
				path,
				headers,
				body: await newCaseBodies(requests * (rounds + 1), 3),
			});
			const comparison = await comparePair(
				{ side: ours, shape: await shape(NEW_CASE_PATH) },
				{ side: floor, shape: await shape("/recovery-cases/new-case") },
				{
					rounds,
					load: { connections: CONNECTIONS, until: { requests } },
					onRound: (round) => say(`new-case: round ${round} of ${rounds}`),
				},
			);
			return [
				rateFigure(comparison, {
					operation: "new case, verified and durable, 3 transactions",
					rival: "floor",
					goal: { atLeast: 0.8 },
				}),
			];
		}),
};
