import type { Context } from "hono";
import type { Language } from "../../../kernel/languages.ts";
import type { Copy } from "../copy/copy.ts";
import type { StartedLink } from "../links/link-view.ts";
import type { PagePorts } from "../ports.ts";

export type PageEnv = {
	Bindings: PagePorts;
	Variables: {
		language: Language;
		copy: Copy;
		/** The pattern of the page at a path; undefined if there is none. */
		patternOf: (path: string) => string | undefined;
		/** Cookies that the response sets. */
		cookies: string[];
		/** The anonymous session that this request has opened. */
		visitor?: string;
		/** The hosted link that the page belongs to, if this browser can finish it. */
		link?: StartedLink;
	};
};

export type PageContext = Context<PageEnv>;
