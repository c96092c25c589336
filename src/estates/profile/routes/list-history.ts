import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { nextCursorField, pageFields } from "../../../kernel/paging/page-fields.ts";
import { pageSizeOf } from "../../../kernel/paging/paging.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../../kernel/paging/seq-cursor.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { ownerParams } from "../owner-schemas.ts";
import { HISTORY_ACTIONS, type HistoryEntry } from "../profile.ts";

const query = lazy(() => z.strictObject(pageFields()));

const historyEntry = lazy(() =>
	z
		.strictObject({
			at: timestampSchema(),
			action: z.enum(HISTORY_ACTIONS),
			actor: z
				.string()
				.nullable()
				.meta({ description: doc("Id of the account that acted; null for the owner.") }),
			target: z
				.string()
				.nullable()
				.meta({ description: doc("Id of the object of the action.") }),
		})
		.meta({ id: "EstateHistoryEntry" }),
);

export const listEstateHistoryResponse = lazy(() =>
	z
		.strictObject({ data: z.array(historyEntry()), nextCursor: nextCursorField() })
		.meta({ id: "EstateHistory" }),
);

/** Includes every resolve of a code (estates.md "POST /estate-profiles/privacy-codes/resolve"). */
export const listHistory = defineOperation({
	operationId: "listEstateHistory",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/history",
	tag: "Estate profiles",
	summary: doc("List the history of an estate, newest first"),
	description: doc(
		"For the owner's wallet session: accepted terms, privacy codes and who resolved them, wills, and release requests. An erasure deletes the history.",
	),
	policy: "estate_owner",
	readOnly: true,
	params: ownerParams,
	query,
	responses: { 200: { description: doc("One page of the history."), schema: listEstateHistoryResponse } },
	errors: [],
	handler: async ({ params: { ownerAddress }, query, principal, services }) => {
		const { rows, next } = await services.estates.profiles.listHistory({
			viewer: principal,
			ownerAddress,
			before: parseSeqCursor("estate-history", query.cursor),
			limit: pageSizeOf(query.limit),
		});
		const nextCursor = next === undefined ? null : encodeSeqCursor("estate-history", next);
		return { status: 200, body: { data: rows.map(presentEntry), nextCursor } };
	},
});

export function presentEntry({ at, action, actor, target }: HistoryEntry): Infer<typeof historyEntry> {
	return { at: isoTime(at), action, actor, target };
}
