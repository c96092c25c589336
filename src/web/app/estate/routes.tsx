/** `/estate`: terms, privacy codes, will, requests for it, erasure (hosted-app.md "Estate"). */
import type { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { codesPage, createCode, revokeCode } from "./codes.tsx";
import { erase, erasePage, eraseSignPage } from "./erase.tsx";
import { historyPage } from "./history.tsx";
import { overviewPage } from "./overview.tsx";
import { objectToRelease, releasesPage } from "./releases.tsx";
import { acceptTerms, termsPage } from "./terms.tsx";

export function mountEstate(pages: Hono<PageEnv>): void {
	pages.get("/estate", overviewPage);
	pages.get("/estate/terms", termsPage);
	pages.post("/estate/terms", acceptTerms);
	pages.get("/estate/codes", codesPage);
	pages.post("/estate/codes", createCode);
	pages.post("/estate/codes/revoke", revokeCode);
	pages.get("/estate/releases", releasesPage);
	pages.post("/estate/releases", objectToRelease);
	pages.get("/estate/history", historyPage);
	pages.get("/estate/erase", erasePage);
	pages.get("/estate/erase/sign", eraseSignPage);
	pages.post("/estate/erase/sign", erase);
}
