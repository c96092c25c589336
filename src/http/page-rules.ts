/**
 * Decides which credential may come from which page (auth.md "Sessions of pages"). A session that a page
 * opened works only with that page's `Origin`. No other credential acts for another developer's page.
 */
import type { Page, Principal } from "./principal.ts";

/**
 * @param isForPages whether pages may call the operation
 * @returns the reason for a rejection
 */
export function pageProblem(
	principal: Principal,
	page: Page | null,
	isForPages: boolean,
): string | undefined {
	switch (principal.kind) {
		case "wallet":
			if (principal.page) return boundSessionProblem(principal.page, page, isForPages);
			return page ? otherSession(page) : undefined;
		case "anonymous":
			return page ? otherSession(page) : undefined;
		case "developer":
			return page && page.developerId !== principal.developerId
				? `The origin ${page.origin} belongs to another developer than this credential, and everything that a page sends belongs to its origin's developer. Send the request without the credential, or without the \`Origin\` header.`
				: undefined;
		case "origin":
		case "nobody":
			return undefined;
	}
}

function boundSessionProblem(bound: Page, page: Page | null, isForPages: boolean): string | undefined {
	if (!isForPages) {
		return `A session that was opened on a page of ${bound.origin} cannot do this. Open a wallet session without an \`Origin\` header, or on the service's own pages.`;
	}
	return page?.origin === bound.origin && page.developerId === bound.developerId
		? undefined
		: `This session was opened on a page of ${bound.origin}, and works only in requests of its pages, while the origin stays allowed for the same developer. Open a new wallet session.`;
}

function otherSession({ origin }: Page): string {
	return `This session was not opened on a page of ${origin}. Open a wallet session from that page: request a challenge there and have the wallet sign it.`;
}
