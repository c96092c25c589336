/** Tells the story to a fresh service, and makes of the recording what the document shows. */
import type { RecordedExamples } from "../../src/http/openapi/recorded-examples.ts";
import { sha256Hex } from "../../src/kernel/crypto/sha256.ts";
import { canonicalJson } from "../../src/kernel/encoding/canonical-json.ts";
import { internalOperations, operations } from "../../src/operations.ts";
import type { HistoryEntry } from "../../src/recovery/case/history.ts";
import { importSigningKey, secretBytesOf, webhookHeaders } from "../../src/webhooks/delivery/signing.ts";
import { EXAMPLE_EVENT_ID } from "../../src/webhooks/delivery/webhook-event.ts";
import { testSecrets } from "../../test/support/service/secrets.ts";
import { type ExampleService, HOOK, startExampleService } from "./example-service.ts";
import { createFixedValues, type FixedValues } from "./fixed-values.ts";
import { createRecorder, type Entry, type Headers, type Recorder } from "./recorder.ts";
import { tellStory } from "./story/story.ts";

type Received = { headers: Record<string, string>; body: string };

export async function recordExamples(): Promise<RecordedExamples> {
	const service = await startExampleService();
	try {
		const recorder = createRecorder(service.url, [...operations, ...internalOperations], service.quiet);
		const { received, secret, reviewer } = await tellStory(recorder, service);
		const values = createFixedValues(recorder.startedAt, knownTexts(service));
		const recorded: RecordedExamples = { operations: {}, events: {} };
		const bundles = await evidenceOf(recorder, reviewer.session);
		for (const entry of recorder.entries) values.fix(entry.response.value, entry.step);
		for (const entry of recorder.entries) await signAgain(entry, values);
		for (const bundle of bundles) fixHistory(bundle, values);
		for (const entry of recorder.entries) addEntry(recorded.operations, entry, values);
		const fixedSecret = String(values.fix(secret, 0));
		for (const [type, event] of Object.entries(received)) {
			recorded.events[type] = await fixEvent(event, values, fixedSecret);
		}
		return recorded;
	} finally {
		await service.stop();
	}
}

function knownTexts({ receiver }: ExampleService): Map<string, string> {
	const sample = receiver.received(HOOK).find(({ body }) => JSON.parse(body).data.test);
	return new Map([
		[receiver.hook(HOOK), "https://hooks.example.com/replevin"],
		[receiver.hook("other"), "https://hooks.example.com/other"],
		[testSecrets.UI_CLIENT_ID, "hosted-app"],
		[testSecrets.UI_CLIENT_SECRET, "0".repeat(43)],
		[sample?.headers["webhook-id"] ?? "", EXAMPLE_EVENT_ID],
	]);
}

type Bundle = { jrcHash: string; history: { entry: HistoryEntry; payload: unknown }[] };

/** The evidence of every case that an example shows. */
async function evidenceOf({ entries, call }: Recorder, as: Headers): Promise<Bundle[]> {
	const shown = JSON.stringify(entries).match(/\brc_[0-9a-f]{32}\b/g);
	const bundles: Bundle[] = [];
	for (const caseId of new Set(shown)) {
		const { body } = await call("getRecoveryCaseEvidence", { as, params: { caseId } });
		bundles.push(Object(body));
	}
	return bundles;
}

/** Signs a request again, because its times were replaced. */
async function signAgain({ request, sign, step }: Entry, { fix, replace }: FixedValues): Promise<void> {
	if (!request || !sign) return;
	const { signature } = await sign(Object(fix(request.value, step)));
	replace(String(Object(request.value).signature), String(signature));
}

/** Computes the hashes of a history again, because its times were replaced (recovery.md "Evidence"). */
function fixHistory({ jrcHash, history }: Bundle, { fix, replace, stepAt }: FixedValues): void {
	let previousHash = jrcHash;
	for (const { entry, payload } of history) {
		const { hash, payloadHash, ...unhashed } = entry;
		const step = stepAt(Date.parse(entry.at));
		const fixedPayloadHash = sha256Hex(canonicalJson(fix(payload, step)));
		const fixed = { ...Object(fix(unhashed, step)), payloadHash: fixedPayloadHash, previousHash };
		previousHash = sha256Hex(canonicalJson(fixed));
		replace(payloadHash, fixedPayloadHash);
		replace(hash, previousHash);
	}
}

function addEntry(
	operations: RecordedExamples["operations"],
	{ operationId, name, step, isRequestOnly, status, parameters, request, response, headers, derive }: Entry,
	{ fix }: FixedValues,
): void {
	operations[operationId] ??= { parameters: {}, requests: {}, responses: {} };
	const known = operations[operationId];
	known.parameters = { ...Object(fix(parameters, step)), ...known.parameters };
	if (request) {
		known.requests[request.mediaType] = {
			...known.requests[request.mediaType],
			[name]: known.requests[request.mediaType]?.[name] ?? fix(request.value, step),
		};
	}
	if (isRequestOnly) return;
	known.responses[status] ??= { headers: {}, content: {} };
	const stored = known.responses[status];
	stored.headers = { ...Object(fix(headers, step)), ...stored.headers };
	const value = fix(response.value, step);
	stored.content[response.mediaType] = {
		...stored.content[response.mediaType],
		[name]: stored.content[response.mediaType]?.[name] ?? (derive ? derive(Object(value)) : value),
	};
}

/** Signs the event again, because its times were replaced. */
async function fixEvent({ body }: Received, { fix }: FixedValues, secret: string) {
	const event = Object(fix(JSON.parse(body), 0));
	const signed = await webhookHeaders(
		{
			eventId: event.id,
			body: JSON.stringify(event),
		},
		{
			brand: "Replevin",
			timestampSeconds: Date.parse(event.createdAt) / 1000,
			keys: [await importSigningKey(secretBytesOf(secret))],
		},
	);
	return { headers: signed, body: event };
}
