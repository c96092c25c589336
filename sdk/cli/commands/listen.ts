import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Replevin } from "../../src/index.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { credentialsOf } from "../credentials.ts";
import { pauseMs } from "../options.ts";
import { isOutage } from "../outage.ts";
import { claimCursor } from "../webhooks/claim-cursor.ts";
import { DEFAULT_CURSOR, readCursor, writeCursor } from "../webhooks/cursor.ts";
import { takeSamples } from "../webhooks/samples.ts";
import { startSession } from "../webhooks/session.ts";

const DEFAULT_INTERVAL_MS = 2_000;
const PAGE = 100;

export const listen: Command = {
	name: "webhooks listen",
	summary: "Print events as they happen, and forward them to a local endpoint",
	operands: [],
	options: {
		forward: { value: "URL", help: "post each event there, signed with the session's secret" },
		cursor: {
			value: "FILE",
			offers: "files",
			help: `where the place in the feed is kept, for the next start; ${DEFAULT_CURSOR} by default`,
		},
		all: { help: "begin with the first event where there is no cursor yet, not with the next one" },
		interval: {
			value: "MS",
			help: `milliseconds between two polls of the feed; ${DEFAULT_INTERVAL_MS} by default`,
		},
	},
	examples: [
		"replevin webhooks listen --forward http://localhost:9000/hooks",
		"WEBHOOK_SECRET=whsec_… replevin webhooks listen --forward http://localhost:9000/hooks --all",
	],
	async run({ options, json }, io) {
		const { forward, all, interval = DEFAULT_INTERVAL_MS, cursor = DEFAULT_CURSOR } = options;
		if (forward !== undefined && !URL.canParse(String(forward)))
			throw new UsageError(`--forward must be a URL, but it is "${forward}"`);
		const intervalMs = pauseMs("--interval", interval);
		const file = resolve(String(cursor));
		const { url } = await credentialsOf(io.env);
		const replevin = await clientOf(io);
		const session = await startSession(replevin, { forward, json }, io);
		const after = (await readCursor(file, url)) ?? (all ? 0 : await endOfFeed(replevin, io));
		const release = await claimCursor(file);
		try {
			await writeCursor(file, { service: url, after });
			io.note(`Listening. Ctrl-C ends; the next start continues from ${file}.`);
			const take = takeAndWarn(session, { isForwarding: forward !== undefined, file }, io);
			await follow(replevin, { take, service: url, file, after, intervalMs }, io);
		} finally {
			await release();
		}
		return EXIT.interrupted;
	},
};

type Session = Awaited<ReturnType<typeof startSession>>;
type Take = Session["take"];

/** Says once what becomes of an event that the endpoint does not take. */
function takeAndWarn(
	session: Session,
	{ isForwarding, file }: { isForwarding: boolean; file: string },
	io: Io,
): Take {
	let isWarned = !isForwarding;
	return async (event) => {
		const isTaken = await session.take(event);
		if (!isTaken && !isWarned) {
			io.note("What your endpoint does not take is not posted again.");
			io.note(`To get all events again, end this, delete ${file}, and start with --all.`);
			isWarned = true;
		}
		return isTaken;
	};
}

type Feed = { take: Take; service: string; file: string; after: number; intervalMs: number };

/** Takes samples and events until Ctrl-C, and outlives outages. */
async function follow(replevin: Replevin, { take, service, file, ...feed }: Feed, io: Io): Promise<void> {
	let { after } = feed;
	while (!io.signal.aborted) {
		try {
			await takeSamples(file, take);
			const events = replevin.events.list({ after, limit: PAGE }, { signal: io.signal });
			for await (const { seq, event } of events) {
				await take(event);
				after = seq;
				await writeCursor(file, { service, after });
			}
		} catch (error) {
			if (!isOutage(error)) throw error;
			io.note(`${error.message} Trying again.`);
		}
		await pause(feed.intervalMs, undefined, { signal: io.signal });
	}
}

/** @returns the position after the newest event */
async function endOfFeed(replevin: Replevin, { signal }: Io): Promise<number> {
	let after = 0;
	for await (const { nextAfter } of replevin.events.list({ limit: PAGE }, { signal }).pages())
		after = nextAfter;
	return after;
}
