/**
 * What is said to an endpoint's object and what it answers. Every message names the developer who speaks: for
 * another one, and after its end, an endpoint is not there. Times are unix milliseconds.
 */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { sealedSchema } from "../../kernel/sealing.ts";
import { EVENT_TYPES } from "../../recovery/case/case-state.ts";
import { type AttemptView, DELIVERY_STATUSES, type DeliveryView, type EndpointView } from "./endpoint.ts";

const time = lazy(() => z.int().nonnegative());
const owner = lazy(() => ({ developerId: z.string() }));
const eventTypes = lazy(() => z.array(z.enum(EVENT_TYPES)).min(1));

/** What stands for a history where there is none, as with a sample. */
export const NO_HISTORY_HASH = `0x${"0".repeat(64)}`;

const sealedSecretSchema = lazy(() => z.object({ secretId: z.string(), sealed: sealedSchema() }));
/** A secret as it stands in storage; the seal's context is `secretContext`. */
export type SealedSecret = z.infer<ReturnType<typeof sealedSecretSchema>>;

/** What a secret is sealed for, so that it opens nowhere else. */
export const secretContext = (endpointId: string, secretId: string): string => `${endpointId}/${secretId}`;

export const createInput = lazy(() =>
	z.object({
		...owner(),
		endpointId: z.string(),
		url: z.string(),
		description: z.string().nullable(),
		eventTypes: eventTypes(),
		secret: sealedSecretSchema(),
		now: time(),
	}),
);
export type CreateInput = z.infer<ReturnType<typeof createInput>>;

export const ownerInput = lazy(() => z.object({ ...owner(), now: time() }));
export type OwnerInput = z.infer<ReturnType<typeof ownerInput>>;

export const updateInput = lazy(() =>
	z.object({
		...owner(),
		url: z.string().optional(),
		description: z.string().nullable().optional(),
		eventTypes: eventTypes().optional(),
		enabled: z.boolean().optional(),
		now: time(),
	}),
);
export type UpdateInput = z.infer<ReturnType<typeof updateInput>>;

export const rotateInput = lazy(() =>
	z.object({ ...owner(), secret: sealedSecretSchema(), overlapMs: time(), now: time() }),
);
export type RotateInput = z.infer<ReturnType<typeof rotateInput>>;

export const enqueueInput = lazy(() =>
	z.object({
		...owner(),
		events: z.array(
			z.object({
				eventId: z.string(),
				caseId: z.string(),
				sequence: z.int(),
				type: z.enum(EVENT_TYPES),
				body: z.string(),
				historyHash: z.string(),
				createdAt: time(),
			}),
		),
	}),
);
export type EnqueueInput = z.infer<ReturnType<typeof enqueueInput>>;

export const testInput = lazy(() =>
	z.object({ ...owner(), eventId: z.string(), body: z.string(), now: time() }),
);
export type TestInput = z.infer<ReturnType<typeof testInput>>;

export const listDeliveriesInput = lazy(() =>
	z.object({
		...owner(),
		status: z.enum(DELIVERY_STATUSES).optional(),
		/** The number of the last delivery of the page before; the newest come first. */
		before: z.int().optional(),
		limit: z.int(),
	}),
);
export type ListDeliveriesInput = z.infer<ReturnType<typeof listDeliveriesInput>>;

export const receiptsInput = lazy(() => z.object({ ...owner(), eventIds: z.array(z.string()) }));
export type ReceiptsInput = z.infer<ReturnType<typeof receiptsInput>>;

export const redeliverInput = lazy(() => z.object({ ...owner(), eventId: z.string(), now: time() }));
export type RedeliverInput = z.infer<ReturnType<typeof redeliverInput>>;

export const recoverInput = lazy(() =>
	z.object({ ...owner(), since: time(), dryRun: z.boolean(), now: time() }),
);
export type RecoverInput = z.infer<ReturnType<typeof recoverInput>>;

/** There is no such endpoint for this developer. */
export type Gone = { kind: "gone" };

export type EndpointAnswer = { kind: "endpoint"; endpoint: EndpointView } | Gone;
/** The secret is sealed under an older key-encryption key than one that the endpoint has. */
export type OlderKey = { kind: "older_key" };
export type EnqueueAnswer = { kind: "taken" } | Gone;
/** `delivered`: as a 2xx in time would have counted. */
export type TestAnswer =
	| { kind: "tried"; attempt: AttemptView; delivered: boolean }
	| { kind: "too_many"; retryAfterSeconds: number }
	| Gone;
export type ListDeliveriesAnswer = { kind: "page"; deliveries: DeliveryView[]; next: number | null } | Gone;
/** That the endpoint has accepted an event, in time and with a 2xx. */
export type DeliveryReceipt = { eventId: string; deliveredAt: number; httpStatus: number };
export type ReceiptsAnswer = { kind: "receipts"; receipts: DeliveryReceipt[] } | Gone;
export type RedeliverAnswer =
	| { kind: "due"; delivery: DeliveryView }
	| { kind: "unknown_event" }
	| { kind: "disabled" }
	| Gone;
/** `hasMore`: there were more than one call takes; call again. */
export type RecoverAnswer =
	| { kind: "recovered"; count: number; hasMore: boolean }
	| { kind: "disabled" }
	| Gone;
/** `count`: how many secrets were under an older version; `keyVersion`: that of the oldest now. */
export type ResealAnswer = { kind: "resealed"; count: number; keyVersion: number } | Gone;

/** The object, as a service sees it. */
export type EndpointObject = {
	create(input: CreateInput): Promise<EndpointView>;
	describe(input: OwnerInput): Promise<EndpointAnswer>;
	update(input: UpdateInput): Promise<EndpointAnswer>;
	/** Stops deliveries at once and forgets everything. */
	close(input: OwnerInput): Promise<{ kind: "closed" } | Gone>;
	rotateSecret(input: RotateInput): Promise<EndpointAnswer | OlderKey>;
	sendTest(input: TestInput): Promise<TestAnswer>;
	listDeliveries(input: ListDeliveriesInput): Promise<ListDeliveriesAnswer>;
	receiptsOf(input: ReceiptsInput): Promise<ReceiptsAnswer>;
	redeliver(input: RedeliverInput): Promise<RedeliverAnswer>;
	recover(input: RecoverInput): Promise<RecoverAnswer>;
};
