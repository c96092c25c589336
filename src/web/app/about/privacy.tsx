/** `/privacy`: stored data and its retention, as data-map.md has it, in plain words. */
import { Items } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";

export function privacyPage(c: PageContext): Promise<Response> {
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
							[copy.what, ([what]) => what],
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
