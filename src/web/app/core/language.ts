/** The language of a page: the visitor's choice, otherwise what the browser asks for. */
import { hostCookieName, soleCookie } from "../../../http/cookies.ts";
import { type Language, preferredLanguage, readLanguage } from "../../../kernel/languages.ts";

export const languageCookieName = (appOrigin: string): string => hostCookieName(appOrigin, "language");

export function languageOf(headers: Headers, appOrigin: string): Language {
	return readLanguage(soleCookie(headers, languageCookieName(appOrigin))) ?? preferredLanguage(headers);
}
