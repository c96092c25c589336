import type { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { accountPage, endSessions } from "./account.tsx";
import { casePage } from "./case.tsx";
import { casesPage } from "./cases.tsx";
import { changePassword, passwordPage } from "./change-password.tsx";
import { deleteAccount, deletionPage } from "./delete-account.tsx";
import { deliveriesPage, sendAgain } from "./deliveries.tsx";
import { changeEndpoint, endpointPage } from "./endpoint.tsx";
import { createEndpoint, endpointsPage } from "./endpoints.tsx";
import { changeKey, keyPage } from "./key.tsx";
import { issueKey, keysPage } from "./keys.tsx";
import { endLink, linksPage } from "./links.tsx";
import { logInPage, logInWithForm } from "./log-in.tsx";
import { makeLink, newLinkPage } from "./new-link.tsx";
import { changeOrigins, originsPage } from "./origins.tsx";
import { overviewPage } from "./overview.tsx";
import { registerPage, registerWithForm } from "./register.tsx";
import { resetPage, resetWithForm } from "./reset-password.tsx";

export function mountDevelopers(pages: Hono<PageEnv>): void {
	pages.get("/developers", overviewPage);
	pages.get("/developers/register", registerPage).post(registerWithForm);
	pages.get("/developers/login", logInPage).post(logInWithForm);
	pages.get("/developers/reset", resetPage).post(resetWithForm);
	pages.get("/developers/account", accountPage).post(endSessions);
	pages.get("/developers/account/password", passwordPage).post(changePassword);
	pages.get("/developers/account/delete", deletionPage).post(deleteAccount);
	pages.get("/developers/keys", keysPage).post(issueKey);
	pages.get("/developers/keys/:keyId", keyPage).post(changeKey);
	pages.get("/developers/origins", originsPage).post(changeOrigins);
	pages.get("/developers/endpoints", endpointsPage).post(createEndpoint);
	pages.get("/developers/endpoints/:endpointId", endpointPage).post(changeEndpoint);
	pages.get("/developers/endpoints/:endpointId/deliveries", deliveriesPage).post(sendAgain);
	pages.get("/developers/links", linksPage).post(endLink);
	pages.get("/developers/links/new", newLinkPage).post(makeLink);
	pages.get("/developers/cases", casesPage);
	pages.get("/developers/cases/:caseId", casePage);
}
