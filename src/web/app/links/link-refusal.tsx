import type { ApiFailure } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import { findStarted } from "./link-calls.ts";
import { statePage } from "./state-page.tsx";

/** Why the link itself did not allow a filing: a sentence, or the page of its state. Undefined for other causes. */
export async function linkRefusal(
	c: PageContext,
	failure: ApiFailure,
): Promise<string | Response | undefined> {
	const link = c.get("link");
	if (!link) return undefined;
	const { refused } = c.get("copy").links;
	const { code, retryAfterSeconds, details } = failure;
	if (details.some(({ rule }) => rule === "must_equal" || rule === "not_allowed")) {
		return refused.locked(link.view.host);
	}
	if (code !== "HOSTED_LINK_STATUS_ERROR") return undefined;
	if (retryAfterSeconds !== null) return refused.busy(retryAfterSeconds);
	const now = await findStarted(c, link.view.linkId);
	return now && now.view.state !== "started" ? statePage(c, now.view, { status: 409 }) : undefined;
}
