/**
 * Webhook endpoints of a developer (webhooks.md "Endpoints"). The object is the truth of an endpoint, the row in
 * D1 says whose it is and that it counts. The object is made first and removed first: an endpoint that is listed
 * is there, and one that is removed is sent nothing more, whatever fails in between.
 */
import { newWebhookEndpointId, newWebhookSecretId } from "../../kernel/random-ids.ts";
import type { Sealer } from "../../kernel/sealing.ts";
import { EVENT_TYPES, type EventType } from "../../recovery/case/case-state.ts";
import { formatSecret, SECRET_BYTES } from "../delivery/signing.ts";
import type { EndpointOf, EndpointRows } from "../ports.ts";
import type { EndpointView } from "./endpoint.ts";
import {
	type EndpointResult,
	type NotFound,
	type OlderKey,
	type SealedSecret,
	secretContext,
} from "./endpoint-messages.ts";
import { checkTarget, type TargetRules } from "./target-rules.ts";

/** webhooks.md, `POST /webhook-endpoints`: "at most 10 per developer". */
const MAX_ENDPOINTS_PER_DEVELOPER = 10;

type Owned = { developerId: string; endpointId: string; now: number };

/** `problem` says what is wrong with the URL, or what would be right. */
type TargetRejected = { kind: "target_rejected"; problem: string };

/** With the secret in the form that its owner is shown once. */
type WithSecret = { endpoint: EndpointView; secret: string };

export type CreateEndpointResult =
	| ({ kind: "created" } & WithSecret)
	| TargetRejected
	| { kind: "full"; limit: number }
	/** The account was deleted while the request was on its way. */
	| { kind: "user_gone" };
export type UpdateEndpointResult = EndpointResult | TargetRejected;
export type RotateSecretResult = ({ kind: "rotated" } & WithSecret) | OlderKey | NotFound;
export type RemoveEndpointResult = { kind: "removed" } | NotFound;

/** What is not named stays as it is. */
export type EndpointChanges = {
	url?: string | undefined;
	description?: string | null | undefined;
	eventTypes?: EventType[] | undefined;
	enabled?: boolean | undefined;
};

export type EndpointPorts = {
	rows: EndpointRows;
	endpointOf: EndpointOf;
	sealer: Sealer;
	targetRules: TargetRules;
};

export type EndpointService = ReturnType<typeof createEndpointService>;

export function createEndpointService({ rows, endpointOf, sealer, targetRules }: EndpointPorts) {
	/** A secret of 32 random bytes: as text for its owner, and sealed for this endpoint. */
	async function newSecret(endpointId: string): Promise<{ text: string; secret: SealedSecret }> {
		const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
		const secretId = newWebhookSecretId();
		const sealed = await sealer.seal(bytes, secretContext(endpointId, secretId));
		return { text: formatSecret(bytes), secret: { secretId, sealed } };
	}

	/** Makes an endpoint. @param input.eventTypes all of them where left out */
	async function create(input: {
		developerId: string;
		url: string;
		description?: string | null | undefined;
		eventTypes?: EventType[] | undefined;
		now: number;
	}): Promise<CreateEndpointResult> {
		const { developerId, description = null, eventTypes = [...EVENT_TYPES], now } = input;
		const target = checkTarget(input.url, targetRules);
		if (target.kind === "rejected") return { kind: "target_rejected", problem: target.problem };
		const { url } = target;
		const endpointId = newWebhookEndpointId();
		const { text, secret } = await newSecret(endpointId);
		const object = endpointOf(endpointId);
		const made = { developerId, endpointId, url, description, eventTypes, secret, now };
		const endpoint = await object.create(made);
		const outcome = await register({ developerId, endpointId, now }, secret);
		return outcome === "inserted" ? { kind: "created", endpoint, secret: text } : outcome;
	}

	/** Counts a new endpoint in; where that does not succeed, its object is not left behind. */
	async function register({ developerId, endpointId, now }: Owned, { sealed }: SealedSecret) {
		const close = () => endpointOf(endpointId).close({ developerId, now });
		const row = { developerId, endpointId, createdAt: now, keyVersion: sealed.keyVersion };
		try {
			const outcome = await rows.insert(row, MAX_ENDPOINTS_PER_DEVELOPER);
			if (outcome === "inserted") return outcome;
			// An object that cannot be closed now forgets itself, since D1 does not know it.
			await Promise.allSettled([close()]);
			return outcome === "full" ? { kind: outcome, limit: MAX_ENDPOINTS_PER_DEVELOPER } : { kind: outcome };
		} catch (cause) {
			// Nobody will hear of its secret, and the row may have been written all the same.
			await Promise.allSettled([close(), rows.remove(developerId, endpointId)]);
			throw cause;
		}
	}

	/** All of a developer's, the oldest first. A row without its object is what a removal left halfway: it goes. */
	async function list({ developerId, now }: Omit<Owned, "endpointId">): Promise<EndpointView[]> {
		const endpointIds = await rows.list(developerId);
		const found = await Promise.all(
			endpointIds.map(async (endpointId) => ({
				endpointId,
				answer: await endpointOf(endpointId).describe({ developerId, now }),
			})),
		);
		const left = found.filter(({ answer }) => answer.kind === "not_found");
		await Promise.allSettled(left.map(({ endpointId }) => rows.remove(developerId, endpointId)));
		return found.flatMap(({ answer }) => (answer.kind === "endpoint" ? [answer.endpoint] : []));
	}

	/** Changes what is named. */
	async function update({
		endpointId,
		changes,
		...owner
	}: Owned & { changes: EndpointChanges }): Promise<UpdateEndpointResult> {
		const object = endpointOf(endpointId);
		if (Object.keys(changes).length === 0) return object.describe(owner);
		if (changes.url === undefined) return object.update({ ...owner, ...changes });
		const target = checkTarget(changes.url, targetRules);
		if (target.kind === "rejected") return { kind: "target_rejected", problem: target.problem };
		return object.update({ ...owner, ...changes, url: target.url });
	}

	/** The new secret signs from now on, and the one before it beside it for the overlap. */
	async function rotateSecret({
		endpointId,
		overlapSeconds,
		...owner
	}: Owned & { overlapSeconds: number }): Promise<RotateSecretResult> {
		const { text, secret } = await newSecret(endpointId);
		const overlapMs = overlapSeconds * 1000;
		const answer = await endpointOf(endpointId).rotateSecret({ ...owner, secret, overlapMs });
		if (answer.kind !== "endpoint") return answer;
		return { kind: "rotated", endpoint: answer.endpoint, secret: text };
	}

	/** Stops deliveries at once. Asked again after a failure halfway, it does the rest. */
	async function remove({ endpointId, ...owner }: Owned): Promise<RemoveEndpointResult> {
		const closed = await endpointOf(endpointId).close(owner);
		const wasListed = await rows.remove(owner.developerId, endpointId);
		return closed.kind === "closed" || wasListed ? { kind: "removed" } : { kind: "not_found" };
	}

	return {
		create,
		list,
		get: ({ endpointId, ...owner }: Owned) => endpointOf(endpointId).describe(owner),
		update,
		rotateSecret,
		remove,
	};
}
