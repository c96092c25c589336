/** Browser origins, which developers request and reviewers decide (auth.md "Browser origins and CORS"). */
import { newOriginId } from "../../kernel/crypto/random-ids.ts";
import { type BrowserOrigin, isAllowableOrigin, type OriginDecision, type OriginStatus } from "./origin.ts";
import type { OriginRows } from "./origins.d1.ts";

export type RequestOriginResult =
	| { kind: "requested"; origin: BrowserOrigin }
	| { kind: "known"; origin: BrowserOrigin }
	| { kind: "origin_not_allowable" }
	| { kind: "user_gone" }
	| { kind: "too_many_origins"; limit: number };
export type DecideOriginResult =
	| { kind: "decided"; origin: BrowserOrigin }
	| { kind: "origin_not_found" }
	| { kind: "own_origin" }
	| { kind: "origin_taken" };

export const MAX_ORIGINS_PER_DEVELOPER = 20;
const MAX_LISTED_ORIGINS = 100;

export type OriginService = ReturnType<typeof createOriginService>;

export function createOriginService(rows: OriginRows, appOrigin: string) {
	/** A repeated request returns the current state. */
	async function request(input: {
		developerId: string;
		origin: string;
		now: number;
	}): Promise<RequestOriginResult> {
		const { developerId, origin, now } = input;
		if (!isAllowableOrigin(origin, appOrigin)) return { kind: "origin_not_allowable" };
		const requested: BrowserOrigin = {
			originId: newOriginId(),
			origin,
			developerId,
			status: "requested",
			requestedAt: now,
			decidedAt: null,
			decidedBy: null,
			reason: null,
		};
		const outcome = await rows.insert(requested, MAX_ORIGINS_PER_DEVELOPER);
		if (outcome === "inserted") return { kind: "requested", origin: requested };
		if (outcome === "user_gone") return { kind: "user_gone" };
		const known = await rows.findOf(developerId, origin);
		return known
			? { kind: "known", origin: known }
			: { kind: "too_many_origins", limit: MAX_ORIGINS_PER_DEVELOPER };
	}

	async function decide(decision: OriginDecision): Promise<DecideOriginResult> {
		const origin = await rows.find(decision.originId);
		if (!origin) return { kind: "origin_not_found" };
		if (origin.developerId === decision.reviewerId) return { kind: "own_origin" };
		const outcome = await rows.decide(decision);
		if (outcome === "taken") return { kind: "origin_taken" };
		if (outcome === "not_found") return { kind: "origin_not_found" };
		const { status, reviewerId, reason, now } = decision;
		return { kind: "decided", origin: { ...origin, status, decidedAt: now, decidedBy: reviewerId, reason } };
	}

	return {
		request,
		decide,
		list: rows.list,
		listByStatus: (status: OriginStatus) => rows.listByStatus(status, MAX_LISTED_ORIGINS),
		remove: rows.remove,
		/** Rejects most invented origins without a query. */
		isAllowable: (origin: string) => isAllowableOrigin(origin, appOrigin),
		/** Read at each call, so that a removal takes effect at once. */
		ownerOf: rows.ownerOf,
	};
}
