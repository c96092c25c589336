/** After the filing: the court, the dates, and how to come back. */
import { readApi } from "../core/api.ts";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { CaseRecord } from "../exhibit/exhibit-page.tsx";
import { findStarted } from "../links/link-calls.ts";
import type { LinkView } from "../links/link-view.ts";
import { Leave } from "../links/marks.tsx";

export async function nextPage(c: PageContext): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const record = await readApi<CaseRecord>(c, "wallet", `/recovery-cases/${caseId}`);
	const { next } = c.get("copy").recover;
	const view = await linkOf(c, record);
	const linkId = c.req.query("link");
	const address = `/cases/${record.caseId}`;
	return page(
		c,
		{ title: next.title, area: "people", scripts: ["draft"] },
		<article data-filed data-link={linkId}>
			<h1>{next.title}</h1>
			<p class="lead">{next.lead}</p>
			<ol class="steps">
				<li>
					<h2>{next.steps.court}</h2>
					<p>{next.steps.courtText}</p>
					<p>
						<Code c={c} text={record.jrcHash} />
					</p>
					<p>
						<a href={`${address}/exhibit`}>{next.steps.exhibit}</a>
					</p>
				</li>
				<li>
					<h2>{next.steps.order}</h2>
					<p>{next.steps.orderText}</p>
					{record.expiresAt !== null && (
						<p>
							{next.until} <Time c={c} iso={record.expiresAt} only="day" />.
						</p>
					)}
				</li>
				<li>
					<h2>{next.steps.wait}</h2>
					<p>{next.steps.waitText}</p>
				</li>
			</ol>
			<div class="note">
				<p>{whoIsTold(c, record, view)}</p>
				<p>
					<Code c={c} text={`${c.env.settings.appOrigin}${address}`} />
				</p>
			</div>
			<p class="actions">
				<a class="button" href={address}>
					{next.toCase}
				</a>
				<a class="button second" href={`${address}/dates.ics`} download>
					{next.calendar}
				</a>
				{view && <Leave c={c} view={view} />}
			</p>
		</article>,
	);
}

/** The link of the address, if this case was filed through it. */
async function linkOf(c: PageContext, { caseId }: CaseRecord): Promise<LinkView | undefined> {
	const found = await findStarted(c, c.req.query("link") ?? "");
	return found?.view.caseId === caseId ? found.view : undefined;
}

/** Without its cookie the page does not know the host. */
function whoIsTold(c: PageContext, record: CaseRecord, view: LinkView | undefined): string {
	const { links, recover } = c.get("copy");
	if (view) return links.told.host(view.host);
	const isOwn =
		record.source === "hosted" && record.reference === undefined && c.req.query("link") === undefined;
	return isOwn ? recover.next.silence : links.told.somebody;
}
