import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
	ApiError,
	ConnectionError,
	type Replevin,
	type ReplevinError,
	UnexpectedResponseError,
	type WebhookEvent,
} from "../../src/index.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { credentialsOf } from "../credentials.ts";
import { newSecret, webhookHeaders } from "../sign-webhook.ts";

const DEFAULT_CURSOR = ".replevin-listen.json";
const DEFAULT_INTERVAL_MS = 2_000;
const ANSWER_LIMIT_MS = 15_000;
const PAGE = 100;

export const listen: Command = {
	name: "webhooks listen",
	summary: "Print events as they happen, and forward them to a local endpoint",
	operands: [],
	options: {
		forward: { type: "string" },
		cursor: { type: "string" },
		all: { type: "boolean" },
		interval: { type: "string" },
	},
	optionHelp: {
		"--forward URL": "post each event there, signed with the session's secret",
		"--cursor FILE": `where the place in the feed is kept, for the next start; ${DEFAULT_CURSOR} by default`,
		"--all": "begin with the first event where there is no cursor yet, not with the next one",
		"--interval MS": `between two looks at the feed; ${DEFAULT_INTERVAL_MS} by default`,
	},
	examples: [
		"replevin webhooks listen --forward http://localhost:9000/hooks",
		"WEBHOOK_SECRET=whsec_… replevin webhooks listen --forward http://localhost:9000/hooks --all",
	],
	async run({ options, json }, io) {
		const { forward, all, interval = String(DEFAULT_INTERVAL_MS), cursor = DEFAULT_CURSOR } = options;
		if (forward !== undefined && !URL.canParse(String(forward)))
			throw new UsageError(`--forward is no URL: ${forward}`);
		if (!/^\d{1,8}$/.test(String(interval))) throw new UsageError(`--interval is a number: ${interval}`);
		const file = resolve(String(cursor));
		const { url } = await credentialsOf(io.env);
		const replevin = await clientOf(io);
		const session = await startSession(replevin, { forward, json }, io);
		let after = (await readCursor(file, url)) ?? (all ? 0 : await endOfFeed(replevin, io));
		await writeCursor(file, { service: url, after });
		io.note(`Listening. Ctrl-C ends; the next start continues from ${file}.`);
		while (!io.signal.aborted) {
			try {
				for await (const { seq, event } of replevin.events.list(
					{ after, limit: PAGE },
					{ signal: io.signal },
				)) {
					await session.take(event);
					after = seq;
					await writeCursor(file, { service: url, after });
				}
			} catch (error) {
				if (!isOutage(error)) throw error;
				io.note(`${error.message} Trying again.`);
			}
			await pause(Number(interval), undefined, { signal: io.signal });
		}
		return EXIT.interrupted;
	},
};

/** The listener outlives a restart of the service. */
function isOutage(error: unknown): error is ReplevinError {
	if (error instanceof ConnectionError || error instanceof UnexpectedResponseError) return true;
	return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}

/** Prints the secret, and takes each event. */
async function startSession(
	replevin: Replevin,
	{ forward, json }: { forward: unknown; json: boolean },
	io: Io,
) {
	const secret = io.env.WEBHOOK_SECRET || newSecret();
	const { brand } = await replevin.config({ signal: io.signal });
	if (forward !== undefined) io.note(`The session's secret is ${secret}`);
	return {
		async take(event: WebhookEvent): Promise<void> {
			const answer =
				forward === undefined ? null : await forwardEvent(event, String(forward), { secret, brand }, io);
			if (json) io.print(JSON.stringify({ event, ...(answer && { answer }) }));
			else
				io.print(
					`${event.createdAt}  ${event.type}  ${event.data.caseId}  ${answer ? `-> ${words(answer)}` : ""}`,
				);
		},
	};
}

type Answer = { status: number; text: string } | { error: string };

const words = (answer: Answer) =>
	("error" in answer ? answer.error : `${answer.status} ${answer.text}`).trim();

/** The body is the one that the service signs: the feed has the same bytes, without white space. */
async function forwardEvent(
	event: WebhookEvent,
	url: string,
	{ secret, brand }: { secret: string; brand: string },
	{ fetch, signal }: Io,
): Promise<Answer> {
	const body = JSON.stringify(event);
	const signed = { id: event.id, body, timestamp: Math.floor(Date.now() / 1000) };
	const headers = await webhookHeaders(signed, secret, brand);
	try {
		const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
		const response = await fetch(url, { method: "POST", headers, body, signal: limit, redirect: "manual" });
		const [line = ""] = (await response.text()).slice(0, 200).split("\n");
		return { status: response.status, text: line };
	} catch (error) {
		signal.throwIfAborted();
		const { cause, message } = error as Error & { cause?: { message?: string } };
		return { error: `no answer: ${cause?.message ?? message}` };
	}
}

/** The place behind the newest event. */
async function endOfFeed(replevin: Replevin, { signal }: Io): Promise<number> {
	let after = 0;
	for await (const { nextAfter } of replevin.events.list({ limit: PAGE }, { signal }).pages())
		after = nextAfter;
	return after;
}

type Cursor = { service: string; after: number };

/** @returns undefined if there is no file yet @throws UsageError for a file that is no cursor of this service */
async function readCursor(file: string, service: string): Promise<number | undefined> {
	const text = await readFile(file, "utf8").catch(() => undefined);
	if (text === undefined) return undefined;
	const cursor = parseCursor(text);
	if (cursor === null) throw new UsageError(`${file} is no cursor of this command. Choose another --cursor.`);
	if (cursor.service === service) return cursor.after;
	throw new UsageError(`${file} is a place in the feed of ${cursor.service}. Choose another --cursor.`);
}

function parseCursor(text: string): Cursor | null {
	try {
		const { service, after } = JSON.parse(text) as Cursor;
		return typeof service === "string" && Number.isSafeInteger(after) && after >= 0
			? { service, after }
			: null;
	} catch {
		return null;
	}
}

/** Whole or not at all, because a crash must not lose the place. */
async function writeCursor(file: string, cursor: Cursor): Promise<void> {
	await mkdir(dirname(file), { recursive: true });
	await writeFile(`${file}.${process.pid}`, `${JSON.stringify(cursor)}\n`);
	await rename(`${file}.${process.pid}`, file);
}
