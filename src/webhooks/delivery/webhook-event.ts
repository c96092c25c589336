import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { addressSchema, chainIdSchema, hash32Schema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { ACCOUNT_EVENT_TYPES, EVENT_TYPES, PENDING_PHASES } from "../../protocol/enumerations.ts";
import { sampleEnvelope } from "../../protocol/event-envelope.ts";
import { caseStatusSchema, referenceSchema, statusReasonSchema } from "../../recovery/case/case-schemas.ts";

export const EXAMPLE_EVENT_ID = "evt_0a1b2c3d4e5f60718293a4b5c6d7e8f9";

const eventIdMember = lazy(() =>
	z
		.string()
		.regex(/^evt_[0-9a-f]{32}$/)
		.meta({
			description: doc("The same at every attempt. Use it to recognise repeated deliveries."),
			example: EXAMPLE_EVENT_ID,
		}),
);

const caseFields = lazy(() => ({
	caseId: z.string().meta({ example: "rc_74ac76c7f29219667d32ccbdbc8a780f" }),
	jrcHash: hash32Schema(),
	status: caseStatusSchema(),
}));

const testField = lazy(() =>
	z
		.literal(true)
		.optional()
		.describe(
			doc(
				"Only in a sample, which is about a case that does not exist. Respond with 2xx, and do nothing real.",
			),
		),
);

export const caseEvent = lazy(() =>
	z
		.looseObject({
			id: eventIdMember(),
			type: z.enum(EVENT_TYPES),
			createdAt: timestampSchema(),
			data: z.looseObject({
				...caseFields(),
				txHash: hash32Schema()
					.nullable()
					.describe(
						doc(
							"The last transaction of the execution, in `recovery_case.executed`. Always present, and null in every event before the execution.",
						),
					),
				statusReason: statusReasonSchema(),
				sequence: z
					.int()
					.positive()
					.meta({
						description: doc(
							"Counts the events of the case from 1, because events may arrive in another order.",
						),
						example: 1,
					}),
				historyHash: hash32Schema().describe(
					doc(
						"Hash of the entry of the case's history that made the event. Keep it: a history without it was rewritten.",
					),
				),
				phase: z
					.enum(PENDING_PHASES)
					.optional()
					.describe(
						doc(
							"In `recovery_case.pending`, and absent in every other event: `order_attached`; `order_verified` once reviewers have verified the order; `executable` once `executeAfter` has passed as well, so that the recovery may be executed.",
						),
					),
				reference: referenceSchema()
					.optional()
					.describe(
						doc(
							"The developer's own name of the case, which came with it or with its hosted link; absent without one.",
						),
					),
				test: testField(),
			}),
		})
		.meta({
			id: "RecoveryCaseEvent",
			description: doc("One change of a recovery case of yours."),
		}),
);

export const accountEvent = lazy(() =>
	z
		.looseObject({
			id: eventIdMember(),
			type: z.enum(ACCOUNT_EVENT_TYPES),
			createdAt: timestampSchema(),
			data: z.looseObject({
				...caseFields(),
				caseId: caseFields().caseId.nullable(),
				status: caseFields().status.nullable(),
				chainId: chainIdSchema(),
				account: addressSchema().describe(doc("The account that the case names as lost.")),
				readyAt: timestampSchema()
					.optional()
					.describe(
						doc(
							"Only in `account.recovery_scheduled`: from when on the recovery can be executed, unless it is stopped on the chain before.",
						),
					),
				endsAt: timestampSchema()
					.optional()
					.describe(doc("Only in `account.recovery_scheduled`: until when.")),
				test: testField(),
			}),
		})
		.meta({
			id: "AccountEvent",
			description: doc(
				"A case, perhaps of another developer, names an account that you watch. `status` is that of the case after the event. Or the recovery module on its chain has scheduled a recovery of it that no case allows; without a case `caseId` and `status` are null. It tells what `GET /notices` tells everybody, and no more.",
			),
		}),
);

export const webhookEvent = lazy(() =>
	z.union([caseEvent(), accountEvent()]).meta({
		id: "WebhookEvent",
		description: doc(
			"`type` tells which of the two it is. Later versions may add members: ignore those that you do not know.",
		),
	}),
);

/** @param now unix milliseconds */
export function sampleEvent(eventId: string, now: number): string {
	const created = { status: "created", statusReason: null } as const;
	return sampleEnvelope(created, "recovery_case.created", eventId, new Date(now).toISOString());
}
