// Starts the built service in its own process (`fault-runtime.ts`), which can be stopped at a fault point and killed
// there. Reads what it has stored.
import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import type { EventPointer } from "../../../src/recovery/case/event-pointer.ts";
import { testSecrets } from "../service/secrets.ts";
import { type Service, startService } from "../service/service.ts";

const { BASE_URL: _, ...secrets } = testSecrets;
const PROGRAM = join(import.meta.dirname, "fault-runtime.ts");
const FAULTY_WORKER = "test/support/faults/faulty-worker.ts";
const BUSY_TIMEOUT_MS = 5_000;
const OPERATOR = /^Operator on (http:\/\/\S+)$/m;

export type FaultService = Service & {
	/** Puts pointers into the queue, in one batch. */
	sendPointers(pointers: EventPointer[]): Promise<void>;
};

/** @param pointsUrl the URL of the `FaultPoints` to ask; the real Worker without it */
export async function startFaultService(stateDir: string, pointsUrl?: string): Promise<FaultService> {
	const main = pointsUrl === undefined ? [] : ["--main", FAULTY_WORKER];
	const service = await startService({
		stateDir,
		program: [process.execPath, PROGRAM, ...main],
		env: { ...secrets, FAULT_POINTS_URL: pointsUrl },
	});
	const operator = OPERATOR.exec(service.output())?.[1] ?? "";
	return {
		...service,
		async sendPointers(pointers) {
			const response = await fetch(operator, { method: "POST", body: JSON.stringify(pointers) });
			if (response.status !== 204) throw new Error(`The operator responded with ${response.status}.`);
		},
	};
}

const eventRow = z
	.object({
		case_id: z.string(),
		sequence: z.number(),
		event_id: z.string(),
		body: z.string(),
		confirmed_at: z.number().nullable(),
	})
	.transform((row) => ({
		caseId: row.case_id,
		sequence: row.sequence,
		eventId: row.event_id,
		body: row.body,
		isConfirmed: row.confirmed_at !== null,
	}));
type StoredEvent = z.infer<typeof eventRow>;

/** The events in D1 in the order of insertion, read from its file while the service runs. */
export function storedEvents(stateDir: string): StoredEvent[] {
	const files = globSync(join(stateDir, "v3/d1/miniflare-D1DatabaseObject/*.sqlite"));
	const file = files.find((name) => !name.endsWith("metadata.sqlite"));
	return rowsOf(file ?? "", "SELECT * FROM events ORDER BY seq").map((row) => eventRow.parse(row));
}

/** The body of every event by event id, as stored in the object of its case. */
export function eventBodiesOfCases(stateDir: string): Map<string, string> {
	const files = globSync(join(stateDir, "v3/do/*RecoveryCase/*.sqlite"));
	// An object that was called but never written to has a file without tables.
	const ofCases = files.filter(
		(file) =>
			!file.endsWith("metadata.sqlite") &&
			rowsOf(file, "SELECT 1 FROM sqlite_master WHERE name = 'events'").length > 0,
	);
	const rows = ofCases.flatMap((file) => rowsOf(file, "SELECT event_id, body FROM events"));
	return new Map(rows.map(({ event_id, body }) => [String(event_id), String(body)]));
}

function rowsOf(file: string, query: string) {
	// The runtime closes a database after ten idle seconds and locks it for a moment.
	const database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
	try {
		return database.prepare(query).all();
	} finally {
		database.close();
	}
}
