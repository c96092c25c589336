/** A link may name a language. It counts until the visitor has chosen one. */
import { soleCookie } from "../../../http/cookies.ts";
import { copyFor } from "../copy/copy.ts";
import { languageCookieName, rememberLanguage } from "../core/language.ts";
import type { PageContext } from "../core/page-env.ts";
import type { LinkView } from "./link-view.ts";

/** The page speaks the link's language. */
export function speak(c: PageContext, { locale }: Pick<LinkView, "locale">): void {
	if (locale === null || hasChosen(c)) return;
	c.set("language", locale);
	c.set("copy", copyFor(locale));
}

/** The pages after this one, such as the sign-in, speak it too. */
export function keepSpeaking(c: PageContext, { locale }: Pick<LinkView, "locale">): void {
	if (locale !== null && !hasChosen(c)) rememberLanguage(c, locale);
}

const hasChosen = (c: PageContext) =>
	soleCookie(c.req.raw.headers, languageCookieName(c.env.settings.appOrigin)) !== undefined;
