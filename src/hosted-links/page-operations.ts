import * as z from "zod";
import { defineOperation } from "../http/operation.ts";
import { lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { linkSecretOf, rejectBrowser } from "./link-header.ts";
import { linkViewOf } from "./page-view.ts";

/**
 * Operations of the hosted pages, which call them in process. They are not part of the public interface, so they are in
 * no OpenAPI document (hosted-links.md "For the pages").
 */

const MAX_TOKEN_LENGTH = 100;
const token = lazy(() => z.string().max(MAX_TOKEN_LENGTH));

const tokenBody = lazyObject(() => ({ token: token() }));
const startBody = lazyObject(() => ({ token: token(), takeOver: z.boolean().default(false) }));

const lookUpLink = defineOperation({
	operationId: "lookUpHostedLink",
	method: "POST",
	path: "/hosted-app/links/look-up",
	tag: "Hosted links",
	policy: "hosted_app",
	summary: doc("Look a link up without using it up"),
	body: tokenBody,
	responses: {},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ body, headers, services, now }) => {
		rejectBrowser(headers);
		const seen = await services.hostedLinks.pages.lookUp(body.token, linkSecretOf(headers));
		return { status: 200, body: linkViewOf(seen, now) };
	},
});

const startLink = defineOperation({
	operationId: "startHostedLink",
	method: "POST",
	path: "/hosted-app/links/start",
	tag: "Hosted links",
	policy: "hosted_app",
	summary: doc("Bind a link to a browser"),
	body: startBody,
	responses: {},
	errors: ["RESOURCE_NOT_FOUND", "HOSTED_LINK_STATUS_ERROR"],
	handler: async ({ body, headers, services, now, audit }) => {
		rejectBrowser(headers);
		const { secret, link } = await services.hostedLinks.pages.start(body.token, body.takeOver, now);
		await audit({ action: "hosted_link.started", target: link.linkId });
		const view = linkViewOf({ link, secretHash: link.secretHash ?? undefined }, now);
		return { status: 200, body: { secret, link: view } };
	},
});

const getStartedLink = defineOperation({
	operationId: "getStartedHostedLink",
	method: "GET",
	path: "/hosted-app/links/started",
	tag: "Hosted links",
	policy: "hosted_app",
	summary: doc("Read the link that a browser has started"),
	responses: {},
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ headers, services, now }) => {
		rejectBrowser(headers);
		const seen = await services.hostedLinks.pages.findStarted(linkSecretOf(headers) ?? "");
		return { status: 200, body: linkViewOf(seen, now) };
	},
});

export const pageOperations = [lookUpLink, startLink, getStartedLink] as const;
