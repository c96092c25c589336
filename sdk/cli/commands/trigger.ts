import { access } from "node:fs/promises";
import { resolve } from "node:path";
import {
	ACCOUNT_EVENT_TYPES,
	ACTION_REASONS,
	type AccountEventType,
	type CaseStatus,
	type EventType,
	PENDING_PHASES,
	REJECTION_REASONS,
	type StatusReason,
	WEBHOOK_EVENT_TYPES,
	type WebhookEventType,
} from "../../../src/protocol/enumerations.ts";
import { accountSampleEnvelope, sampleEnvelope } from "../../../src/protocol/event-envelope.ts";
import type { WebhookEvent } from "../../src/index.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { DEFAULT_CURSOR } from "../webhooks/cursor.ts";
import { handToListener, TAKEN_WITHIN_MS } from "../webhooks/samples.ts";
import { startSession } from "../webhooks/session.ts";

/** The one type that the service itself sends as a sample. */
const SENT_BY_SERVICE = "recovery_case.created";

export const trigger: Command = {
	name: "webhooks trigger",
	summary: "Send a sample event to the listener of this folder, to a URL or to an endpoint",
	operands: [{ name: "TYPE", offers: WEBHOOK_EVENT_TYPES }],
	options: {
		forward: { value: "URL", help: "post it there, signed with WEBHOOK_SECRET, in place of the listener" },
		endpoint: {
			value: "ENDPOINT_ID",
			help: `have the service send it to this endpoint; ${SENT_BY_SERVICE} only`,
		},
		reference: { value: "TEXT", help: "your own name of the case" },
		reason: {
			value: "REASON",
			offers: [...ACTION_REASONS, ...REJECTION_REASONS],
			help: "the statusReason of recovery_case.action_required or recovery_case.rejected",
		},
		phase: {
			value: "PHASE",
			offers: [...PENDING_PHASES],
			help: `the phase of recovery_case.pending; ${PENDING_PHASES[0]} by default`,
		},
		cursor: { value: "FILE", offers: "files", help: `that of the listener; ${DEFAULT_CURSOR} by default` },
	},
	examples: [
		"replevin webhooks trigger recovery_case.executed --reference claim-42",
		"replevin webhooks trigger recovery_case.action_required --reason documents_missing",
		"WEBHOOK_SECRET=whsec_… replevin webhooks trigger recovery_case.pending --forward http://localhost:9000/hooks",
		"replevin webhooks trigger recovery_case.created --endpoint we_3d1f0c8a4e5b6d47a89e0c1d2b3a4958",
	],
	async run({ words: [type = ""], options, json }, io) {
		if (!isEventType(type))
			throw new UsageError(`There is no event ${type}. There are: ${WEBHOOK_EVENT_TYPES.join(", ")}.`);
		const { forward, endpoint, reference, reason, phase, cursor = DEFAULT_CURSOR } = options;
		if (forward !== undefined && endpoint !== undefined)
			throw new UsageError("Pass --forward or --endpoint, not both.");
		if (endpoint !== undefined) return sendByService(type, options, json, io);
		const named = reference === undefined ? {} : { reference: String(reference) };
		const event = sampleOf(type, { reason, phase }, named);
		if (forward !== undefined) return post(event, forward, json, io);
		const file = resolve(String(cursor));
		await access(file).catch(() => {
			throw new UsageError(
				`There is no listener in this folder: ${file} is missing. Run replevin webhooks listen, or pass --forward or --endpoint.`,
			);
		});
		io.note(`Waiting up to ${TAKEN_WITHIN_MS / 1000} s for a listener to take the sample.`);
		if (!(await handToListener(file, event, io.signal))) {
			io.note("No listener has taken the sample. Run replevin webhooks listen in this folder.", "bad");
			return EXIT.negative;
		}
		io.print(json ? JSON.stringify({ event }) : `${event.type}  ${event.id}  -> the listener`);
		return EXIT.ok;
	},
};

const isEventType = (type: string): type is WebhookEventType =>
	(WEBHOOK_EVENT_TYPES as readonly string[]).includes(type);
const isAccountEventType = (type: WebhookEventType): type is AccountEventType =>
	ACCOUNT_EVENT_TYPES.some((known) => known === type);

async function post(event: WebhookEvent, forward: unknown, json: boolean, io: Io): Promise<number> {
	if (!io.env.WEBHOOK_SECRET)
		throw new UsageError("Set WEBHOOK_SECRET to the secret with which your endpoint verifies, whsec_….");
	const session = await startSession(await clientOf(io), { forward, json }, { ...io, note: () => {} });
	return (await session.take(event)) ? EXIT.ok : EXIT.negative;
}

async function sendByService(
	type: WebhookEventType,
	{ endpoint, reference, reason, phase }: Record<string, unknown>,
	json: boolean,
	io: Io,
): Promise<number> {
	if (type !== SENT_BY_SERVICE || [reference, reason, phase].some((given) => given !== undefined))
		throw new UsageError(
			`The service sends one sample, ${SENT_BY_SERVICE} without a reference. A listener and --forward take all.`,
		);
	const { webhooks } = await clientOf(io);
	const sent = await webhooks.test(String(endpoint), { signal: io.signal });
	const { httpStatus, error, responseExcerpt } = sent.attempt;
	const response = `${httpStatus ?? `no response: ${error}`} ${responseExcerpt?.split("\n")[0] ?? ""}`.trim();
	const tone = sent.delivered ? "good" : "bad";
	if (json) io.print(JSON.stringify(sent));
	else io.print(`${type}  ${sent.eventId}  -> ${response}`, tone);
	return sent.delivered ? EXIT.ok : EXIT.negative;
}

/** The status that a type is about, and the reasons that it may have; the first is the default. */
const SAMPLES: Record<EventType, { status: CaseStatus; reasons: readonly StatusReason[] }> = {
	"recovery_case.created": { status: "created", reasons: [] },
	"recovery_case.pending": { status: "pending", reasons: [] },
	"recovery_case.rejected": { status: "rejected", reasons: REJECTION_REASONS },
	"recovery_case.executed": { status: "executed", reasons: [] },
	"recovery_case.action_required": { status: "action_required", reasons: ACTION_REASONS },
};

const ACCOUNT_SAMPLES: Record<AccountEventType, CaseStatus | null> = {
	"account.claimed": "created",
	"account.claim_changed": "pending",
	"account.recovery_scheduled": null,
};

function sampleOf(
	type: WebhookEventType,
	{ reason, phase }: { reason: unknown; phase: unknown },
	named: { reference?: string },
): WebhookEvent {
	const eventId = `evt_${crypto.randomUUID().replaceAll("-", "")}`;
	const createdAt = new Date().toISOString();
	if (isAccountEventType(type)) {
		if ([reason, phase, named.reference].some((given) => given !== undefined))
			throw new UsageError(`${type} has no reason, phase or reference.`);
		const status = ACCOUNT_SAMPLES[type];
		return JSON.parse(accountSampleEnvelope(status, type, eventId, createdAt));
	}
	const { status, reasons } = SAMPLES[type];
	const statusReason = reasons.find((known) => known === reason) ?? null;
	if (reason !== undefined && statusReason === null)
		throw new UsageError(`${type} has no reason ${reason}. It has: ${reasons.join(", ") || "none"}.`);
	const known = PENDING_PHASES.find((one) => one === phase) ?? PENDING_PHASES[0];
	const subject = { status, statusReason: statusReason ?? reasons[0] ?? null, phase: known, ...named };
	return JSON.parse(sampleEnvelope(subject, type, eventId, createdAt));
}
