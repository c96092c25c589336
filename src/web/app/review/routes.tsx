/** The pages of reviewers. All use the developer session; the API asks for the role. */
import { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { downloadCase, downloadCasePage } from "../developers/download-case.tsx";
import { reviewError } from "./access.tsx";
import { approvePage, sendApproval } from "./approve.tsx";
import { auditPage } from "./audit.tsx";
import { caseDocument, casePage } from "./case.tsx";
import { addNotePage, giveBackPage, removeNotePage, takeCasePage } from "./case-acts.tsx";
import { casesPage } from "./cases.tsx";
import { deadLettersPage, requeuePage } from "./dead-letters.tsx";
import { decideCasePage } from "./decide-case.tsx";
import { decideOriginPage, originsPage } from "./origins.tsx";
import { nextCasePage, queuePage } from "./queue.tsx";
import { decideReleasePage, releaseOrder, releasePage, releasesPage } from "./releases.tsx";
import { accountPage, changeRole, lookUpAccount, resolversPage } from "./resolvers.tsx";

export function mountReview(pages: Hono<PageEnv>): void {
	const review = new Hono<PageEnv>();
	review.get("/", queuePage);
	review.get("/next", nextCasePage);
	review.get("/cases", casesPage);
	review.get("/cases/:caseId", casePage);
	review.post("/cases/:caseId", decideCasePage);
	review.get("/cases/:caseId/approval", approvePage);
	review.post("/cases/:caseId/approval", sendApproval);
	review.get("/cases/:caseId/documents/:documentId", caseDocument);
	review.get("/cases/:caseId/download", (c) => downloadCasePage(c));
	review.post("/cases/:caseId/download", downloadCase);
	review.post("/cases/:caseId/taking", takeCasePage);
	review.post("/cases/:caseId/giving-back", giveBackPage);
	review.post("/cases/:caseId/notes", addNotePage);
	review.post("/cases/:caseId/notes/:noteId", removeNotePage);
	review.get("/releases", releasesPage);
	review.get("/releases/:requestId/order", releaseOrder);
	review.get("/releases/:requestId", releasePage);
	review.post("/releases/:requestId", decideReleasePage);
	review.get("/origins", (c) => originsPage(c));
	review.post("/origins/:originId", decideOriginPage);
	review.get("/resolvers", resolversPage);
	review.post("/resolvers", lookUpAccount);
	review.get("/accounts/:developerId", accountPage);
	review.post("/accounts/:developerId", changeRole);
	review.get("/dead-letters", deadLettersPage);
	review.post("/dead-letters/:deadLetterId", requeuePage);
	review.get("/audit", auditPage);
	review.onError((error, c) => reviewError(c, error));
	pages.route("/review", review);
}
