import type { Hono } from "hono";
import type { PageEnv } from "../core/page-env.ts";
import { redirect } from "../core/respond.tsx";
import { accountPage, changeAccount } from "./account.tsx";
import { caseDocument, caseEvidence, casePage, casesPage } from "./cases.tsx";
import {
	changeEmailWithForm,
	changePassword,
	deleteAccount,
	deletionPage,
	emailPage,
	passwordPage,
} from "./change-account.tsx";
import { confirmationPage, confirmWithForm } from "./confirm-email.tsx";
import { deliveriesPage, deliveryPage, sendAgain } from "./deliveries.tsx";
import { downloadCase, downloadCasePage } from "./download-case.tsx";
import { changeEndpoint, endpointPage } from "./endpoint.tsx";
import { createEndpoint, endpointsPage } from "./endpoints.tsx";
import { changeKey, issueKey, keyPage, keysPage } from "./keys.tsx";
import { endLink, linksPage } from "./links.tsx";
import { finishLogIn, logInWithForm, openLogIn } from "./log-in.tsx";
import { makeLink, newLinkPage } from "./new-link.tsx";
import { changeOrigins, originsPage } from "./origins.tsx";
import { overviewPage } from "./overview.tsx";
import { changePasskeys, passkeysPage } from "./passkeys.tsx";
import { registerPage, registerWithForm } from "./register.tsx";
import { askForReset, forgottenPage, openReset, resetWithForm } from "./reset-password.tsx";

export function mountDevelopers(pages: Hono<PageEnv>): void {
	pages.get("/developers", overviewPage);
	pages.get("/developers/register", (c) => registerPage(c)).post(registerWithForm);
	pages.get("/developers/login", openLogIn).post(logInWithForm);
	pages.post("/developers/login/passkey", finishLogIn);
	pages.get("/developers/forgotten", (c) => forgottenPage(c)).post(askForReset);
	pages.get("/developers/reset", openReset).post(resetWithForm);
	pages.get("/developers/account", accountPage).post(changeAccount);
	pages.get("/developers/account/confirm", (c) => confirmationPage(c)).post(confirmWithForm);
	pages.get("/developers/account/email", (c) => emailPage(c)).post(changeEmailWithForm);
	pages.get("/developers/account/password", (c) => passwordPage(c)).post(changePassword);
	pages.get("/developers/account/delete", (c) => deletionPage(c)).post(deleteAccount);
	pages.get("/developers/account/passkeys", (c) => passkeysPage(c)).post(changePasskeys);
	pages.get("/developers/keys", (c) => keysPage(c)).post(issueKey);
	pages.get("/developers/keys/:keyId", (c) => keyPage(c)).post(changeKey);
	pages.get("/developers/origins", (c) => originsPage(c)).post(changeOrigins);
	pages.get("/developers/webhooks", (c) => redirect(c, "/developers/endpoints"));
	pages.get("/developers/endpoints", (c) => endpointsPage(c)).post(createEndpoint);
	pages.get("/developers/endpoints/:endpointId", (c) => endpointPage(c)).post(changeEndpoint);
	pages.get("/developers/endpoints/:endpointId/deliveries", (c) => deliveriesPage(c)).post(sendAgain);
	pages.get("/developers/endpoints/:endpointId/deliveries/:eventId", deliveryPage);
	pages.get("/developers/links", linksPage).post(endLink);
	pages.get("/developers/links/new", (c) => newLinkPage(c)).post(makeLink);
	pages.get("/developers/cases", casesPage);
	pages.get("/developers/cases/:caseId", casePage);
	pages.get("/developers/cases/:caseId/documents/:documentId", caseDocument);
	pages.get("/developers/cases/:caseId/evidence", caseEvidence);
	pages.get("/developers/cases/:caseId/download", (c) => downloadCasePage(c));
	pages.post("/developers/cases/:caseId/download", downloadCase);
}
