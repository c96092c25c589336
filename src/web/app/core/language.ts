/** The language of a page: the visitor's choice, otherwise what the browser asks for. */
import { cookieOf, hostCookieName, soleCookie } from "../../../http/cookies.ts";
import { type Language, preferredLanguage, readLanguage } from "../../../kernel/languages.ts";
import { copyFor } from "../copy/copy.ts";
import type { PageContext } from "./page-env.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export const languageCookieName = (appOrigin: string): string => hostCookieName(appOrigin, "language");

export function languageOf(headers: Headers, appOrigin: string): Language {
	return readLanguage(soleCookie(headers, languageCookieName(appOrigin))) ?? preferredLanguage(headers);
}

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
