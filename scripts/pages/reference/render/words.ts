/** Descriptions of the OpenAPI document as HTML. What they name in code is a link to its section. */
import { raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import { Marked, type Tokens } from "marked";
import { escapeHtml } from "../../static-page.ts";
import type { Reference } from "../model.ts";
import { type Addresses, addressesOf } from "./addresses.ts";

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

export type Words = {
	addresses: Addresses;
	/** Paragraphs and lists. */
	blocks: (markdown: string) => Html;
	/** One line. */
	inline: (markdown: string) => Html;
};

export function createWords(reference: Reference): Words {
	const addresses = addressesOf(reference);
	const marked = new Marked({ gfm: true });
	marked.use({
		renderer: {
			codespan({ text }: Tokens.Codespan): string {
				const code = `<code>${escapeHtml(text)}</code>`;
				const address = addresses.ofName(text);
				return address === undefined ? code : `<a href="${address}">${code}</a>`;
			},
			html: ({ text }: Tokens.HTML | Tokens.Tag): string => escapeHtml(text),
		},
	});
	return {
		addresses,
		blocks: (markdown) => raw(marked.parse(markdown, { async: false })),
		inline: (markdown) => raw(marked.parseInline(markdown, { async: false })),
	};
}
