import type { Context } from "hono";
import type { Copy } from "../copy/copy.ts";
import type { PagePorts } from "../ports.ts";
import type { Language } from "./language.ts";

export type PageEnv = {
	Bindings: PagePorts;
	Variables: {
		language: Language;
		copy: Copy;
		/** Cookies that the response sets. */
		cookies: string[];
	};
};

export type PageContext = Context<PageEnv>;
