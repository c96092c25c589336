/** Partners with an allowed origin, their links, and the calls of the hosted pages. */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { expect } from "vitest";
import type { LinkView } from "../../../src/hosted-links/page-view.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { sendUnchecked } from "../../support/contract/openapi-client.ts";
import { claimant, newCaseBody } from "../../support/signing/signing.ts";
import { newAnonymous, newOrigin, newWalletSession } from "../access/support.ts";
import { newPartner, type Partner } from "../recovery/support.ts";

let origins = 0;

/** A developer with one allowed origin. */
export async function newLinkPartner() {
	const developer = await newDeveloper();
	const partner = await newPartner(developer);
	const origin = `https://app${++origins}.partner.example`;
	const { originId } = await newOrigin(developer, origin, "allow");
	return { ...partner, session: developer.headers, origin, originId };
}

export type MadeLink = { linkId: string; url: string; token: string; expiresAt: string; status: string };

export async function makeLink(partner: Pick<Partner, "send">, body?: object): Promise<MadeLink> {
	const response = await partner.send("/hosted-links", body ?? {});
	expect(response.status).toBe(201);
	const link = (await response.json()) as Omit<MadeLink, "token">;
	return { ...link, token: link.url.slice(link.url.lastIndexOf("/") + 1) };
}

export const linkOf = async (partner: Partner, linkId: string) =>
	(await (await partner.send(`/hosted-links/${linkId}`)).json()) as Record<string, unknown>;

type Headers = Record<string, string>;
type PageResponse = {
	status: number;
	code?: string;
	message?: string;
	retryAfter: string | null;
	details?: unknown;
	body: Record<string, unknown>;
};

/** A call as a page makes it, in process. */
export async function pageCall(
	method: "GET" | "POST",
	path: string,
	{ headers = {}, body }: { headers?: Headers; body?: unknown } = {},
): Promise<PageResponse> {
	const response = await sendUnchecked(method, path, { headers, ...(body !== undefined && { body }) });
	const received = (await response.json()) as {
		error?: { code: string; message: string; details?: unknown };
	};
	const retryAfter = response.headers.get("Retry-After");
	return {
		status: response.status,
		retryAfter,
		...received.error,
		body: received as Record<string, unknown>,
	};
}

export const viewOf = ({ body }: PageResponse) => body as unknown as LinkView;

/** A visitor of the pages. */
export async function newVisitor() {
	const headers = await newAnonymous();
	const withSecret = (secret?: string) => ({
		...headers,
		...(secret !== undefined && { "x-hosted-link": secret }),
	});
	return {
		headers,
		lookUp: (token: string, secret?: string) =>
			pageCall("POST", "/hosted-app/links/look-up", { headers: withSecret(secret), body: { token } }),
		start: (token: string, takeOver?: boolean) =>
			pageCall("POST", "/hosted-app/links/start", { headers, body: { token, takeOver } }),
		started: (secret: string) =>
			pageCall("GET", "/hosted-app/links/started", { headers: withSecret(secret) }),
	};
}

/** @returns the secret of a newly started link */
export async function startLink(token: string, takeOver = false): Promise<string> {
	const started = await (await newVisitor()).start(token, takeOver);
	expect(started.status).toBe(200);
	return String(started.body.secret);
}

export const walletSession = (wallet: PrivateKeyAccount = claimant) => newWalletSession(wallet);

export async function fileThrough(
	secret: string,
	intent: RecoveryIntent,
	session: Headers,
	changes: Headers = {},
): Promise<PageResponse> {
	const headers = { ...session, "x-hosted-link": secret, ...changes };
	return pageCall("POST", "/recovery-cases/new-case", { headers, body: await newCaseBody(intent) });
}

export async function rowOf(linkId: string) {
	return env.DB.prepare("SELECT * FROM hosted_links WHERE link_id = ?")
		.bind(linkId)
		.first<Record<string, unknown>>();
}

export const setRow = (linkId: string, set: string, ...values: unknown[]) =>
	env.DB.prepare(`UPDATE hosted_links SET ${set} WHERE link_id = ?`)
		.bind(...values, linkId)
		.run();
