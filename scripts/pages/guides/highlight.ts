/** Code with classes for its colours (`src/web/styles/docs.css`), because the policy of pages allows no style attribute. */
import { createRequire } from "node:module";
import { escapeHtml } from "../static-page.ts";

type Highlighter = {
	registerLanguage(name: string, grammar: object): void;
	highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
};

// Not `import`, whose types declare a browser's DOM for every program that includes this file.
const require = createRequire(import.meta.url);
const core: Highlighter = require("highlight.js/lib/core");

/** The grammar for each name that a fence has. */
const GRAMMARS = {
	...{ sh: "bash", js: "javascript", mjs: "javascript", ts: "typescript", py: "python", rb: "ruby" },
	...{ go: "go", php: "php", sql: "sql", yaml: "yaml", toml: "ini" },
};
for (const [name, grammar] of Object.entries(GRAMMARS)) {
	core.registerLanguage(name, require(`highlight.js/lib/languages/${grammar}`));
}

/** @returns HTML; a language without a grammar, such as `text` or `http`, has no colours */
function highlight(code: string, language: string): string {
	// Recorded responses are most of the reference: short tags for their keys, in place of a class for each sign.
	if (language === "json") return escapeText(code).replaceAll(/^( *)("[^"]+")(?=:)/gm, "$1<b>$2</b>");
	if (!Object.hasOwn(GRAMMARS, language)) return escapeText(code);
	return core.highlight(code, { language, ignoreIllegals: true }).value.replaceAll("&quot;", '"');
}

/** Quotes need no escape outside of attributes. */
const escapeText = (code: string): string => escapeHtml(code).replaceAll("&quot;", '"');

/** A block that scrolls: code with a button that copies it, or `text` that a program prints. */
export function listing(code: string, language: string): string {
	const block = `<pre tabindex="0"><code>${highlight(code, language)}</code></pre>`;
	if (language === "text") return `<figure class="listing output">${block}</figure>\n`;
	return `<figure class="listing">${block}<button type="button" class="quiet" data-copy data-copied="Copied" hidden>Copy<span class="hidden-visually"> the code</span></button></figure>\n`;
}
