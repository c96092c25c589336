import { cookieOf } from "../../../http/cookies.ts";
import { type Language, languageCookieName } from "./language.ts";
import type { PageContext } from "./page-env.ts";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Sets the cookie of the visitor's choice. */
export function rememberLanguage(c: PageContext, value: Language): void {
	const { appOrigin } = c.env.settings;
	const name = languageCookieName(appOrigin);
	c.get("cookies").push(cookieOf({ appOrigin, name, value, maxAgeSeconds: YEAR_SECONDS, sameSite: "Lax" }));
}
