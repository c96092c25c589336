/** Reads and files a case with an API key, beside the floor: a raw handler over the same bindings. */
import { newCaseBodies } from "../fixtures/cases.ts";
import {
	apiKeyHeaders,
	fileCase,
	MIGRATIONS,
	NEW_CASE_PATH,
	post,
	startService,
} from "../fixtures/service.ts";
import { type Benchmark, rateFigure } from "../harness/benchmark.ts";
import { ask, type RequestShape } from "../harness/load.ts";
import { comparePair } from "../harness/pair.ts";
import { type Side, startPeer, withSides } from "../harness/side.ts";

const CONNECTIONS = 16;

/** The floor knows the key pair that the service has issued. */
const SIDES = { ours: startService, floor: () => startPeer("floor", { migrations: MIGRATIONS }) };

const FLOOR_NEW_CASE_PATH = "/recovery-cases/new-case";
const casePath = (caseId: string) => `/api/v1/recovery-cases/${caseId}`;

/** Files a case, and gives the floor its record. Returns the read of it at each side. */
async function readsOfNewCase(ours: Side, floor: Side): Promise<{ ours: RequestShape; floor: RequestShape }> {
	const headers = await apiKeyHeaders(ours);
	const caseId = await fileCase(ours, headers);
	const oursShape: RequestShape = { method: "GET", path: casePath(caseId), headers };
	const { text } = await ask(ours, oursShape);
	await post(floor, "/set-up", JSON.stringify({ cases: { [caseId]: text } }), headers);
	const floorShape: RequestShape = { method: "GET", path: `/recovery-cases/${caseId}`, headers };
	if ((await ask(floor, floorShape)).text !== text) throw new Error("the floor returns another record");
	return { ours: oursShape, floor: floorShape };
}

export const getCase: Benchmark = {
	name: "get-case",
	callOnce: (service) =>
		withSides({ floor: SIDES.floor }, async ({ floor }) => void (await readsOfNewCase(service, floor))),
	run: ({ rounds, seconds, say }) =>
		withSides(SIDES, async ({ ours, floor }) => {
			const reads = await readsOfNewCase(ours, floor);
			const comparison = await comparePair(
				{ side: ours, shape: reads.ours },
				{ side: floor, shape: reads.floor },
				{
					...{ name: "get-case", rounds, say },
					load: { connections: CONNECTIONS, until: { seconds } },
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
	callOnce: (service) =>
		withSides({ floor: SIDES.floor }, async ({ floor }) => {
			const headers = await apiKeyHeaders(service);
			await post(floor, "/set-up", JSON.stringify({ cases: {} }), headers);
			await fileCase(service, headers);
			await fileCase(floor, headers, FLOOR_NEW_CASE_PATH);
		}),
	run: ({ rounds, seconds, say }) =>
		withSides(SIDES, async ({ ours, floor }) => {
			const headers = await apiKeyHeaders(ours);
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
				{ side: floor, shape: await shape(FLOOR_NEW_CASE_PATH) },
				{
					...{ name: "new-case", rounds, say },
					load: { connections: CONNECTIONS, until: { requests } },
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
