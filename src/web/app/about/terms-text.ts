/** The published terms, which are plain text, as headings and paragraphs. Their words stay as they are. */

/** Set by the build from `public/terms`: newest first. `sha256` is that of the file's bytes, which owners sign. */
declare const TERMS: readonly { version: string; sha256: string; text: string }[];

type Block = { kind: "title" | "heading" | "paragraph"; text: string };

export const publishedTerms = TERMS;

/** Blocks are separated by blank lines. A heading is one line that does not end a sentence. */
export function blocksOf(text: string): Block[] {
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
