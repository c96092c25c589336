/** Browser origins, which developers request and reviewers decide (auth.md "Browser origins and CORS"). */

import { newOriginId } from "../../kernel/crypto/random-ids.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { userGone } from "../errors.ts";
import {
	type BrowserOrigin,
	isAllowableOrigin,
	needsReviewer,
	type OriginDecision,
	type OriginStatus,
} from "./origin.ts";
import type { OriginRows } from "./origins.d1.ts";

export const MAX_ORIGINS_PER_DEVELOPER = 20;
const MAX_LISTED_ORIGINS = 100;

export function createOriginService(rows: OriginRows, appOrigin: string) {
	/**
	 * A repeated request returns the current state. `isNew`: false for a repetition. A site on the service's own machine is
	 * allowed at once, also by a repetition, unless it is another developer's.
	 */
	async function request(input: {
		developerId: string;
		origin: string;
		now: number;
	}): Promise<{ origin: BrowserOrigin; isNew: boolean }> {
		const { developerId, origin, now } = input;
		if (!isAllowableOrigin(origin, appOrigin)) throw notAllowable();
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
		if (outcome === "inserted") return { origin: await allowHere(requested, now), isNew: true };
		if (outcome === "user_gone") throw userGone();
		const known = await rows.findOf(developerId, origin);
		if (known) return { origin: await allowHere(known, now), isNew: false };
		throw new AppError({
			code: "RATE_LIMITED",
			message: `Your account has the maximum of ${MAX_ORIGINS_PER_DEVELOPER} browser origins. Remove one first.`,
			details: [{ field: "origin", rule: "quota_full", message: "is one more than the account may have" }],
		});
	}

	async function allowHere(asked: BrowserOrigin, now: number): Promise<BrowserOrigin> {
		const { originId, origin, status } = asked;
		if (status !== "requested" || needsReviewer(origin)) return asked;
		const outcome = await rows.decide({ originId, reviewerId: null, status: "allowed", reason: null, now });
		return outcome === "decided" ? { ...asked, status: "allowed", decidedAt: now } : asked;
	}

	async function decide(decision: OriginDecision): Promise<BrowserOrigin> {
		const origin = await rows.find(decision.originId);
		if (!origin) throw originNotFound();
		if (origin.developerId === decision.reviewerId) {
			throw new AppError({
				code: "FORBIDDEN",
				message: "Reviewers cannot decide on origins of their own account.",
			});
		}
		const outcome = await rows.decide(decision);
		if (outcome === "taken") {
			throw new AppError({
				code: "ORIGIN_ALREADY_ALLOWED",
				message: "This origin is already allowed for another developer. Refuse that request first.",
			});
		}
		if (outcome === "not_found") throw originNotFound();
		const { status, reviewerId, reason, now } = decision;
		return { ...origin, status, decidedAt: now, decidedBy: reviewerId, reason };
	}

	async function remove(developerId: string, originId: string): Promise<void> {
		if (!(await rows.remove(developerId, originId))) throw originNotFound();
	}

	return {
		request,
		decide,
		list: rows.list,
		listByStatus: (status: OriginStatus) => rows.listByStatus(status, MAX_LISTED_ORIGINS),
		remove,
		/** Rejects most invented origins without a query. */
		isAllowable: (origin: string) => isAllowableOrigin(origin, appOrigin),
		/** Read at each call, so that a removal takes effect at once. */
		ownerOf: rows.ownerOf,
	};
}

const originNotFound = () =>
	new AppError({ code: "RESOURCE_NOT_FOUND", message: "This browser origin does not exist." });

function notAllowable(): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "This origin cannot be allowed.",
		details: [
			{
				field: "origin",
				rule: "format",
				message:
					"must be `https://`, a host name and optionally a port, exactly as browsers send it, without a path or a trailing slash; a service on your own machine also takes `http://localhost:3000` and `http://127.0.0.1:3000`",
			},
		],
	});
}
