/** `/estate`: terms, privacy codes, will, requests for it, erasure (hosted-app.md "Estate"). */
import type { Hono } from "hono";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { downloadPage, downloadSigned } from "../signing/download-page.tsx";
import { codesPage, createCode, revokeCode } from "./codes.tsx";
import { erase, erasePage, eraseSignPage } from "./erase.tsx";
import { historyPage } from "./history.tsx";
import { acceptedPage } from "./linked-terms.tsx";
import { modulePage } from "./module.tsx";
import { makeTransaction } from "./module-transaction.tsx";
import { overviewPage } from "./overview.tsx";
import { estatePath } from "./profile.ts";
import { objectToRelease, releasesPage } from "./releases.tsx";
import { acceptTerms, termsPage } from "./terms.tsx";
import { readWill, willPage } from "./will.tsx";
import { lodgeWill, willMessagePage } from "./will-message.tsx";

export function mountEstate(pages: Hono<PageEnv>): void {
	pages.get("/estate", overviewPage);
	pages.get("/estate/terms", termsPage);
	pages.post("/estate/terms", acceptTerms);
	pages.get("/estate/accepted", acceptedPage);
	pages.get("/estate/codes", codesPage);
	pages.post("/estate/codes", createCode);
	pages.post("/estate/codes/revoke", revokeCode);
	pages.get("/estate/will", (c) => willPage(c));
	pages.post("/estate/will", willMessagePage);
	pages.post("/estate/will/lodge", lodgeWill);
	pages.get("/estate/will/file", readWill);
	pages.get("/estate/releases", releasesPage);
	pages.post("/estate/releases", objectToRelease);
	pages.get("/estate/history", historyPage);
	pages.get("/estate/module", modulePage);
	pages.post("/estate/module", makeTransaction);
	pages.get("/estate/download", (c) => downloadPage(c, downloadOf(c)));
	pages.post("/estate/download", (c) => downloadSigned(c, downloadOf(c)));
	pages.get("/estate/erase", erasePage);
	pages.get("/estate/erase/sign", eraseSignPage);
	pages.post("/estate/erase/sign", erase);
}

const downloadOf = (c: PageContext) =>
	({
		of: "estate",
		apiPath: estatePath(c, "/download"),
		path: "/estate/download",
		back: "/estate",
	}) as const;
