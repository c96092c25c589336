/** Public pages about the service: its terms, and the data that it stores. */
import type { Hono } from "hono";
import { Items } from "../core/format.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { termsPage, versionPage } from "./terms.tsx";

export function mountAbout(pages: Hono<PageEnv>): void {
	pages.get("/terms", termsPage);
	pages.get("/terms/:version", versionPage);
	pages.get("/privacy", privacyPage);
}

/** `/privacy`: stored data and its retention, as data-map.md has it, in plain words. */
function privacyPage(c: PageContext): Promise<Response> {
	const { privacy: copy } = c.get("copy").about;
	const { name, contact } = c.env.settings.operator;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead },
		<>
			{name !== null && <p>{copy.operator(name, contact)}</p>}
			<p>{copy.all}</p>
			{copy.sections.map(({ heading, rows }) => (
				<>
					<h2>{heading}</h2>
					<Table
						caption={heading}
						rows={rows}
						columns={[
							[c.get("copy").labels.what, ([what]) => what],
							[copy.who, ([, who]) => who],
							[copy.until, ([, , until]) => until],
						]}
					/>
				</>
			))}
			<h2>{copy.more.heading}</h2>
			<Items of={copy.more.items} />
		</>,
	);
}
