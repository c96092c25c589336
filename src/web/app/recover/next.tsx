/** After the filing: the court, the dates, and how to come back. */
import { readApi } from "../core/api.ts";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { CaseRecord } from "../exhibit/exhibit-page.tsx";

export async function nextPage(c: PageContext): Promise<Response> {
	const caseId = encodeURIComponent(c.req.param("caseId") ?? "");
	const record = await readApi<CaseRecord>(c, "wallet", `/recovery-cases/${caseId}`);
	const { next } = c.get("copy").recover;
	const address = `/cases/${record.caseId}`;
	return page(
		c,
		{ title: next.title, area: "people", scripts: ["draft"] },
		<article data-filed>
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
			{/* Where a partner has brought the case, the partner is told of it. */}
			<div class="note">
				<p>{next.silence}</p>
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
			</p>
		</article>,
	);
}
