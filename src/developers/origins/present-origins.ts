/** Makes of what the service knows about browser origins what goes out. */
import type * as z from "zod";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import type { originResponse, reviewedOriginResponse } from "../access-response-schemas.ts";
import type { BrowserOrigin } from "./origin-service.ts";

export function presentOrigin(row: BrowserOrigin): z.infer<typeof originResponse> {
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

export function presentReviewedOrigin(row: BrowserOrigin): z.infer<typeof reviewedOriginResponse> {
	return { ...presentOrigin(row), developerId: row.developerId, decidedBy: row.decidedBy };
}
