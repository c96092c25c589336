/** Markdown as the HTML of a static page: headings with anchors, wide tables and code that scroll, rewritten links. */
import { Marked, type Tokens } from "marked";
import { anchorsOf } from "../../docs/markdown.ts";
import { plainText } from "../plain-text.ts";
import { escapeHtml } from "../static-page.ts";
import { listing } from "./highlight.ts";

export type Heading = { depth: number; anchor: string; html: string };

export type RenderedDocument = {
	/** Plain text. */
	title: string;
	/** The first sentence of the document, as plain text. */
	summary: string;
	/** Headings of the second and third level. */
	headings: Heading[];
	/** Below the title. */
	html: string;
};

/** Where a link leads on the site. A file that the site does not have is named, without a link. */
export type Resolved = { href: string } | { file: string };

export type RenderOptions = {
	resolveLink: (target: string) => Resolved;
	/** HTML for a block of this language in place of the code. */
	figures?: Record<string, (code: string) => string>;
};

/** Where a name such as an error code may break, so that narrow columns can hold it. */
const LONG_NAME = /(?<=[A-Z])_(?=[A-Z])/g;

/** A page of the service, which the site can link and the repository cannot. */
const PAGE = /^\/(developers|cases|recover|estate|contest|verify|resolve|terms|privacy|status)(\/[\w-]+)*$/;

export function renderMarkdown(text: string, { resolveLink, figures = {} }: RenderOptions): RenderedDocument {
	const anchors = [...anchorsOf(text)];
	const headings: Heading[] = [];
	let title = "";
	const marked = new Marked({ gfm: true });
	marked.use({
		renderer: {
			heading({ tokens, depth }: Tokens.Heading): string {
				const html = this.parser.parseInline(tokens);
				const anchor = anchors.shift() ?? "";
				if (depth === 1) {
					title = plainText(html);
					return "";
				}
				if (depth <= 3) headings.push({ depth, anchor, html });
				return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${html}</a></h${depth}>\n`;
			},
			code({ text: code, lang = "" }: Tokens.Code): string {
				const [language = ""] = lang.split(" ");
				return figures[language]?.(code) ?? listing(code, language);
			},
			table({ header, rows }: Tokens.Table): string {
				const isHeadless = header.every(({ text: words }) => words === "");
				const cell = (tag: string, { tokens }: Tokens.TableCell) =>
					`<${tag}>${this.parser.parseInline(tokens)}</${tag.split(" ")[0]}>`;
				const first = isHeadless ? 'th scope="row"' : "td";
				const body = rows.map((cells) => cells.map((one, at) => cell(at === 0 ? first : "td", one)).join(""));
				const head = header.map((one) => cell(one.text === "" ? "td" : 'th scope="col"', one)).join("");
				return `<div class="scroll" tabindex="0"><table>${isHeadless ? "" : `<thead><tr>${head}</tr></thead>`}<tbody>${body.map((row) => `<tr>${row}</tr>\n`).join("")}</tbody></table></div>\n`;
			},
			link({ href, tokens }: Tokens.Link): string {
				const inner = this.parser.parseInline(tokens);
				const target = resolveLink(href);
				if ("file" in target) return unlinked(inner, target.file);
				return `<a href="${escapeHtml(target.href)}">${inner}</a>`;
			},
			codespan({ text: code }: Tokens.Codespan): string {
				const html = `<code>${escapeHtml(code).replace(LONG_NAME, "_<wbr>")}</code>`;
				return PAGE.test(code) ? `<a href="${code}">${html}</a>` : html;
			},
			checkbox: () => '<span class="box" aria-hidden="true">☐</span> ',
			image(): never {
				throw new Error("a guide has no images yet: static pages would have to serve them");
			},
			html(): never {
				throw new Error(
					"a guide has no HTML of its own, because nobody has checked it against the policy of pages",
				);
			},
		},
	});
	const tokens = marked.lexer(text);
	const lead = tokens.find((token): token is Tokens.Paragraph => token.type === "paragraph");
	const [summary = ""] = plainText(lead === undefined ? "" : String(marked.parseInline(lead.text))).split(
		/(?<=\.) /,
	);
	return { html: marked.parser(tokens), title, summary, headings };
}

/** Readers of the site cannot follow the link, but readers of the repository find the file. */
function unlinked(inner: string, file: string): string {
	const name = `<code>${escapeHtml(file)}</code>`;
	return file.endsWith(plainText(inner)) ? name : `${inner} (${name} in the repository)`;
}
