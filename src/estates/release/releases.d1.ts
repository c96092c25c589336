/** Each move requires the revision that it was decided on, so only one of two concurrent moves is written. */
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, estateProfiles, privacyCodes, releaseRequests, willVersions } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import { whole } from "../../db/whole.ts";
import { lazy } from "../../kernel/once.ts";
import type { RowKey } from "../../kernel/paging/cursors.ts";
import { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import { releaseMails } from "../../watchers/watchers.d1.ts";
import { addHistory, isLive } from "../estate-statements.d1.ts";
import type { HistoryAction } from "../profile/profile.ts";
import {
	type ReleaseCommand,
	type ReleaseState,
	type ReleaseStatus,
	releaseStateSchema,
	releaseStatusOf,
	withoutFormerReviewers,
} from "./release.ts";
import type { ReleaseRequest } from "./release-request.ts";

const ACTION_OF = {
	object: "release.objected",
	approve: "release.approved",
	reject: "release.rejected",
} as const satisfies Record<ReleaseCommand["kind"], HistoryAction>;

const CURRENT_REVIEWERS = sql<string>`(SELECT json_group_array(developer_id) FROM ${developers} AS reviewer
	WHERE reviewer.role = 'reviewer' AND reviewer.developer_id IN
	(SELECT value ->> 'reviewerId' FROM json_each(${releaseRequests.state}, '$.approvals')))`;

const json = lazy(() => z.string().transform((text): unknown => JSON.parse(text)));
const releaseRow = lazy(() =>
	z.object({
		state: json().pipe(releaseStateSchema()),
		courtInfo: json().pipe(courtInfoSchema()),
		sha256: z.templateLiteral(["0x", z.string()]),
		reviewers: json().pipe(z.array(z.string())),
	}),
);

export type ReleaseRows = ReturnType<typeof createReleaseRows>;

export function createReleaseRows(database: D1Database) {
	const db = drizzle(database);
	const { requestId, estateId, applicantId, status, requestedAt, revision } = releaseRequests;
	const { ownerAddress, chainId } = estateProfiles;

	const select = (condition: SQL | undefined, order: SQL[], limit: number) =>
		sealedQuery(
			"find release requests",
			db
				.select({ ...getTableColumns(releaseRequests), ownerAddress, chainId, reviewers: CURRENT_REVIEWERS })
				.from(releaseRequests)
				.innerJoin(estateProfiles, eq(estateProfiles.estateId, estateId))
				.where(condition)
				.orderBy(...order)
				.limit(limit),
		).then((rows) => rows.map(requestOf));

	const newestFirst = (condition: SQL | undefined, after: RowKey | undefined, limit: number) => {
		const isBefore = after && sql`(${requestedAt}, ${requestId}) < (${whole(after.at)}, ${after.id})`;
		return select(and(condition, isBefore), [desc(requestedAt), desc(requestId)], limit);
	};

	return {
		/** @returns false if this account has an open request for this estate, or the code, will or estate is gone */
		async insert(request: ReleaseRequest, now: number): Promise<boolean> {
			const isInserted = sql`EXISTS (SELECT 1 FROM ${releaseRequests} WHERE request_id = ${request.requestId})`;
			const [inserted] = await sealedQuery(
				"store a release request",
				db.batch([
					db
						.insert(releaseRequests)
						.select(sql`${valuesOf(request, now)} WHERE ${canBeInserted(request, now)}`)
						.returning({ requestId }),
					addHistory(db, {
						estateId: request.estateId,
						now,
						when: isInserted,
						action: "release.requested",
						actor: request.state.applicantId,
						target: request.requestId,
					}),
					releaseMails(db, {
						estateId: request.estateId,
						now,
						until: request.state.challengeEndsAt,
						when: isInserted,
					}),
				] as const),
			);
			return inserted.length > 0;
		},

		/** Omits approvals that do not count. */
		find: async (id: string): Promise<ReleaseRequest | undefined> =>
			(await select(eq(requestId, id), [], 1))[0],

		listByEstate: (id: string, after: RowKey | undefined, limit: number) =>
			newestFirst(eq(estateId, id), after, limit),

		listByApplicant: (
			applicant: { applicantId: string; ownerAddress: string },
			after: RowKey | undefined,
			limit: number,
		) => {
			const isTheirs = and(eq(applicantId, applicant.applicantId), eq(ownerAddress, applicant.ownerAddress));
			return newestFirst(isTheirs, after, limit);
		},

		/** Oldest first. */
		listByStatus: (wanted: ReleaseStatus, after: RowKey | undefined, limit: number) => {
			const isAfter = after && sql`(${requestedAt}, ${requestId}) > (${whole(after.at)}, ${after.id})`;
			return select(and(eq(status, wanted), isAfter), [asc(requestedAt), asc(requestId)], limit);
		},

		/**
		 * Writes a move if the revision is unchanged and all counted approvers are reviewers.
		 * @returns whether it was written
		 */
		async move(moved: ReleaseRequest, command: ReleaseCommand, now: number): Promise<boolean> {
			const isAllowed = command.kind === "approve" ? areReviewers(moved.state) : sql`TRUE`;
			const isThis = and(eq(requestId, moved.requestId), eq(revision, whole(moved.revision - 1)), isAllowed);
			const isUnmoved = sql`EXISTS (SELECT 1 FROM ${releaseRequests}
				WHERE request_id = ${moved.requestId} AND revision = ${whole(moved.revision - 1)}) AND ${isAllowed}`;
			const [, written] = await sealedQuery(
				"move a release request",
				db.batch([
					addHistory(db, {
						estateId: moved.estateId,
						now,
						when: isUnmoved,
						action: ACTION_OF[command.kind],
						actor: "reviewerId" in command ? command.reviewerId : null,
						target: moved.requestId,
					}),
					db
						.update(releaseRequests)
						.set({
							state: JSON.stringify(moved.state),
							status: releaseStatusOf(moved.state),
							revision: whole(moved.revision),
						})
						.where(isThis)
						.returning({ requestId }),
				] as const),
			);
			return written.length > 0;
		},

		async recordDownload(request: ReleaseRequest, now: number): Promise<void> {
			const estateExists = sql`EXISTS (SELECT 1 FROM ${estateProfiles} WHERE estate_id = ${request.estateId})`;
			const entry = addHistory(db, {
				estateId: request.estateId,
				now,
				when: estateExists,
				action: "release.downloaded",
				actor: request.state.applicantId,
				target: request.requestId,
			});
			await sealedQuery("record that a will was downloaded", entry);
		},

		async isResolver(developerId: string, now: number): Promise<boolean> {
			const { role, roleHeldUntil } = developers;
			const select = db
				.select({ role, roleHeldUntil })
				.from(developers)
				.where(eq(developers.developerId, developerId));
			const [found] = await sealedQuery("find a role", select);
			return found?.role === "resolver" && found.roleHeldUntil <= now;
		},
	};
}

function areReviewers({ approvals }: ReleaseState): SQL {
	const ids = JSON.stringify(approvals.map(({ reviewerId }) => reviewerId));
	return sql`(SELECT count(*) FROM ${developers} AS reviewer WHERE reviewer.role = 'reviewer'
		AND reviewer.developer_id IN (SELECT value FROM json_each(${ids}))) = ${whole(approvals.length)}`;
}

/** Requires a live code, a will, and no other open request by this account. */
function canBeInserted({ codeId, estateId, state }: ReleaseRequest, now: number): SQL {
	return sql`EXISTS (SELECT 1 FROM ${privacyCodes} WHERE code_id = ${codeId} AND estate_id = ${estateId} AND ${isLive(now)})
		AND EXISTS (SELECT 1 FROM ${willVersions} WHERE estate_id = ${estateId})
		AND NOT EXISTS (SELECT 1 FROM ${releaseRequests} WHERE estate_id = ${estateId}
			AND applicant_id = ${state.applicantId} AND (status = 'open' OR (status = 'approved'
			AND json_extract(state, '$.downloadableUntil') > ${whole(now)})))`;
}

function valuesOf(request: ReleaseRequest, now: number): SQL {
	const { requestId, estateId, codeId, applicant, courtInfo, order, state, revision } = request;
	return sql`SELECT ${requestId}, ${estateId}, ${codeId}, ${state.applicantId}, ${applicant},
		${JSON.stringify(courtInfo)}, ${order.sha256}, ${whole(order.size)}, ${order.objectKey},
		${releaseStatusOf(state)}, ${whole(now)}, ${JSON.stringify(state)}, ${whole(revision)}, ${sealedUnder(order.keyVersion)}`;
}

type ReleaseRow = typeof releaseRequests.$inferSelect & {
	ownerAddress: string;
	chainId: number;
	reviewers: string;
};

function requestOf(row: ReleaseRow): ReleaseRequest {
	const { requestId, estateId, codeId, ownerAddress, chainId, applicant, revision } = row;
	const { reviewers, courtInfo, sha256, ...read } = releaseRow().parse({ ...row, sha256: row.orderSha256 });
	const state = withoutFormerReviewers(read.state, new Set(reviewers));
	const order = { objectKey: row.orderKey, sha256, size: row.orderSize, keyVersion: row.orderKeyVersion };
	return { requestId, estateId, codeId, ownerAddress, chainId, applicant, courtInfo, order, state, revision };
}
