/** A new privacy code, made to be printed. It is in this answer and in no other. */
import { Facts } from "../core/facts.tsx";
import { WayOn } from "../core/form.tsx";
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
			<p class="note caution" role="alert">
				{copy.once}
			</p>
			<section class="card" aria-labelledby="paper">
				<h2 id="paper">{copy.forPapers}</h2>
				<p class="large">
					<Code c={c} text={code} />
				</p>
				<Facts
					of={[
						[copy.label, label],
						[copy.until, expiresAt === null ? copy.never : <Time c={c} iso={expiresAt} />],
						[copy.where, `${c.env.settings.appOrigin}/resolve`],
					]}
				/>
			</section>
			<WayOn href="/estate/codes" text={copy.toList} kind="second" />
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
			<p>{copy.done}</p>
			<WayOn href="/estate/codes" text={copy.toList} />
		</>,
	);
}
