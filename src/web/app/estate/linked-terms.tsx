/** The terms through a hosted link for an estate. */
import { LinkButton, WayOn } from "../core/form.tsx";
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { signInPath } from "../core/sessions.ts";
import { walletAddress } from "../core/wallet.ts";
import { findStarted } from "../links/link-calls.ts";
import { Leave, Mark, Sees } from "../links/marks.tsx";
import { isLocked, isPrefilled, keepLink } from "../links/started-link.ts";
import { notStartedPage, statePage } from "../links/state-page.tsx";

/** True if the link is for another owner than the session's. @throws SessionNeeded */
export function hasOtherOwner(c: PageContext): boolean {
	return isLocked(c, "ownerAddress") && !isPrefilled(c, "ownerAddress", walletAddress(c));
}

export function otherOwnerPage(c: PageContext): Promise<Response> {
	const { estate, links } = c.get("copy");
	return page(
		c,
		{ title: estate.terms.title, area: "people", status: c.req.method === "GET" ? 200 : 400 },
		<>
			<LinkOwner c={c} />
			<WayOn href={signInPath("wallet", keepLink(c, "/estate/terms"))} text={links.expected.signIn} />
		</>,
	);
}

/** Below the terms, where the message begins. */
export function PartnerSees({ c }: { c: PageContext }) {
	const link = c.get("link");
	return link ? <Sees c={c} view={link.view} /> : null;
}

/** Whose estate it is, and whose the partner expects. Nothing without a link. */
export function LinkOwner({ c }: { c: PageContext }) {
	const { estate, links } = c.get("copy");
	const link = c.get("link");
	if (!link) return null;
	const { prefill, host } = link.view;
	const owner = walletAddress(c);
	const expected = prefill?.ownerAddress;
	const isExpected = isPrefilled(c, "ownerAddress", owner);
	return (
		<>
			<p>
				{estate.account} <Code c={c} text={owner} /> <Mark c={c} isFilledIn={isExpected} />
			</p>
			{expected !== undefined && !isExpected && (
				<div class="note danger">
					<p>{links.expected.owner(host)}</p>
					<p>
						<Code c={c} text={expected} /> <Mark c={c} isFilledIn />
					</p>
					<p>{hasOtherOwner(c) ? links.expected.mustBe(host) : links.expected.maybeOwner}</p>
				</div>
			)}
		</>
	);
}

/** After the signature: the way back to the partner. */
export async function acceptedPage(c: PageContext): Promise<Response> {
	const found = await findStarted(c, c.req.query("link") ?? "");
	if (!found) return notStartedPage(c);
	const { view } = found;
	if (view.state !== "used" || view.kind !== "estate") return statePage(c, view);
	const { links } = c.get("copy");
	return page(
		c,
		{ title: links.accepted.title, area: "people", lead: links.accepted.text(view.host) },
		<>
			<p class="actions">
				<Leave c={c} view={view} isFirst />
				<LinkButton href="/estate" text={links.ways.toEstate} kind="second" />
			</p>
		</>,
	);
}
