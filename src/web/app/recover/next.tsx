/** After the filing: the court, the dates, and how to come back. */
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { readApi } from "../core/api.ts";
import { LinkButton, WayOn } from "../core/form.tsx";
import { Code, Items, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { findStarted } from "../links/link-calls.ts";
import type { StartedLink } from "../links/link-view.ts";
import { Leave } from "../links/marks.tsx";
import { HEIR } from "./draft.ts";

export async function nextPage(c: PageContext): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const record = await readApi<CaseRecord>(c, "wallet", `/recovery-cases/${caseId}`);
	const { exhibit, petition, recover } = c.get("copy");
	const { next } = recover;
	const linkId = c.req.query("link");
	const found = linkId === undefined ? undefined : await findStarted(c, linkId);
	const address = `/cases/${record.caseId}`;
	const { email } = record.case;
	const isHeir = record.case.reasonForRecovery === HEIR;
	return page(
		c,
		{ title: next.title, area: "people", scripts: ["draft"], lead: next.lead },
		<article data-filed={record.case.lostAccount} data-link={linkId}>
			<ol class="steps">
				<li>
					<h2>{next.steps.court}</h2>
					<p>{isHeir ? next.steps.courtTextOfHeir : next.steps.courtText}</p>
					<h3>{next.steps.bring}</h3>
					<Items
						of={[
							next.steps.paper,
							<a href={`${address}/petition`}>{petition.title}</a>,
							<a href={`${address}/evidence`} download>
								{next.steps.evidence}
							</a>,
							isHeir ? next.steps.ownOfHeir : next.steps.own,
						]}
					/>
					<WayOn href={`${address}/exhibit`} text={exhibit.open} />
				</li>
				<li>
					<h2>{next.steps.order}</h2>
					<p>{next.steps.orderText}</p>
					{record.expiresAt !== null && (
						<p>
							{next.until} <Time c={c} iso={record.expiresAt} />. {next.notLost}
						</p>
					)}
				</li>
				<li>
					<h2>{next.steps.wait}</h2>
					<p>{next.steps.waitText}</p>
				</li>
			</ol>
			<div class="note">
				<p>{whoIsTold(c, record, found)}</p>
				{email !== null && (
					<p>
						{next.notMailed(email)} <a href={`${address}#mail`}>{next.confirm}</a>
					</p>
				)}
				<p>
					<Code c={c} text={`${c.env.settings.appOrigin}${address}`} />
				</p>
			</div>
			<p class="actions">
				<LinkButton href={address} text={next.toCase} kind="second" />
				<a class="button second" href={`${address}/dates.ics`} download>
					{next.calendar}
				</a>
				{isOf(record, found) && <Leave c={c} view={found.view} />}
			</p>
		</article>,
	);
}

/** Only the link's own cookie names the partner. Without it, nobody knows whether a case without a reference came by a link. */
function whoIsTold(c: PageContext, record: CaseRecord, found: StartedLink | undefined): string {
	const { told } = c.get("copy").links;
	if (isOf(record, found)) return told.host(found.view.host);
	const isOfDeveloper = record.source !== "hosted" || record.reference !== undefined;
	return isOfDeveloper ? told.somebody : told.nobody;
}

/** Whether the case was filed through the link. */
function isOf({ caseId }: CaseRecord, found: StartedLink | undefined): found is StartedLink {
	return found?.view.caseId === caseId;
}
