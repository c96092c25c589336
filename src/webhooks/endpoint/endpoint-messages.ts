/**
 * Messages of the WebhookEndpoint object. Another developer gets "not_found", as for an unknown endpoint. Times are
 * unix milliseconds.
 */
import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { sealedSchema } from "../../kernel/sealing.ts";
import { EVENT_TYPES } from "../../recovery/case/case-state.ts";
import { type AttemptView, DELIVERY_STATUSES, type DeliveryView, type EndpointView } from "./endpoint.ts";

const time = lazy(() => z.int().nonnegative());
const owner = lazy(() => ({ developerId: z.string() }));
const eventTypes = lazy(() => z.array(z.enum(EVENT_TYPES)).min(1));

export const NO_HISTORY_HASH = `0x${"0".repeat(64)}`;

const sealedSecretSchema = lazy(() => z.object({ secretId: z.string(), sealed: sealedSchema() }));
/** A secret as it is stored. */
export type SealedSecret = Infer<typeof sealedSecretSchema>;

/** Binds a secret's seal to its endpoint. */
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
export type CreateInput = Infer<typeof createInput>;

export const ownerInput = lazy(() => z.object({ ...owner(), now: time() }));
export type OwnerInput = Infer<typeof ownerInput>;

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
export type UpdateInput = Infer<typeof updateInput>;

export const rotateInput = lazy(() =>
	z.object({ ...owner(), secret: sealedSecretSchema(), overlapMs: time(), now: time() }),
);
export type RotateInput = Infer<typeof rotateInput>;

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
export type EnqueueInput = Infer<typeof enqueueInput>;

export const testInput = lazy(() =>
	z.object({ ...owner(), eventId: z.string(), body: z.string(), now: time() }),
);
export type TestInput = Infer<typeof testInput>;

export const listDeliveriesInput = lazy(() =>
	z.object({
		...owner(),
		status: z.enum(DELIVERY_STATUSES).optional(),
		/** `next` of the previous page. */
		before: z.int().optional(),
		limit: z.int(),
	}),
);
export type ListDeliveriesInput = Infer<typeof listDeliveriesInput>;

export const receiptsInput = lazy(() => z.object({ ...owner(), eventIds: z.array(z.string()) }));
export type ReceiptsInput = Infer<typeof receiptsInput>;

export const redeliverInput = lazy(() => z.object({ ...owner(), eventId: z.string(), now: time() }));
export type RedeliverInput = Infer<typeof redeliverInput>;

export const recoverInput = lazy(() =>
	z.object({ ...owner(), since: time(), dryRun: z.boolean(), now: time() }),
);
export type RecoverInput = Infer<typeof recoverInput>;

/** The developer has no such endpoint. */
export type NotFound = { kind: "not_found" };

export type EndpointResult = { kind: "endpoint"; endpoint: EndpointView } | NotFound;
/** The secret is under an older key-encryption key than another. */
export type OlderKey = { kind: "older_key" };
export type EnqueueResult = { kind: "accepted" } | NotFound;
export type TestResult =
	| { kind: "attempted"; attempt: AttemptView; delivered: boolean }
	| { kind: "rate_limited"; retryAfterSeconds: number }
	| NotFound;
export type ListDeliveriesResult =
	| { kind: "page"; deliveries: DeliveryView[]; next: number | undefined }
	| NotFound;
export type DeliveryReceipt = { eventId: string; deliveredAt: number; httpStatus: number };
export type ReceiptsResult = { kind: "receipts"; receipts: DeliveryReceipt[] } | NotFound;
export type RedeliverResult =
	| { kind: "due"; delivery: DeliveryView }
	| { kind: "unknown_event" }
	| { kind: "disabled" }
	| NotFound;
export type RecoverResult =
	| { kind: "recovered"; count: number; hasMore: boolean }
	| { kind: "disabled" }
	| NotFound;
/** `count`: resealed secrets. `keyVersion`: the oldest version now. `gone`: deleted meanwhile. */
export type ResealResult = { kind: "resealed"; count: number; keyVersion: number } | { kind: "gone" };

type EndpointObject = {
	create(input: CreateInput): Promise<EndpointView>;
	describe(input: OwnerInput): Promise<EndpointResult>;
	update(input: UpdateInput): Promise<EndpointResult>;
	/** Stops deliveries at once and deletes everything. */
	close(input: OwnerInput): Promise<{ kind: "closed" } | NotFound>;
	rotateSecret(input: RotateInput): Promise<EndpointResult | OlderKey>;
	sendTest(input: TestInput): Promise<TestResult>;
	listDeliveries(input: ListDeliveriesInput): Promise<ListDeliveriesResult>;
	receiptsOf(input: ReceiptsInput): Promise<ReceiptsResult>;
	redeliver(input: RedeliverInput): Promise<RedeliverResult>;
	recover(input: RecoverInput): Promise<RecoverResult>;
};

export type EndpointOf = (endpointId: string) => EndpointObject;
