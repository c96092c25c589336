/**
 * Messages of the WebhookEndpoint object, which are not parsed (ADR 35). Another developer gets "not_found", as for an
 * unknown endpoint. Times are unix milliseconds.
 */

import type { Sealed } from "../../kernel/crypto/sealing.ts";
import type { Failure } from "../../kernel/errors/failure.ts";
import type { WebhookEventType } from "../../protocol/enumerations.ts";
import type { BudgetExhausted } from "../../quota/errors.ts";
import type { SignedEvent } from "../delivery/signing.ts";
import type { AttemptView, DeliveryStatus, DeliveryView, EndpointView, QueuedEvent } from "./endpoint.ts";

export type SealedSecret = { secretId: string; sealed: Sealed };

/** Binds a secret's seal to its endpoint. */
export const secretContext = (endpointId: string, secretId: string): string => `${endpointId}/${secretId}`;

type Owned = { developerId: string };

export type CreateInput = Owned & {
	endpointId: string;
	url: string;
	description: string | null;
	eventTypes: readonly WebhookEventType[];
	secret: SealedSecret;
	now: number;
};

/** `isExisting`: an earlier call created it, with another secret. `keyVersion`: the oldest that its secrets are sealed under. */
export type CreatedEndpoint = EndpointView & { isExisting: boolean; keyVersion: number };

export type OwnerInput = Owned & { now: number };

export type UpdateInput = Owned & {
	url?: string | undefined;
	description?: string | null | undefined;
	eventTypes?: WebhookEventType[] | undefined;
	enabled?: boolean | undefined;
	now: number;
};

export type RotateInput = Owned & { secret: SealedSecret; overlapMs: number; now: number };

export type EnqueueInput = Owned & { events: readonly QueuedEvent[] };

export type TestInput = Owned & { eventId: string; body: string; now: number };

/** `before`: `next` of the previous page. */
export type ListDeliveriesInput = Owned & {
	status?: DeliveryStatus | undefined;
	before?: number | undefined;
	limit: number;
};

export type ReceiptsInput = Owned & { eventIds: readonly string[] };

export type RedeliverInput = Owned & { eventId: string; now: number };

export type RecoverInput = Owned & { since: number; dryRun: boolean; now: number };

/** The developer has no such endpoint. */
export type NotFound = Failure<"not_found">;

export type EndpointResult = { kind: "endpoint"; endpoint: EndpointView } | NotFound;
/** A repeated rotation, because the endpoint already has this secret. */
export type RotatedBefore = { kind: "rotated_before"; endpoint: EndpointView };
/** Another secret is under a newer key-encryption key. */
export type OlderKey = Failure<"older_key">;
export type EnqueueResult = { kind: "accepted" } | NotFound;
export type TestResult =
	| { kind: "attempted"; attempt: AttemptView; delivered: boolean }
	| Failure<"budget_exhausted", BudgetExhausted>
	| NotFound;
export type ListDeliveriesResult =
	| { kind: "page"; deliveries: DeliveryView[]; next: number | undefined }
	| NotFound;
export type DeliveryReceipt = { eventId: string; deliveredAt: number; httpStatus: number };
export type ReceiptsResult = { kind: "receipts"; receipts: DeliveryReceipt[] } | NotFound;
/** `event`: as it was sent. */
export type FindDeliveryResult =
	| { kind: "delivery"; delivery: DeliveryView; url: string; event: SignedEvent }
	| Failure<"unknown_event">
	| NotFound;
export type RedeliverResult =
	| { kind: "due"; delivery: DeliveryView }
	| Failure<"unknown_event">
	| Failure<"disabled">
	| NotFound;
export type RecoverResult =
	| { kind: "recovered"; count: number; hasMore: boolean }
	| Failure<"disabled">
	| NotFound;
export type EndpointFailure = Extract<
	| EndpointResult
	| OlderKey
	| TestResult
	| ListDeliveriesResult
	| FindDeliveryResult
	| RedeliverResult
	| RecoverResult,
	{ ok: false }
>;
/** `count`: resealed secrets. `keyVersion`: the oldest version now. `gone`: deleted meanwhile. */
export type ResealResult = { kind: "resealed"; count: number; keyVersion: number } | { kind: "gone" };

type EndpointObject = {
	create(input: CreateInput): Promise<CreatedEndpoint>;
	describe(input: OwnerInput): Promise<EndpointResult>;
	update(input: UpdateInput): Promise<EndpointResult>;
	/** Stops deliveries at once and deletes everything. */
	close(input: OwnerInput): Promise<{ kind: "closed" } | NotFound>;
	rotateSecret(input: RotateInput): Promise<EndpointResult | RotatedBefore | OlderKey>;
	sendTest(input: TestInput): Promise<TestResult>;
	listDeliveries(input: ListDeliveriesInput): Promise<ListDeliveriesResult>;
	findDelivery(input: RedeliverInput): Promise<FindDeliveryResult>;
	receiptsOf(input: ReceiptsInput): Promise<ReceiptsResult>;
	redeliver(input: RedeliverInput): Promise<RedeliverResult>;
	recover(input: RecoverInput): Promise<RecoverResult>;
};

export type EndpointOf = (endpointId: string) => EndpointObject;
