/** `/terms`: each published version, as a page and as the file that owners sign. */
import { notFoundPage } from "../core/errors.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

/** Set by the build from `public/terms`: newest first. `sha256` is that of the file's bytes, which owners sign. */
declare const TERMS: readonly { version: string; sha256: string }[];

export function termsPage(c: PageContext): Promise<Response> {
	const { terms: copy } = c.get("copy").about;
	return page(
		c,
		{ title: copy.title, area: "people", lead: copy.lead },
		<>
			<ul>
				{TERMS.map(({ version }, index) => (
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
	const index = TERMS.findIndex(({ version }) => version === wanted);
	const terms = TERMS[index];
	if (!terms) return notFoundPage(c);
	const path = `/terms/${terms.version}.txt`;
	const file = await c.env.readFile(path);
	if (!file.ok) throw new Error(`${path} was not uploaded with the pages`);
	const text = await file.text();
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
			<TermsText text={text} />
			<h2>{copy.file}</h2>
			<LinkLine href={path} text={copy.raw} />
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

/** A part of the published terms, which are plain text. Its words stay as they are. */
type Block = { kind: "title" | "heading" | "paragraph"; text: string };

/** Blocks are separated by blank lines. A heading is one line that does not end a sentence. */
function blocksOf(text: string): Block[] {
	return text
		.split(/\n\s*\n/)
		.map((block) => block.trim().replace(/\s*\n\s*/g, " "))
		.filter((block) => block !== "")
		.map((block) => ({ kind: kindOf(block), text: block }));
}

function kindOf(block: string): Block["kind"] {
	if (block === block.toUpperCase()) return "title";
	const isNumbered = /^\d+\.\s/.test(block);
	const isShort = block.length < 80 && !/[.:]$/.test(block) && !/^\d+\.\d/.test(block);
	return isShort && (isNumbered || !/\d/.test(block)) ? "heading" : "paragraph";
}
