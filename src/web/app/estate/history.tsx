/** `/estate/history`: everything that happened to the estate, newest first. */

import type { Answer } from "../core/answers.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { readEstate } from "./profile.ts";

export type History = Answer<"listEstateHistory">;

export async function historyPage(c: PageContext): Promise<Response> {
	const { history: copy, back } = c.get("copy").estate;
	const cursor = c.req.query("cursor");
	const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
	const { data, nextCursor } = await readEstate<History>(c, `/history${query}`);
	return page(
		c,
		{ title: copy.title, area: "people" },
		<>
			<h1>{copy.title}</h1>
			<p class="lead">{copy.lead}</p>
			{data.length === 0 ? (
				<p>{copy.none}</p>
			) : (
				<section class="scroll" tabindex={0} aria-label={copy.title}>
					<table>
						<caption class="hidden-visually">{copy.title}</caption>
						<thead>
							<tr>
								<th scope="col">{copy.at}</th>
								<th scope="col">{copy.what}</th>
								<th scope="col">{copy.who}</th>
							</tr>
						</thead>
						<tbody>
							{data.map(({ at, action, actor }) => (
								<tr>
									<td>
										<Time c={c} only="short" iso={at} />
									</td>
									<td>{copy.actions[action]}</td>
									<td>{actor === null ? copy.you : <code class="hash">{actor}</code>}</td>
								</tr>
							))}
						</tbody>
					</table>
				</section>
			)}
			{nextCursor !== null && (
				<p>
					<a href={`/estate/history?${new URLSearchParams({ cursor: nextCursor })}`}>{copy.more}</a>
				</p>
			)}
			<p>
				<a href="/estate">{back}</a>
			</p>
		</>,
	);
}
