/** The entry of the pages' module: routes, and what happens when one fails. */
import { Hono } from "hono";
import { mountAbout } from "./about/routes.tsx";
import { mountCases } from "./cases/routes.tsx";
import { mountContest } from "./contest/routes.tsx";
import { copyFor } from "./copy/copy.ts";
import { errorPage, notFoundPage, problemPage } from "./core/errors.tsx";
import { rejectRepeated } from "./core/forms.ts";
import { languageOf } from "./core/language.ts";
import type { PageEnv } from "./core/page-env.ts";
import { mountDocs } from "./developers/docs/routes.tsx";
import { mountDevelopers } from "./developers/routes.ts";
import { mountEstate } from "./estate/routes.tsx";
import { mountExhibit } from "./exhibit/routes.tsx";
import { mountHome } from "./home/routes.tsx";
import { mountLinks } from "./links/routes.tsx";
import { renderMail } from "./mail/render-mail.tsx";
import { mountMail } from "./mail/routes.tsx";
import type { PagesModule } from "./ports.ts";
import { mountRecover } from "./recover/routes.tsx";
import { mountResolve } from "./resolve/routes.tsx";
import { mountReview } from "./review/routes.tsx";
import { mountSignIn } from "./sign-in/routes.tsx";
import { mountVerify } from "./verify/routes.tsx";
import { mountWatch } from "./watch/routes.tsx";

const pages = new Hono<PageEnv>();
const EVERY_PATH = "/*";

function patternOf(path: string): string | undefined {
	const [matches] = pages.router.match("GET", path);
	return matches.map(([[, { path: pattern }]]) => pattern).find((pattern) => pattern !== EVERY_PATH);
}

pages.use(async (c, next) => {
	const language = languageOf(c.req.raw.headers, c.env.settings.appOrigin);
	c.set("language", language);
	c.set("copy", copyFor(language));
	c.set("cookies", []);
	c.set("patternOf", patternOf);
	const { problem } = c.env;
	if (problem) return problemPage(c, problem);
	rejectRepeated(new URL(c.req.url).searchParams);
	return next();
});
mountHome(pages);
mountAbout(pages);
mountContest(pages);
mountEstate(pages);
mountVerify(pages);
mountExhibit(pages);
mountSignIn(pages);
mountDevelopers(pages);
mountDocs(pages);
mountReview(pages);
mountResolve(pages);
mountRecover(pages);
mountLinks(pages);
mountCases(pages);
mountMail(pages);
mountWatch(pages);
pages.notFound((c) => notFoundPage(c));
pages.onError((error, c) => errorPage(c, error));

export const respond: PagesModule["respond"] = async (request, ports) => pages.fetch(request, ports);

export { renderMail };
