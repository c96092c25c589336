import { defineOperation } from "../../../http/operation.ts";
import { isoTime } from "../../../kernel/iso-time.ts";
import { encodeSeqCursor, parseSeqCursor } from "../../../kernel/seq-cursor.ts";
import { estateError } from "../../errors.ts";
import { DEFAULT_PAGE_SIZE, ownerParams, pageQuery } from "../../schemas.ts";

/** estates.md "…/resolve": "each resolve is audited and counted, and the owner sees it". */
export const listHistory = defineOperation({
	operationId: "listEstateHistory",
	method: "GET",
	path: "/estate-profiles/{ownerAddress}/history",
	tag: "Estate profiles",
	summary: "List the history of an estate, newest first",
	description:
		"For the owner's wallet session: accepted terms, privacy codes and who resolved them, wills, and release requests. An erasure deletes the history.",
	policy: "estate_owner",
	readOnly: true,
	params: ownerParams,
	query: pageQuery,
	responses: { 200: "One page of the history." },
	errors: [],
	handler: async ({ params: { ownerAddress }, query, principal, services }) => {
		const answer = await services.estates.profiles.history({
			viewer: principal,
			ownerAddress,
			before: parseSeqCursor("estate-history", query.cursor),
			limit: query.limit === undefined ? DEFAULT_PAGE_SIZE : Number(query.limit),
		});
		if (answer.kind !== "page") throw estateError(answer);
		const { rows, next } = answer;
		const data = rows.map(({ at, action, actor, target }) => ({ at: isoTime(at), action, actor, target }));
		const nextCursor = next === undefined ? null : encodeSeqCursor("estate-history", next);
		return { status: 200, body: { data, nextCursor } };
	},
});
