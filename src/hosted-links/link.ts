/** The rules of hosted links (hosted-links.md). Times are unix milliseconds. Pure. */
import type { Language } from "../kernel/languages.ts";
import type { Call, Rec } from "../protocol/intent.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const LINK_KINDS = ["recovery", "estate"] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

export const LINK_STATUSES = ["open", "started", "used", "expired", "ended"] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** Counted from the first start. */
export const FINISH_WITHIN_MS = 7 * DAY_MS;

/** The case's object creates the case only before the reservation ends. */
export const RESERVATION_MS = 10_000;
/** For clocks that differ: after this time no delayed command can create the case. */
export const CLOCK_DIFFERENCE_MS = 5_000;

/** So many secrets from before a take-over are recognised as such. */
export const MAX_FORMER_SECRETS = 9;

/** Fields that were not given are absent or undefined. */
export type Prefill = {
	[Name in Exclude<keyof Rec, "email">]?: Rec[Name] | undefined;
} & {
	email?: string | undefined;
	transactions?: readonly Call[] | undefined;
	ownerAddress?: string | undefined;
};

export const LOCKABLE_FIELDS = [
	"lostAccount",
	"recoveryAccount",
	"chainId",
	"reasonForRecovery",
	"transactions",
	"ownerAddress",
] as const satisfies readonly Exclude<keyof Prefill, "email">[];
type LockableField = (typeof LOCKABLE_FIELDS)[number];

export type HostedLink = {
	linkId: string;
	developerId: string;
	kind: LinkKind;
	/** The developer's origin whose host the pages show. */
	origin: string;
	/** False once the origin is not allowed for the developer any more. */
	isOriginAllowed: boolean;
	/** Null once the link is used, ended or expired. */
	prefill: Prefill | null;
	locked: readonly LockableField[];
	returnUrl: string | null;
	reference: string | null;
	locale: Language | null;
	createdAt: number;
	expiresAt: number;
	startedAt: number | null;
	usedAt: number | null;
	endedAt: number | null;
	/** SHA-256 of the present browser's secret. */
	secretHash: string | null;
	/** Newest first. */
	formerSecrets: readonly string[];
	/** The jrcHash that may be filed through the link, with the end of its reservation. */
	reservedHash: string | null;
	reservedUntil: number | null;
	caseId: string | null;
	/** The owner of the estate that was agreed through the link; null after an erasure. */
	ownerAddress: string | null;
};

/** `secretHash`: of the browser that the link is bound to. */
export type BoundLink = { linkId: string; secretHash: string };

/** The message is recorded for `developerId`. `isUsed`: only the message that used the link may be repeated. */
export type AgreementLink = BoundLink & { developerId: string; isUsed: boolean };

export function finishByOf({ startedAt }: Pick<HostedLink, "startedAt">): number | null {
	return startedAt === null ? null : startedAt + FINISH_WITHIN_MS;
}

export function statusOf(link: HostedLink, now: number): LinkStatus {
	if (link.usedAt !== null) return "used";
	if (link.endedAt !== null) return "ended";
	if (now >= (finishByOf(link) ?? link.expiresAt)) return "expired";
	if (!link.isOriginAllowed) return "ended";
	return link.startedAt === null ? "open" : "started";
}

/** The state for a browser. @param secretHash SHA-256 of the browser's secret, if it has one */
export type ViewState = LinkStatus | "started_elsewhere";
export function viewStateOf(link: HostedLink, secretHash: string | undefined, now: number): ViewState {
	const status = statusOf(link, now);
	return status === "started" && secretHash !== link.secretHash ? "started_elsewhere" : status;
}

export type ReturnUrl = { kind: "url"; href: string; origin: string } | { kind: "bad"; problem: string };

export function parseReturnUrl(text: string): ReturnUrl {
	if (!URL.canParse(text)) return { kind: "bad", problem: "must be an absolute URL" };
	const { origin, href, username, password, hash, searchParams } = new URL(text);
	// `blob:` has the origin of the URL inside it (URL Standard).
	if (!/^https?:/.test(href)) return { kind: "bad", problem: "must begin with https://" };
	if (username !== "" || password !== "")
		return { kind: "bad", problem: "must have no user and no password" };
	if (hash !== "" || href.endsWith("#")) return { kind: "bad", problem: "must have no fragment" };
	if (searchParams.has("link"))
		return { kind: "bad", problem: "must have no parameter `link`, which the service adds" };
	return { kind: "url", href, origin };
}

/** Where the user leaves to. */
export function departureUrl({ returnUrl, linkId }: Pick<HostedLink, "returnUrl" | "linkId">): string | null {
	if (returnUrl === null) return null;
	// As text, because URLSearchParams would write the partner's own parameters anew. There is no fragment.
	return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}link=${linkId}`;
}
