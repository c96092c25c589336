/** Texts for programs: guides as Markdown, `/llms.txt` and the index of the search (reference.md "Texts for programs"). */
import type { ListedText } from "../../../../../scripts/pages/static-text.ts";
import type { PageContext } from "../../core/page-env.ts";
import { contentName } from "./content-name.ts";

/** Set by the build. */
declare const CONTENTS_VERSION: string;
declare const STATIC_TEXTS: readonly ListedText[];

export const staticTexts: readonly ListedText[] = STATIC_TEXTS;

/** The service's address in the documents, in place of which readers of the site see its own. */
const LOCAL_ORIGIN = "http://127.0.0.1:8787";

/** @param path of a page or a text of the build */
export async function readContent(c: PageContext, path: string): Promise<string> {
	const found = await c.env.readFile(`/assets/docs/${contentName(path, CONTENTS_VERSION)}`);
	if (!found.ok) throw new Error(`the content of ${path} was not uploaded with the pages`);
	return (await found.text()).replaceAll(LOCAL_ORIGIN, c.env.settings.appOrigin);
}

/** The same for every caller. A client asks whether it has changed. */
export async function staticText(c: PageContext): Promise<Response> {
	const { pathname } = new URL(c.req.url);
	const found = staticTexts.find(({ path }) => path === pathname);
	if (found === undefined) throw new Error(`no text of the build has the path ${pathname}`);
	const headers = {
		"Content-Type": found.type,
		"Cache-Control": "no-cache",
		"X-Request-Id": c.env.requestId,
	};
	return new Response(await readContent(c, pathname), { headers });
}
