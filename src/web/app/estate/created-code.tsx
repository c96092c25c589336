/** A new privacy code, made to be printed. It is in this answer and in no other. */

import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

export type CreatedCode = { code: string; label: string; expiresAt: string | null };

export function createdPage(c: PageContext, { code, label, expiresAt }: CreatedCode): Promise<Response> {
	const { codes: copy } = c.get("copy").estate;
	return page(
		c,
		{ title: copy.createdTitle, area: "people" },
		<>
			<h1>{copy.createdTitle}</h1>
			<p class="note caution" role="alert">
				{copy.once}
			</p>
			<section class="card" aria-labelledby="paper">
				<h2 id="paper">{copy.forPapers}</h2>
				<p class="large">
					<Code c={c} text={code} />
				</p>
				<dl>
					<dt>{copy.label}</dt>
					<dd>{label}</dd>
					<dt>{copy.until}</dt>
					<dd>{expiresAt === null ? copy.never : <Time c={c} iso={expiresAt} />}</dd>
					<dt>{copy.where}</dt>
					<dd>{`${c.env.settings.appOrigin}/resolve`}</dd>
				</dl>
			</section>
			<p class="actions">
				<a class="button second" href="/estate/codes">
					{copy.toList}
				</a>
			</p>
		</>,
	);
}

/** After a reload, which sends the form again. */
export function madeAlreadyPage(c: PageContext): Promise<Response> {
	const { codes: copy } = c.get("copy").estate;
	return page(
		c,
		{ title: copy.doneTitle, area: "people", status: 409 },
		<>
			<h1>{copy.doneTitle}</h1>
			<p>{copy.done}</p>
			<p class="actions">
				<a class="button" href="/estate/codes">
					{copy.toList}
				</a>
			</p>
		</>,
	);
}
