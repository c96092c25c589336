/**
 * Webhook endpoints (webhooks.md "Endpoints"). An endpoint's object is created before its D1 row and closed before
 * the row's removal, so that listed endpoints exist.
 */

import type { Creation } from "../../kernel/creation.ts";
import { newWebhookEndpointId, newWebhookSecretId } from "../../kernel/crypto/random-ids.ts";
import type { Sealer } from "../../kernel/crypto/sealing.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { isFailure, successOf } from "../../kernel/errors/failure.ts";
import { EVENT_TYPES, type WebhookEventType } from "../../protocol/enumerations.ts";
import { formatSecret, SECRET_BYTES } from "../delivery/signing.ts";
import { webhookErrors } from "../errors.ts";
import type { EndpointView } from "./endpoint.ts";
import { type EndpointOf, type SealedSecret, secretContext } from "./endpoint-messages.ts";
import type { EndpointRows } from "./endpoints.d1.ts";
import { checkTarget, type TargetRules } from "./target-rules.ts";

/** webhooks.md "Endpoints". */
export const MAX_ENDPOINTS_PER_DEVELOPER = 10;

type Owned = { developerId: string; endpointId: string; now: number };

/** `id` is the same for repetitions of a request; `earlier` is the state of previous attempts. */
/** `secret`: shown once; null if an earlier request with this creation id made it. */
type WithSecret = { endpoint: EndpointView; secret: string | null };

/** Absent fields stay unchanged. */
type EndpointChanges = {
	url?: string | undefined;
	description?: string | null | undefined;
	eventTypes?: WebhookEventType[] | undefined;
	enabled?: boolean | undefined;
};

type EndpointPorts = {
	rows: EndpointRows;
	endpointOf: EndpointOf;
	sealer: Sealer;
	targetRules: TargetRules;
};

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

	/** @param input.eventTypes if absent, all types about the developer's own cases */
	async function create(input: {
		developerId: string;
		url: string;
		description?: string | null | undefined;
		eventTypes?: WebhookEventType[] | undefined;
		creation?: Creation | undefined;
		now: number;
	}): Promise<WithSecret> {
		const { developerId, description = null, eventTypes = [...EVENT_TYPES], creation, now } = input;
		const endpointId = newWebhookEndpointId(creation?.id);
		if (creation?.earlier === "completed") {
			const known = await endpointOf(endpointId).describe({ developerId, now });
			if (!isFailure(known)) return { endpoint: known.endpoint, secret: null };
			throw new AppError({
				code: "RESOURCE_NOT_FOUND",
				message:
					"An earlier request with this `Idempotency-Key` created a webhook endpoint, which was deleted since. To create another one, send a new key. Nothing was changed.",
			});
		}
		const url = targetOf(input.url);
		const { text, secret } = await newSecret(endpointId);
		const settings = { url, description, eventTypes };
		const { isExisting, keyVersion, ...endpoint } = await endpointOf(endpointId).create({
			developerId,
			endpointId,
			...settings,
			secret,
			now,
		});
		await insertRow({ developerId, endpointId, now }, keyVersion);
		return { endpoint, secret: isExisting ? null : text };
	}

	/** Closes the object again if the insert fails. */
	async function insertRow({ developerId, endpointId, now }: Owned, keyVersion: number): Promise<void> {
		const close = () => endpointOf(endpointId).close({ developerId, now });
		const row = { developerId, endpointId, createdAt: now, keyVersion };
		const outcome = await rows.insert(row, MAX_ENDPOINTS_PER_DEVELOPER).catch(async (cause) => {
			// The row may have been written although the call failed.
			await Promise.allSettled([close(), rows.remove(developerId, endpointId)]);
			throw cause;
		});
		if (outcome === "inserted") return;
		// If closing fails too, the object later deletes itself, because it has no D1 row.
		await Promise.allSettled([close()]);
		if (outcome === "user_gone") {
			throw new AppError({
				code: "USER_NOT_FOUND",
				message: "The account of this credential no longer exists. Register again to continue.",
			});
		}
		throw new AppError({
			code: "EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT",
			message: `Your account has ${MAX_ENDPOINTS_PER_DEVELOPER} webhook endpoints, which is the maximum. Delete one first.`,
		});
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
		const closed = described.filter(({ result }) => isFailure(result));
		await Promise.allSettled(closed.map(({ endpointId }) => rows.remove(developerId, endpointId)));
		return described.flatMap(({ result }) => (isFailure(result) ? [] : [result.endpoint]));
	}

	/** The URL as it is stored. */
	function targetOf(given: string): string {
		const target = checkTarget(given, targetRules);
		if (target.kind !== "rejected") return target.url;
		throw new AppError({
			code: "INPUT_VALIDATION_ERROR",
			message: "Webhooks cannot be sent to this URL; `details` says why. Nothing was changed.",
			details: [{ field: "url", rule: "not_allowed", message: target.problem }],
		});
	}

	async function get({ endpointId, ...owner }: Owned): Promise<EndpointView> {
		return successOf(await endpointOf(endpointId).describe(owner), webhookErrors).endpoint;
	}

	async function update({
		endpointId,
		changes,
		...owner
	}: Owned & { changes: EndpointChanges }): Promise<EndpointView> {
		if (Object.keys(changes).length === 0) return get({ endpointId, ...owner });
		const url = changes.url === undefined ? {} : { url: targetOf(changes.url) };
		const updated = await endpointOf(endpointId).update({ ...owner, ...changes, ...url });
		return successOf(updated, webhookErrors).endpoint;
	}

	/** The current secret also signs until the overlap ends. */
	async function rotateSecret({
		endpointId,
		overlapSeconds,
		creation,
		...owner
	}: Owned & { overlapSeconds: number; creation?: Creation }): Promise<WithSecret> {
		const object = endpointOf(endpointId);
		if (creation?.earlier === "completed") {
			return { endpoint: await get({ endpointId, ...owner }), secret: null };
		}
		const { text, secret } = await newSecret(endpointId, creation?.id);
		const overlapMs = overlapSeconds * 1000;
		const rotated = successOf(await object.rotateSecret({ ...owner, secret, overlapMs }), webhookErrors);
		return { endpoint: rotated.endpoint, secret: rotated.kind === "rotated_before" ? null : text };
	}

	/** Idempotent, so that a retry completes a failed removal. */
	async function remove({ endpointId, ...owner }: Owned): Promise<void> {
		const closed = await endpointOf(endpointId).close(owner);
		const wasListed = await rows.remove(owner.developerId, endpointId);
		if (!wasListed) successOf(closed, webhookErrors);
	}

	return {
		create,
		list,
		get,
		update,
		rotateSecret,
		remove,
	};
}
