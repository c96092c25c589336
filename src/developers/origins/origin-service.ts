/**
 * Browser origins: developers ask, reviewers decide (auth.md "Browsers"). An allowed origin belongs to one
 * developer, and what its pages file belongs to that developer.
 */
import { newOriginId } from "../../kernel/random-ids.ts";
import { isAllowableOrigin } from "./origin.ts";

export const ORIGIN_STATUSES = ["requested", "allowed", "refused"] as const;
export type OriginStatus = (typeof ORIGIN_STATUSES)[number];

/** Times are unix milliseconds. */
export type BrowserOrigin = {
	originId: string;
	origin: string;
	developerId: string;
	status: OriginStatus;
	requestedAt: number;
	decidedAt: number | null;
	decidedBy: string | null;
	/** The reviewer's words. */
	reason: string | null;
};

export type OriginDecision = {
	originId: string;
	reviewerId: string;
	status: "allowed" | "refused";
	reason: string;
	now: number;
};

export type OriginRows = {
	/**
	 * One statement: counts and inserts. `known` where the developer has asked for this origin before, `user_gone`
	 * where there is no such developer.
	 */
	insert(origin: BrowserOrigin, limit: number): Promise<"inserted" | "known" | "full" | "user_gone">;
	find(originId: string): Promise<BrowserOrigin | undefined>;
	findOf(developerId: string, origin: string): Promise<BrowserOrigin | undefined>;
	list(developerId: string): Promise<BrowserOrigin[]>;
	/** Oldest first. */
	listByStatus(status: OriginStatus, limit: number): Promise<BrowserOrigin[]>;
	remove(developerId: string, originId: string): Promise<boolean>;
	/**
	 * `taken` where another developer's page of the same origin is allowed; `not_found` where the origin was
	 * removed, or its developer deleted.
	 */
	decide(decision: OriginDecision): Promise<"decided" | "taken" | "not_found">;
	/** The developer whose allowed origin this is; a deleted one has none. */
	ownerOf(origin: string): Promise<string | undefined>;
};

export type RequestOriginAnswer =
	| { kind: "requested"; origin: BrowserOrigin }
	| { kind: "known"; origin: BrowserOrigin }
	| { kind: "not_allowable" }
	/** The account was deleted while the request was on its way. */
	| { kind: "user_gone" }
	| { kind: "too_many"; limit: number };
export type DecideOriginAnswer =
	| { kind: "decided"; origin: BrowserOrigin }
	| { kind: "not_found" }
	| { kind: "own" }
	| { kind: "taken" };

/** A developer with more sites than this talks to the operator. */
const MAX_ORIGINS_PER_DEVELOPER = 20;
/** What a reviewer is shown at once. */
const MAX_LISTED_ORIGINS = 100;

export type OriginService = ReturnType<typeof createOriginService>;

/** @param appOrigin the service's own origin */
export function createOriginService(rows: OriginRows, appOrigin: string) {
	/** Asks for an origin; asking again answers how it stands. */
	async function request(input: {
		developerId: string;
		origin: string;
		now: number;
	}): Promise<RequestOriginAnswer> {
		const { developerId, origin, now } = input;
		if (!isAllowableOrigin(origin, appOrigin)) return { kind: "not_allowable" };
		const asked: BrowserOrigin = {
			originId: newOriginId(),
			origin,
			developerId,
			status: "requested",
			requestedAt: now,
			decidedAt: null,
			decidedBy: null,
			reason: null,
		};
		const outcome = await rows.insert(asked, MAX_ORIGINS_PER_DEVELOPER);
		if (outcome === "inserted") return { kind: "requested", origin: asked };
		if (outcome === "user_gone") return { kind: "user_gone" };
		const known = await rows.findOf(developerId, origin);
		return known ? { kind: "known", origin: known } : { kind: "too_many", limit: MAX_ORIGINS_PER_DEVELOPER };
	}

	/** A reviewer never decides about an origin of their own account. */
	async function decide(decision: OriginDecision): Promise<DecideOriginAnswer> {
		const origin = await rows.find(decision.originId);
		if (!origin) return { kind: "not_found" };
		if (origin.developerId === decision.reviewerId) return { kind: "own" };
		const outcome = await rows.decide(decision);
		if (outcome !== "decided") return { kind: outcome };
		const { status, reviewerId, reason, now } = decision;
		return { kind: "decided", origin: { ...origin, status, decidedAt: now, decidedBy: reviewerId, reason } };
	}

	return {
		request,
		decide,
		list: rows.list,
		listByStatus: (status: OriginStatus) => rows.listByStatus(status, MAX_LISTED_ORIGINS),
		remove: rows.remove,
		/** Whether text can be an allowed origin at all; tells most of what is made up without asking the database. */
		isAllowable: (origin: string) => isAllowableOrigin(origin, appOrigin),
		/** The developer for whom a page of this origin speaks; read at each call, so a removal holds at once. */
		ownerOf: rows.ownerOf,
	};
}
