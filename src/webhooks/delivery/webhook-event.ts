import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { hash32Schema, timestampSchema } from "../../kernel/schemas.ts";
import { caseStatusSchema, referenceSchema, statusReasonSchema } from "../../recovery/case/case-schemas.ts";
import { EVENT_TYPES } from "../../recovery/case/case-state.ts";

export const EXAMPLE_EVENT_ID = "evt_0a1b2c3d4e5f60718293a4b5c6d7e8f9";

export const webhookEvent = /* @__PURE__ */ lazy(() =>
	z
		.strictObject({
			id: z
				.string()
				.regex(/^evt_[0-9a-f]{32}$/)
				.meta({
					description: "The same at every attempt. Use it to recognise repeated deliveries.",
					example: EXAMPLE_EVENT_ID,
				}),
			type: z.enum(EVENT_TYPES),
			createdAt: timestampSchema(),
			data: z.strictObject({
				caseId: z.string().meta({ example: "rc_74ac76c7f29219667d32ccbdbc8a780f" }),
				jrcHash: hash32Schema(),
				status: caseStatusSchema(),
				txHash: hash32Schema().nullable().meta({
					description:
						"The last transaction of the execution, in `recovery_case.executed`. Always present, and null in every event before the execution.",
				}),
				statusReason: statusReasonSchema(),
				reference: referenceSchema().optional().meta({
					description:
						"The `reference` of the hosted link through which the case was filed; absent without one.",
				}),
			}),
		})
		.meta({ id: "WebhookEvent", description: "One change of a recovery case." }),
);

/** Belongs to no case, so that nobody mistakes a sample for an event. */
const SAMPLE_JRC_HASH = `0x${"0".repeat(64)}`;
const SAMPLE_CASE_ID = `rc_${"0".repeat(32)}`;

/** @param now unix milliseconds */
export function sampleEvent(eventId: string, now: number): string {
	return JSON.stringify({
		id: eventId,
		type: "recovery_case.created",
		createdAt: new Date(now).toISOString(),
		data: {
			caseId: SAMPLE_CASE_ID,
			jrcHash: SAMPLE_JRC_HASH,
			status: "created",
			txHash: null,
			statusReason: null,
		},
	});
}
