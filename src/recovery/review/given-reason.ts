/** Reasons that people gave for a move. They stand in its payload, and not in the case's record. */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import type { ComparedValue } from "../../protocol/comparison.ts";
import type { EvidenceSource } from "../case/case-messages.ts";

export type GivenReason = {
	/** Of the entry in the history. */
	sequence: number;
	text: string;
	/** By a decision. */
	compared?: ComparedValue[];
};

/** A decision has a note. An objection or a withdrawal has signed its reason. */
const payloadSchema = lazy(() =>
	z.object({
		note: z.string().optional(),
		compared: z
			.array(z.object({ value: z.string(), found: z.string(), differs: z.string().optional() }))
			.optional(),
		typedData: z.object({ message: z.object({ reason: z.string().optional() }) }).optional(),
	}),
);

export function reasonIn({ entry, payload }: EvidenceSource["history"][number]): GivenReason[] {
	// It has the transactions, and no reason.
	if (entry.move === "create") return [];
	const { note, compared, typedData } = payloadSchema().parse(JSON.parse(payload));
	const text = note ?? typedData?.message.reason;
	return text === undefined ? [] : [{ sequence: entry.sequence, text, ...(compared && { compared }) }];
}
