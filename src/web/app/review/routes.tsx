/** The pages of reviewers. All use the developer session; the API asks for the role. */
import { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { reviewError } from "./access.tsx";
import { decideReleasePage, releaseOrder, releasesPage } from "./releases.tsx";

export function mountReview(pages: Hono<PageEnv>): void {
	const review = new Hono<PageEnv>();
	review.get("/releases", releasesPage);
	review.get("/releases/:requestId/order", releaseOrder);
	review.post("/releases/:requestId", decideReleasePage);
	review.onError((error, c) => reviewError(c, error));
	pages.route("/review", review);
}
