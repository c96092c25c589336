/** Reads and files a case with an API key, beside the floor: a raw handler over the same bindings. */
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
import { ask, type RequestShape } from "../harness/load.ts";
import { comparePair } from "../harness/pair.ts";
import { type Side, startPeer, withSides } from "../harness/side.ts";

const CONNECTIONS = 16;

/** The floor knows the key pair that the service has issued. */
const SIDES = { ours: startService, floor: () => startPeer("floor", { migrations: MIGRATIONS }) };

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
		withSides(SIDES, async ({ ours, floor }) => {
			const headers = await apiKeyHeaders(ours);
			const caseId = await fileCase(ours, headers);
			const oursShape: RequestShape = { method: "GET", path: casePath(caseId), headers };
			const { text } = await ask(ours, oursShape);
			await post(floor, "/set-up", JSON.stringify({ cases: { [caseId]: text } }), headers);
			const floorShape: RequestShape = { method: "GET", path: `/recovery-cases/${caseId}`, headers };
			if ((await ask(floor, floorShape)).text !== text) throw new Error("the floor returns another record");
			const comparison = await comparePair(
				{ side: ours, shape: oursShape },
				{ side: floor, shape: floorShape },
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
	callOnce: async (service) => void (await fileCase(service, await apiKeyHeaders(service))),
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
				{ side: floor, shape: await shape("/recovery-cases/new-case") },
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
