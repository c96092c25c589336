/** Pages of courts, notaries and law firms, with the developer session. */
import type { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { lookUpCode, lookUpPage } from "./look-up.tsx";
import { ownReleasesPage, releasedWill } from "./own-releases.tsx";
import { sendRequest, stateRequest } from "./request-release.tsx";

export function mountResolve(pages: Hono<PageEnv>): void {
	pages.get("/resolve", lookUpPage);
	pages.post("/resolve", lookUpCode);
	pages.post("/resolve/request", stateRequest);
	pages.post("/resolve/request/:ownerAddress", sendRequest);
	pages.get("/resolve/releases", ownReleasesPage);
	pages.get("/resolve/releases/:ownerAddress/:requestId/will", releasedWill);
}
