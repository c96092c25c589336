/** The guides as Markdown, for programs: their links lead to the service in place of the repository. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { forReaders, GUIDES, resolveOnSite } from "../guides/guides.ts";
import type { StaticText } from "../static-text.ts";

export function guideTexts(root: string): StaticText[] {
	return GUIDES.map(({ document, path }) => {
		const text = readFileSync(join(root, document), "utf8");
		return {
			path: `${path}.md`,
			type: "text/markdown; charset=utf-8",
			text: withSiteLinks(document, forReaders(text)),
		};
	});
}

/** Links within code blocks are part of the code. */
function withSiteLinks(document: string, text: string): string {
	return text
		.split(/(^```[\s\S]*?^```$)/m)
		.map((part, index) =>
			index % 2 === 1
				? part
				: part.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, words: string, target: string) =>
						linkTo(document, words, target),
					),
		)
		.join("");
}

function linkTo(document: string, words: string, target: string): string {
	const resolved = resolveOnSite(document, target);
	if ("file" in resolved) return `${words} (\`${resolved.file}\` in the repository)`;
	const [path = "", anchor] = resolved.href.split("#");
	const isGuide = path.startsWith("/developers/docs/");
	return `[${words}](${isGuide ? `${path}.md` : path}${anchor === undefined ? "" : `#${anchor}`})`;
}
