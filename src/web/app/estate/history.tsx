/** `/estate/history`: everything that happened to the estate, newest first. */

import { LinkLine } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { Table } from "../core/table.tsx";
import { readEstate } from "./profile.ts";

export type History = ResponseBody<"listEstateHistory">;

export async function historyPage(c: PageContext): Promise<Response> {
	const { history: copy, back } = c.get("copy").estate;
	const cursor = c.req.query("cursor");
	const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
	const { data, nextCursor } = await readEstate<History>(c, `/history${query}`);
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead },
		<>
			{data.length === 0 ? (
				<p>{copy.none}</p>
			) : (
				<Table
					caption={copy.title}
					rows={data}
					columns={[
						[copy.at, ({ at }) => <Time c={c} only="short" iso={at} />],
						[c.get("copy").labels.what, ({ action }) => copy.actions[action]],
						[copy.who, ({ actor }) => (actor === null ? copy.you : <code class="hash">{actor}</code>)],
					]}
				/>
			)}
			{nextCursor !== null && (
				<LinkLine href={`/estate/history?${new URLSearchParams({ cursor: nextCursor })}`} text={copy.more} />
			)}
			<LinkLine href="/estate" text={back} />
		</>,
	);
}
