/**
 * Webhook endpoints (webhooks.md "Endpoints"). An endpoint's object is created before its D1 row and closed before
 * the row's removal, so that listed endpoints exist.
 */
import { newWebhookEndpointId, newWebhookSecretId } from "../../kernel/crypto/random-ids.ts";
import type { Sealer } from "../../kernel/crypto/sealing.ts";
import { EVENT_TYPES, type EventType } from "../../protocol/enumerations.ts";
import { formatSecret, SECRET_BYTES } from "../delivery/signing.ts";
import type { EndpointView } from "./endpoint.ts";
import {
	type EndpointOf,
	type EndpointResult,
	type NotFound,
	type OlderKey,
	type RotatedBefore,
	type SealedSecret,
	secretContext,
} from "./endpoint-messages.ts";
import type { EndpointRows } from "./endpoints.d1.ts";
import { checkTarget, type TargetRules } from "./target-rules.ts";

/** webhooks.md "Endpoints". */
export const MAX_ENDPOINTS_PER_DEVELOPER = 10;

type Owned = { developerId: string; endpointId: string; now: number };

/** `id` is the same for repetitions of a request; `earlier` is the state of previous attempts. */
type Creation = { id: string; earlier: "none" | "interrupted" | "answered" };

type TargetRejected = { kind: "target_rejected"; problem: string };

/** `secret` is shown once. */
type WithSecret = { endpoint: EndpointView; secret: string };

export type CreateEndpointResult =
	| ({ kind: "created" } & WithSecret)
	/** An earlier request with this creation id created it. */
	| { kind: "created_before"; endpoint: EndpointView }
	/** Created by an earlier request with this creation id, and deleted since. */
	| { kind: "created_and_deleted" }
	| TargetRejected
	| { kind: "full"; limit: number }
	| { kind: "user_gone" };
export type UpdateEndpointResult = EndpointResult | TargetRejected;
export type RotateSecretResult = ({ kind: "rotated" } & WithSecret) | RotatedBefore | OlderKey | NotFound;
type RemoveEndpointResult = { kind: "removed" } | NotFound;

/** Absent fields stay unchanged. */
type EndpointChanges = {
	url?: string | undefined;
	description?: string | null | undefined;
	eventTypes?: EventType[] | undefined;
	enabled?: boolean | undefined;
};

type EndpointPorts = {
	rows: EndpointRows;
	endpointOf: EndpointOf;
	sealer: Sealer;
	targetRules: TargetRules;
};

export type EndpointService = ReturnType<typeof createEndpointService>;

export function createEndpointService({ rows, endpointOf, sealer, targetRules }: EndpointPorts) {
	async function newSecret(
		endpointId: string,
		creationId?: string,
	): Promise<{ text: string; secret: SealedSecret }> {
		const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
		const secretId = newWebhookSecretId(creationId);
		const sealed = await sealer.seal(bytes, secretContext(endpointId, secretId));
		return { text: formatSecret(bytes), secret: { secretId, sealed } };
	}

	/** @param input.eventTypes all types if absent */
	async function create(input: {
		developerId: string;
		url: string;
		description?: string | null | undefined;
		eventTypes?: EventType[] | undefined;
		creation?: Creation | undefined;
		now: number;
	}): Promise<CreateEndpointResult> {
		const { developerId, description = null, eventTypes = [...EVENT_TYPES], creation, now } = input;
		const endpointId = newWebhookEndpointId(creation?.id);
		if (creation?.earlier === "answered") {
			const known = await endpointOf(endpointId).describe({ developerId, now });
			return known.kind === "endpoint"
				? { ...known, kind: "created_before" }
				: { kind: "created_and_deleted" };
		}
		const target = checkTarget(input.url, targetRules);
		if (target.kind === "rejected") return { kind: "target_rejected", problem: target.problem };
		const { url } = target;
		const { text, secret } = await newSecret(endpointId);
		const settings = { url, description, eventTypes };
		const { isExisting, ...endpoint } = await endpointOf(endpointId).create({
			developerId,
			endpointId,
			...settings,
			secret,
			now,
		});
		const outcome = await insertRow({ developerId, endpointId, now }, secret);
		if (outcome !== "inserted") return outcome;
		return isExisting ? { kind: "created_before", endpoint } : { kind: "created", endpoint, secret: text };
	}

	/** Closes the object again if the insert fails. */
	async function insertRow({ developerId, endpointId, now }: Owned, { sealed }: SealedSecret) {
		const close = () => endpointOf(endpointId).close({ developerId, now });
		const row = { developerId, endpointId, createdAt: now, keyVersion: sealed.keyVersion };
		try {
			const outcome = await rows.insert(row, MAX_ENDPOINTS_PER_DEVELOPER);
			if (outcome === "inserted") return outcome;
			// If closing fails too, the object later deletes itself, because it has no D1 row.
			await Promise.allSettled([close()]);
			return outcome === "full" ? { kind: outcome, limit: MAX_ENDPOINTS_PER_DEVELOPER } : { kind: outcome };
		} catch (cause) {
			// The row may have been written although the call failed.
			await Promise.allSettled([close(), rows.remove(developerId, endpointId)]);
			throw cause;
		}
	}

	/** Also removes rows that an interrupted removal left. */
	async function list({ developerId, now }: Omit<Owned, "endpointId">): Promise<EndpointView[]> {
		const endpointIds = await rows.list(developerId);
		const described = await Promise.all(
			endpointIds.map(async (endpointId) => ({
				endpointId,
				result: await endpointOf(endpointId).describe({ developerId, now }),
			})),
		);
		const closed = described.filter(({ result }) => result.kind === "not_found");
		await Promise.allSettled(closed.map(({ endpointId }) => rows.remove(developerId, endpointId)));
		return described.flatMap(({ result }) => (result.kind === "endpoint" ? [result.endpoint] : []));
	}

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

	/** The current secret also signs until the overlap ends. */
	async function rotateSecret({
		endpointId,
		overlapSeconds,
		creation,
		...owner
	}: Owned & { overlapSeconds: number; creation?: Creation }): Promise<RotateSecretResult> {
		const object = endpointOf(endpointId);
		if (creation?.earlier === "answered") {
			const known = await object.describe(owner);
			return known.kind === "endpoint" ? { ...known, kind: "rotated_before" } : known;
		}
		const { text, secret } = await newSecret(endpointId, creation?.id);
		const overlapMs = overlapSeconds * 1000;
		const result = await object.rotateSecret({ ...owner, secret, overlapMs });
		if (result.kind !== "endpoint") return result;
		return { kind: "rotated", endpoint: result.endpoint, secret: text };
	}

	/** Idempotent, so that a retry completes a failed removal. */
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
