import * as z from "zod";
import { REPLAYED, type Reply } from "../../../http/operation.ts";
import { type Infer, lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import { timestampSchema } from "../../../kernel/schemas/schemas.ts";
import { isoTime } from "../../../kernel/time/iso-time.ts";
import { VIEWER_ROLES } from "../../case/case-access.ts";
import type { ShownLink } from "./evidence-link-service.ts";

export const evidenceLinkIdField = () =>
	z.string().regex(/^evl_[0-9a-f]{32}$/, "must be `evl_` and 32 lower-case hex digits");

const linkFields = lazy(() => ({
	evidenceLinkId: evidenceLinkIdField(),
	createdBy: z
		.enum(VIEWER_ROLES)
		.describe(
			doc(
				"The role in which the maker reads the case. `filer`: a session that filed the case and has none of its accounts.",
			),
		),
	isRevocable: z.boolean().describe(doc("Whether you may revoke the link.")),
	createdAt: timestampSchema(),
	expiresAt: timestampSchema(),
}));

export const evidenceLinkResponse = lazyObject(
	{ id: "EvidenceLink", description: doc("A live link, without its token.") },
	linkFields,
);

export const newEvidenceLinkResponse = lazyObject("NewEvidenceLink", () => ({
	...linkFields(),
	url: z
		.string()
		.describe(
			doc(
				"Opens the page that reads and verifies the evidence. The token is behind `#`, so browsers send it to no server. Shown only once.",
			),
		),
}));

const NOTICE =
	"The url was in the response to the first request with this Idempotency-Key only. If you do not have it, revoke this link and create another with a new Idempotency-Key.";

export const repeatedEvidenceLinkResponse = lazyObject("RepeatedEvidenceLink", () => ({
	...linkFields(),
	notice: z.string().meta({ description: doc("For people: what to do without the url."), example: NOTICE }),
}));

export function replyWithRepeatedLink(link: ShownLink): Reply {
	const body: Infer<typeof repeatedEvidenceLinkResponse> = { ...presentLink(link), notice: NOTICE };
	return { status: 200, headers: REPLAYED, body };
}

/** Names every field, so that nothing else is sent. */
export function presentLink(link: ShownLink): Infer<typeof evidenceLinkResponse> {
	return {
		evidenceLinkId: link.evidenceLinkId,
		createdBy: link.madeBy,
		isRevocable: link.isRevocable,
		createdAt: isoTime(link.createdAt),
		expiresAt: isoTime(link.expiresAt),
	};
}
