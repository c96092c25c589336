/** Reads the service's pages as a browser without script does. */

/** The fields that a browser would send back, as the page has them. */
export function hiddenFields(html: string): Record<string, string> {
	const inputs = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
	return Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

/** The message that the page shows to be signed. */
export function messageIn(html: string): string {
	return unescaped(/<textarea id="message"[^>]*>([^<]*)<\/textarea>/.exec(html)?.[1] ?? "");
}

export function unescaped(text: string): string {
	return text
		.replaceAll("&quot;", '"')
		.replaceAll("&#39;", "'")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}
