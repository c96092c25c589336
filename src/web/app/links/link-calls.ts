/** The API's operations for hosted links (hosted-links.md "For the pages"), and the cookie with a browser's secret. */
import { cookieOf, hostCookieName, soleCookie } from "../../../http/cookies.ts";
import { ApiError, type ApiResult } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import { callAsVisitor } from "../core/visitor.ts";
import type { LinkView, StartedLink } from "./link-view.ts";

/** With the secret of this browser, if it has one. */
type SeenLink = { view: LinkView; secret: string | undefined };

const TOKEN = /^[\w-]{43}$/;
const LINK_ID = /^hl_[0-9a-f]{32}$/;
const SECOND_MS = 1000;

/** The header in which a page sends the secret, and nobody else. */
const secretHeader = (secret: string): Record<string, string> => ({ "x-hosted-link": secret });

/** For the filing through the link of this request, if it has one. */
export function linkHeader(c: PageContext): Record<string, string> {
	const link = c.get("link");
	return link ? secretHeader(link.secret) : {};
}

/** Undefined if there is no such link. Text that is no token opens no visitor session. @throws ApiError */
export async function lookUp(c: PageContext, token: string): Promise<SeenLink | undefined> {
	if (!TOKEN.test(token)) return undefined;
	const view = viewOf(await callLookUp(c, token));
	const secret = view && secretOf(c, view.linkId);
	if (!view || secret === undefined) return view && { view, secret };
	const own = viewOf(await callLookUp(c, token, secret));
	return own && { view: own, secret };
}

function callLookUp(c: PageContext, token: string, secret?: string): Promise<ApiResult<LinkView>> {
	return callAsVisitor<LinkView>(c, {
		method: "POST",
		path: "/hosted-app/links/look-up",
		body: { token },
		...(secret !== undefined && { headers: secretHeader(secret) }),
	});
}

/** The link that this browser has started, by the link's id. Undefined if it has started none. @throws ApiError */
export async function findStarted(c: PageContext, linkId: string): Promise<StartedLink | undefined> {
	const secret = secretOf(c, linkId);
	if (secret === undefined) return undefined;
	const headers = secretHeader(secret);
	const path = "/hosted-app/links/started";
	const view = viewOf(await callAsVisitor<LinkView>(c, { method: "GET", path, headers }));
	return view && { view, secret };
}

/** Sets the cookie if the link could be started. */
export async function start(
	c: PageContext,
	token: string,
	takeOver: boolean,
): Promise<ApiResult<{ secret: string; link: LinkView }>> {
	const result = await callAsVisitor<{ secret: string; link: LinkView }>(c, {
		method: "POST",
		path: "/hosted-app/links/start",
		body: { token, takeOver },
	});
	if (result.ok) {
		const { secret, link } = result.body;
		setSecret(c, link.linkId, secret, secondsLeft(link));
	}
	return result;
}

/** Nobody starts as many links. A client drops a response whose header is much longer. */
const MOST_LINKS = 50;

/** This browser can finish no link any more, until one is opened and continued again. */
export function forgetLinks(c: PageContext): void {
	const found = (c.req.header("Cookie") ?? "").matchAll(
		/(?:^|[;,])[ \t]*(?:__Host-)?link-(hl_[0-9a-f]{32})=/g,
	);
	const linkIds = new Set(Array.from(found, ([, id = ""]) => id));
	for (const linkId of [...linkIds].slice(0, MOST_LINKS)) setSecret(c, linkId, "", 0);
}

/** @throws ApiError */
function viewOf(result: ApiResult<LinkView>): LinkView | undefined {
	if (result.ok) return result.body;
	if (result.status === 404) return undefined;
	throw new ApiError(result);
}

const cookieName = (c: PageContext, linkId: string) =>
	hostCookieName(c.env.settings.appOrigin, `link-${linkId}`);

function secretOf(c: PageContext, linkId: string): string | undefined {
	if (!LINK_ID.test(linkId)) return undefined;
	return soleCookie(c.req.raw.headers, cookieName(c, linkId));
}

/** As long as the link can be finished. */
function secondsLeft({ finishBy }: LinkView): number {
	const left = finishBy === null ? 0 : Date.parse(finishBy) - Date.now();
	return Math.max(0, Math.ceil(left / SECOND_MS));
}

function setSecret(c: PageContext, linkId: string, value: string, maxAgeSeconds: number): void {
	const { appOrigin } = c.env.settings;
	const name = cookieName(c, linkId);
	c.get("cookies").push(cookieOf({ appOrigin, name, value, maxAgeSeconds, sameSite: "Lax" }));
}
