/** Describes the delivery of webhooks with the numbers of the code (webhooks.md "Attempts"). */
import {
	FAILED_EVENTS_TO_DISABLE,
	FAILING_TO_DISABLE_MS,
	FAILURES_TO_OPEN,
	FIRST_PROBE_WAIT_MS,
	MAX_PROBE_WAIT_MS,
} from "../../webhooks/delivery/endpoint-health.ts";
import {
	ATTEMPT_TIMEOUT_MS,
	JITTER,
	MAX_ATTEMPTS,
	MAX_RETRY_AFTER_MS,
	WAITS_MS,
} from "../../webhooks/delivery/schedule.ts";
import { TOLERANCE_SECONDS } from "../../webhooks/delivery/signing.ts";

const SECOND_MS = 1000;
const UNITS = [
	["day", 24 * 60 * 60 * SECOND_MS],
	["hour", 60 * 60 * SECOND_MS],
	["minute", 60 * SECOND_MS],
	["second", SECOND_MS],
] as const;

/** `5 minutes`; days only from two on. */
function inWords(ms: number): string {
	const isWhole = ([name, unit]: (typeof UNITS)[number]) => ms % unit === 0 && (name !== "day" || ms > unit);
	const [name, unit] = UNITS.find(isWhole) ?? ["millisecond", 1];
	return `${ms / unit} ${name}${ms === unit ? "" : "s"}`;
}

export function deliveryText(): string {
	const [, ...retries] = WAITS_MS;
	const hours = Math.floor(WAITS_MS.reduce((sum, wait) => sum + wait, 0) / (60 * 60 * SECOND_MS));
	return `Delivered at least once, and not always in order: ignore an event whose \`id\` you have already processed, and order the events of a case by their sequence. Ignore members and types that you do not know: a later version of the service may add some.

**Verify** the signature over the raw body before you parse it, in constant time, and reject a timestamp that differs from your clock by more than ${TOLERANCE_SECONDS} seconds. The signatures of the example are valid for its body without white space and the secret in the example of \`createWebhookEndpoint\`.

**Respond** with any 2xx within ${inWords(ATTEMPT_TIMEOUT_MS)}. Everything else is a failure, redirects included. 410 disables the endpoint.

**Retries:** ${MAX_ATTEMPTS} attempts in about ${hours} hours. The first is immediate; the others follow after ${listOf(retries.map(inWords))}, each plus up to ${100 * JITTER} %. \`Retry-After\` is respected up to ${inWords(MAX_RETRY_AFTER_MS)}. After ${FAILURES_TO_OPEN} failures in a row the service tries one delivery at a time, after ${inWords(FIRST_PROBE_WAIT_MS)} and then up to ${inWords(MAX_PROBE_WAIT_MS)}, until a delivery succeeds; the others wait without using up attempts.

**Disabling:** an endpoint without a success for ${inWords(FAILING_TO_DISABLE_MS)}, at which at least ${FAILED_EVENTS_TO_DISABLE} different events have failed, is disabled (\`disabledReason\`: \`failing\`). Enable it with \`updateWebhookEndpoint\`, then \`recoverWebhookEvents\` sends the events that it has missed; \`listEvents\` has every event at any time.

The header names begin with the brand of the instance, \`Replevin\` by default.`;
}

function listOf(items: readonly string[]): string {
	return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
