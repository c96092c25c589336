// Stops `faulty-worker.ts` at a chosen point in the delivery of a chosen case's event.
import { text } from "node:stream/consumers";
import * as z from "zod";
import { until } from "../../../scripts/until.ts";
import { startLocalServer } from "../service/local-server.ts";

/** In the order of a delivery; then those of idempotent requests, with a developer id as `caseId`. `attempt` and `responded` come before and after the request to an endpoint. */
const FAULT_POINTS = [
	"create",
	"index",
	"send",
	"sent",
	"received",
	"enqueue",
	"attempt",
	"responded",
	"confirm",
	"key-asked",
	"endpoint-created",
	"finish",
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

/** `endpoint` is its id at `enqueue`, and its URL at `attempt` and `responded`. */
const questionSchema = z.object({
	point: z.enum(FAULT_POINTS),
	caseIds: z.array(z.string()),
	endpoint: z.string(),
});
export type Question = z.infer<typeof questionSchema>;

type Stop = { point: FaultPoint; caseId: string; endpoint?: string };

export type FaultPoints = {
	readonly url: string;
	/** Everything that reaches the point waits there until the process is killed. */
	stopAt(stop: Stop): void;
	/** Resolves when this number of calls wait there. */
	reached(stop: Stop, count?: number): Promise<void>;
	/** Forgets all points and all waiting calls. Called after a kill. */
	clear(): void;
	stop(): Promise<void>;
};

const REACHED_WITHIN_MS = 20_000;

export async function startFaultPoints(): Promise<FaultPoints> {
	let stops: Stop[] = [];
	let waiting: Question[] = [];
	const applies = (stop: Stop, { point, caseIds, endpoint }: Question) =>
		stop.point === point &&
		caseIds.includes(stop.caseId) &&
		(stop.endpoint === undefined || stop.endpoint === endpoint);
	const server = await startLocalServer(async (request, response) => {
		const question = questionSchema.parse(JSON.parse(await text(request)));
		if (stops.some((stop) => applies(stop, question))) waiting.push(question);
		else response.end();
	});
	return {
		url: server.url,
		stopAt: (stop) => void stops.push(stop),
		reached: (stop, count = 1) =>
			until(
				() => waiting.filter((question) => applies(stop, question)).length >= count,
				REACHED_WITHIN_MS,
				() => `${stop.point} of ${stop.caseId} was not reached: ${JSON.stringify(waiting)}`,
			),
		clear() {
			stops = [];
			waiting = [];
		},
		stop: server.stop,
	};
}
