/** Texts for programs: guides as Markdown, `/llms.txt` and the index of the search (reference.md "Texts for programs"). */
import type { ListedText } from "../../../../../scripts/pages/static-text.ts";
import type { PageContext } from "../../core/page-env.ts";

/** Set by the build. */
declare const STATIC_TEXTS: readonly ListedText[];

export const staticTexts: readonly ListedText[] = STATIC_TEXTS;

/** The service's address in the documents, in place of which readers of the site see its own. */
const LOCAL_ORIGIN = "http://127.0.0.1:8787";

/** @param file of the build, as the module names it */
export async function readContent(c: PageContext, file: string): Promise<string> {
	const found = await c.env.readFile(file);
	if (!found.ok) throw new Error(`${file} was not uploaded with the pages`);
	return (await found.text()).replaceAll(LOCAL_ORIGIN, c.env.settings.appOrigin);
}

export function textOf(path: string): ListedText {
	const found = staticTexts.find((text) => text.path === path);
	if (found === undefined) throw new Error(`no text of the build has the path ${path}`);
	return found;
}

/** The same for every caller. A client asks whether it has changed. */
export async function staticText(c: PageContext): Promise<Response> {
	const { type, file } = textOf(new URL(c.req.url).pathname);
	const headers = { "Content-Type": type, "Cache-Control": "no-cache", "X-Request-Id": c.env.requestId };
	return new Response(await readContent(c, file), { headers });
}
