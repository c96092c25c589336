/** What a hosted page learns about a link (hosted-links.md "For the pages"). */
import { isoTime, isoTimeOrNull } from "../kernel/time/iso-time.ts";
import { departureUrl, finishByOf, viewStateOf } from "./link.ts";
import type { SeenLink } from "./page-links.ts";

export type LinkView = ReturnType<typeof linkViewOf>;

export function linkViewOf({ link, secretHash }: SeenLink, now: number) {
	const { linkId, kind, origin, locked, locale, expiresAt } = link;
	const state = viewStateOf(link, secretHash, now);
	const isPresent = secretHash !== undefined && secretHash === link.secretHash;
	return {
		linkId,
		kind,
		state,
		host: new URL(origin).host,
		prefill: state === "open" || state === "started" ? link.prefill : null,
		locked,
		locale,
		returnUrl: link.isOriginAllowed ? departureUrl(link) : null,
		expiresAt: isoTime(expiresAt),
		finishBy: isoTimeOrNull(finishByOf(link)),
		caseId: isPresent ? link.caseId : null,
	};
}
