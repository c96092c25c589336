/** Public pages about the service: its terms, and the data that it stores. */
import type { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { privacyPage } from "./privacy.tsx";
import { termsPage, versionPage } from "./terms.tsx";

export function mountAbout(pages: Hono<PageEnv>): void {
	pages.get("/terms", termsPage);
	pages.get("/terms/:version", versionPage);
	pages.get("/privacy", privacyPage);
}
