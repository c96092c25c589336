import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/time/iso-time.ts";
import { type BrowserOrigin, ORIGIN_STATUSES } from "./origin.ts";

export const originIdParam = lazy(() =>
	z.strictObject({
		originId: z.string().regex(/^org_[0-9a-f]{32}$/, "must be `org_` and 32 lower-case hex digits"),
	}),
);

const originFields = lazy(() => ({
	originId: z.string(),
	origin: z.string(),
	status: z.enum(ORIGIN_STATUSES),
	requestedAt: timestampSchema(),
	decidedAt: timestampSchema().nullable(),
	reason: z
		.string()
		.nullable()
		.meta({ description: doc("The reviewer's reason; null before a decision.") }),
}));

export const originResponse = lazy(() => z.strictObject(originFields()).meta({ id: "BrowserOrigin" }));

export function presentOrigin(row: BrowserOrigin): Infer<typeof originResponse> {
	const { originId, origin, status, requestedAt, decidedAt, reason } = row;
	return {
		originId,
		origin,
		status,
		requestedAt: isoTime(requestedAt),
		decidedAt: isoTimeOrNull(decidedAt),
		reason,
	};
}

export const reviewedOriginResponse = lazy(() =>
	z
		.strictObject({ ...originFields(), developerId: z.string(), decidedBy: z.string().nullable() })
		.meta({ id: "ReviewedOrigin" }),
);

export function presentReviewedOrigin(row: BrowserOrigin): Infer<typeof reviewedOriginResponse> {
	return { ...presentOrigin(row), developerId: row.developerId, decidedBy: row.decidedBy };
}
