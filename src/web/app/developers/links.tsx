/** `/developers/links`: hosted links, each with its state, and ending one. */
import type { Answer } from "../core/answers.ts";
import { ApiError, callApi } from "../core/api.ts";
import { ProblemList, TextField } from "../core/fields.tsx";
import { Time } from "../core/format.tsx";
import { readForm } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import { Pager } from "../core/pager.tsx";
import { problemsOf } from "../core/problems.ts";
import { page, redirect } from "../core/respond.tsx";
import { Table } from "../core/table.tsx";
import { DoneNote } from "./parts.tsx";

type LinkList = Answer<"listHostedLinks">;
type Link = LinkList["data"][number];

const SHAPES = { open: "", started: "waiting", used: "done", expired: "stopped", ended: "stopped" };

export async function linksPage(c: PageContext): Promise<Response> {
	const { links } = c.get("copy").developers;
	const reference = c.req.query("reference")?.trim() ?? "";
	const cursor = c.req.query("cursor");
	const query = new URLSearchParams({ ...(reference !== "" && { reference }), ...(cursor && { cursor }) });
	const path = `/hosted-links?${query}`;
	const answer = await callApi<LinkList>(c, { method: "GET", path, as: "developer" });
	if (!answer.ok && answer.status !== 400) throw new ApiError(answer);
	const problems = answer.ok ? [] : problemsOf(c, answer, links.words);
	const list = answer.ok ? answer.body : { data: [], nextCursor: null };
	return page(
		c,
		{ title: links.title, area: "developers", status: answer.ok ? 200 : 400 },
		<>
			<h1>{links.title}</h1>
			<DoneNote c={c} words={links.done} />
			<p>{links.lead}</p>
			<p class="actions">
				<a class="button" href="/developers/links/new">
					{links.make}
				</a>
			</p>
			<ProblemList c={c} problems={problems} labels={links.labels} />
			<form novalidate method="get" action="/developers/links" class="search">
				<TextField
					name="reference"
					label={links.labels.reference}
					value={reference}
					problems={problems}
					autocomplete="off"
				/>
				<button type="submit" class="second">
					{links.filter}
				</button>
			</form>
			{answer.ok && list.data.length === 0 && <p>{links.none}</p>}
			{list.data.length > 0 && <LinkTable c={c} links={list.data} />}
			<Pager c={c} nextCursor={list.nextCursor} />
		</>,
	);
}

export async function endLink(c: PageContext): Promise<Response> {
	const form = await readForm(c);
	const path = `/hosted-links/${encodeURIComponent(form.text("end"))}/expire`;
	const answer = await callApi(c, { method: "POST", path, as: "developer" });
	if (answer.ok) return redirect(c, "/developers/links", "ended");
	// It was used meanwhile, which the list shows.
	if (answer.status === 409) return redirect(c, "/developers/links", "used");
	throw new ApiError(answer);
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
					links.status,
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
			{caseId !== null && <a href={`/developers/cases/${caseId}`}>{links.caseOf}</a>}
			{ownerAddress !== null && <code class="hash">{ownerAddress}</code>}
			{isOpen && (
				<form novalidate method="post" action="/developers/links">
					<button
						type="submit"
						class="second"
						name="end"
						value={linkId}
						aria-label={`${links.end}: ${reference ?? linkId}`}
					>
						{links.end}
					</button>
				</form>
			)}
		</>
	);
}
