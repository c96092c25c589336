/** `/developers/docs` and the pages that the build has rendered (docs-pages.md). Open to everybody. */
import type { Hono } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { raw } from "hono/html";
import type { ListedText } from "../../../../../scripts/pages/static-text.ts";
import { notFoundPage } from "../../core/errors.tsx";
import type { PageContext, PageEnv } from "../../core/page-env.ts";
import { page } from "../../core/respond.tsx";
import { contentName } from "./content-name.ts";
import { createSearch, type Search } from "./search.ts";
import { INDEX, queryOf } from "./search-form.tsx";
import { findPage, pagesByGroup, staticPages } from "./static-pages.ts";

/** Set by the build. */
declare const CONTENTS_VERSION: string;
declare const STATIC_TEXTS: readonly ListedText[];

const staticTexts: readonly ListedText[] = STATIC_TEXTS;

/** A browser keeps the page and asks whether it has changed, since the frame depends on session and language. */
const CACHED = { "Cache-Control": "private, no-cache" };

/** A browser takes the headers of a 304 for the page that it has. Without its policy, the page would get that of data. */
const KEPT_WITH_304 = [
	...RETAINED_304_HEADERS,
	...["x-request-id", "content-security-policy", "cross-origin-opener-policy", "permissions-policy"],
];

export function mountDocs(pages: Hono<PageEnv>): void {
	const revalidate = etag({ weak: true, retainedHeaders: KEPT_WITH_304 });
	pages.get("/developers/docs", revalidate, listPage);
	for (const { path } of staticPages) pages.get(path, revalidate, staticPage);
	pages.get("/developers/reference/:group/:operation", revalidate, staticPage);
	for (const { path } of staticTexts) pages.get(path, revalidate, staticText);
	pages.get("/developers/search", searchPage);
}

async function staticPage(c: PageContext): Promise<Response> {
	const { pathname } = new URL(c.req.url);
	const found = findPage(pathname);
	if (found === undefined) return notFoundPage(c);
	const html = await readContent(c, pathname);
	const { title, scripts = [] } = found;
	return page(
		c,
		{
			title,
			area: "docs",
			scripts: ["search", ...scripts],
			headers: CACHED,
			above: <Crumbs c={c} />,
			heading: null,
		},
		<article lang="en">{raw(html)}</article>,
	);
}

function Crumbs({ c }: { c: PageContext }) {
	const { common, developers } = c.get("copy");
	return (
		<nav class="crumbs quiet" aria-label={developers.docs.crumbs}>
			<a href="/developers">{common.nav.developers}</a> /{" "}
			<a href="/developers/docs">{developers.docs.title}</a>
			{developers.docs.inEnglish !== null && <p>{developers.docs.inEnglish}</p>}
		</nav>
	);
}

function listPage(c: PageContext): Promise<Response> {
	const { common, developers } = c.get("copy");
	const { title, lead, inEnglish } = developers.docs;
	const above = (
		<p class="crumbs quiet">
			<a href="/developers">{common.nav.developers}</a>
		</p>
	);
	return page(
		c,
		{ title, area: "docs", scripts: ["search"], headers: CACHED, above, lead },
		<>
			{inEnglish !== null && <p>{inEnglish}</p>}
			{pagesByGroup().map(([group, listed]) => (
				<section lang="en">
					<h2>{group}</h2>
					<ul class="entries plain">
						{listed.map(({ path, title: name, summary }) => (
							<li>
								<h3>
									<a href={path}>{name}</a>
								</h3>
								<p>{summary}</p>
							</li>
						))}
					</ul>
				</section>
			))}
		</>,
	);
}

/** Made once per isolate, from the contents of its own build. */
let made: Promise<Search> | undefined;

function ownSearch(c: PageContext): Promise<Search> {
	made ??= readContent(c, INDEX).then((text) => createSearch(JSON.parse(text)));
	// The next request reads the file again.
	made.catch(() => {
		made = undefined;
	});
	return made;
}

async function searchPage(c: PageContext): Promise<Response> {
	const { docs } = c.get("copy").developers;
	const query = queryOf(c);
	const { hits, isWhole } = (await ownSearch(c))(query);
	return page(
		c,
		{ title: docs.search.title, area: "docs", scripts: ["search"] },
		<>
			<p role="status">
				{query.trim() === "" ? docs.search.hint : docs.search.found(hits.length, query, isWhole)}
			</p>
			{hits.length === 0 && <OtherSearches c={c} />}
			<ul class="plain results" lang="en">
				{hits.map(({ path, title, page: name, excerpt: { before, found, after } }) => (
					<li>
						<a href={path}>{title}</a> <span class="quiet">{name}</span>
						<p class="quiet">
							{before}
							<mark>{found}</mark>
							{after}
						</p>
					</li>
				))}
			</ul>
		</>,
	);
}

/** Words that are in the guides. */
const TRIED = ["first case", "webhook signature", "hosted link", "court order", "rate limit", "test event"];

function OtherSearches({ c }: { c: PageContext }) {
	return (
		<p>
			{c.get("copy").developers.docs.search.others}{" "}
			<span lang="en">
				{TRIED.map((query, at) => (
					<>
						{at > 0 && ", "}
						<a href={`/developers/search?${new URLSearchParams({ q: query })}`}>{query}</a>
					</>
				))}
			</span>
		</p>
	);
}

/** The service's address in the documents, in place of which readers of the site see its own. */
const LOCAL_ORIGIN = "http://127.0.0.1:8787";

/** @param path of a page or a text of the build */
async function readContent(c: PageContext, path: string): Promise<string> {
	const found = await c.env.readFile(`/assets/docs/${contentName(path, CONTENTS_VERSION)}`);
	if (!found.ok) throw new Error(`the content of ${path} was not uploaded with the pages`);
	return (await found.text()).replaceAll(LOCAL_ORIGIN, c.env.settings.appOrigin);
}

/** The same for every caller. A client asks whether it has changed. */
async function staticText(c: PageContext): Promise<Response> {
	const { pathname } = new URL(c.req.url);
	const found = staticTexts.find(({ path }) => path === pathname);
	if (found === undefined) throw new Error(`no text of the build has the path ${pathname}`);
	const headers = {
		"Content-Type": found.type,
		"Cache-Control": "no-cache",
		"X-Request-Id": c.env.requestId,
	};
	return new Response(await readContent(c, pathname), { headers });
}
