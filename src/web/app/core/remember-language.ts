import { cookieOf } from "../../../http/cookies.ts";
import type { Language } from "../../../kernel/languages.ts";
import { copyFor } from "../copy/copy.ts";
import { languageCookieName } from "./language.ts";
import type { PageContext } from "./page-env.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets the cookie of the visitor's choice. */
export function rememberLanguage(c: PageContext, value: Language): void {
	const { appOrigin } = c.env.settings;
	const name = languageCookieName(appOrigin);
	c.get("cookies").push(cookieOf({ appOrigin, name, value, maxAgeSeconds: YEAR_SECONDS, sameSite: "Lax" }));
}

/** For this page, too. */
export function useLanguage(c: PageContext, language: Language): void {
	rememberLanguage(c, language);
	c.set("language", language);
	c.set("copy", copyFor(language));
}
