const ENTITIES: Record<string, string> = {
	"&lt;": "<",
	"&gt;": ">",
	"&quot;": '"',
	"&#39;": "'",
	"&amp;": "&",
};

/** The text of HTML that the build has made: without elements, in one line. */
export function plainText(html: string): string {
	return html
		.replace(/<[^>]+>/g, "")
		.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
		.replace(/\s+/g, " ")
		.trim();
}
