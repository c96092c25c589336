/** `/terms`: each published version, as a page and as the file that owners sign. */
import { notFoundPage } from "../core/errors.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { blocksOf, publishedTerms } from "./terms-text.ts";

export function termsPage(c: PageContext): Promise<Response> {
	const { terms: copy } = c.get("copy").about;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead },
		<>
			<ul>
				{publishedTerms.map(({ version }, index) => (
					<li>
						<a href={`/terms/${version}`}>{copy.version(version)}</a>
						{index === 0 && ` (${copy.current})`}
					</li>
				))}
			</ul>
			<p>{copy.never}</p>
		</>,
	);
}

/** In the language of the published text, because that text is what owners sign. */
export async function versionPage(c: PageContext): Promise<Response> {
	const { terms: copy } = c.get("copy").about;
	const wanted = c.req.param("version");
	const index = publishedTerms.findIndex(({ version }) => version === wanted);
	const terms = publishedTerms[index];
	if (!terms) return notFoundPage(c);
	return page(
		c,
		{ title: copy.version(terms.version), area: "people", heading: null },
		<>
			{index > 0 && (
				<p class="note caution">
					{copy.older} <a href="/terms">{copy.title}</a>
				</p>
			)}
			{c.get("language") !== "en" && <p class="note">{copy.language}</p>}
			<TermsText text={terms.text} />
			<h2>{copy.file}</h2>
			<LinkLine href={`/terms/${terms.version}.txt`} text={copy.raw} />
			<p>
				SHA-256: <Code c={c} text={terms.sha256} />
			</p>
		</>,
	);
}

/** The lines of the file are joined to paragraphs, since each screen breaks lines elsewhere. @param isPart of a page */
export function TermsText({ text, isPart = false }: { text: string; isPart?: boolean }) {
	const [Title, Heading] = isPart ? (["h2", "h3"] as const) : (["h1", "h2"] as const);
	const tags = { title: Title, heading: Heading, paragraph: "p" } as const;
	return (
		<article lang="en" class={isPart ? "document" : undefined}>
			{blocksOf(text).map(({ kind, text: words }) => {
				const Block = tags[kind];
				return <Block>{words}</Block>;
			})}
		</article>
	);
}
