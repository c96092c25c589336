/** `/developers/links`: hosted links, each with its state, and ending one. */

import { ApiError, callApi } from "../core/api.ts";
import { ButtonForm, WayOn } from "../core/form.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { page, redirect } from "../core/respond.tsx";
import type { ResponseBody } from "../core/response-body.ts";
import { queryOf, readSearch, Search } from "../core/search.tsx";
import { Table } from "../core/table.tsx";

type LinkList = ResponseBody<"listHostedLinks">;
type Link = LinkList["data"][number];

const SHAPES = { open: "", started: "waiting", used: "done", expired: "stopped", ended: "stopped" };

export async function linksPage(c: PageContext): Promise<Response> {
	const { common } = c.get("copy");
	const { links } = c.get("copy").developers;
	const { labels, words } = links;
	const query = queryOf(c, ["reference"]);
	const { list, rejected } = await readSearch<LinkList>(c, "/hosted-links", { query, words });
	return page(
		c,
		{ title: links.title, area: "developers", done: links.done, ...rejected, labels },
		<>
			<p>{links.lead}</p>
			<WayOn href="/developers/links/new" text={common.action.makeLink} />
			<Search
				c={c}
				fields={[{ name: "reference", label: labels.reference }]}
				problems={rejected.problems}
				submit={common.action.filter}
			/>
			{list?.data.length === 0 && <p>{links.none}</p>}
			{list !== null && <LinkTable c={c} links={list.data} />}
			<Pager c={c} nextCursor={list?.nextCursor ?? null} />
		</>,
	);
}

export async function endLink(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const path = `/hosted-links/${encodeURIComponent(form.text("end"))}/expire`;
	const response = await callApi(c, { method: "POST", path, as: "developer" });
	if (response.ok) return redirect(c, "/developers/links", "ended");
	// It was used meanwhile, which the list shows.
	if (response.status === 409) return redirect(c, "/developers/links", "used");
	throw new ApiError(response);
}

function LinkTable({ c, links: data }: { c: PageContext; links: readonly Link[] }) {
	const { links } = c.get("copy").developers;
	return (
		<Table
			caption={links.title}
			rows={data}
			columns={[
				[
					links.id,
					({ linkId, kind }) => (
						<>
							<code class="hash">{linkId}</code> {links.kinds[kind]}
						</>
					),
				],
				[
					c.get("copy").labels.status,
					({ status }) => <span class={`status ${SHAPES[status]}`}>{links.statuses[status]}</span>,
				],
				[links.labels.reference, ({ reference }) => <span class="typed">{reference ?? "–"}</span>],
				[links.origin, ({ origin }) => <span class="typed">{origin}</span>],
				[links.until, ({ finishBy, expiresAt }) => <Time c={c} only="short" iso={finishBy ?? expiresAt} />],
				[links.result, (link) => <Result c={c} link={link} />],
			]}
		/>
	);
}

function Result({ c, link }: { c: PageContext; link: Link }) {
	const { links } = c.get("copy").developers;
	const { linkId, status, reference, caseId, ownerAddress } = link;
	const isOpen = status === "open" || status === "started";
	return (
		<>
			{caseId !== null && <a href={`/developers/cases/${caseId}`}>{c.get("copy").labels.theCase}</a>}
			{ownerAddress !== null && <code class="hash">{ownerAddress}</code>}
			{isOpen && (
				<ButtonForm
					action="/developers/links"
					submit={links.end}
					name="end"
					value={linkId}
					about={reference ?? linkId}
				/>
			)}
		</>
	);
}
