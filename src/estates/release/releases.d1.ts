/** Release requests in D1. Of two moves at once one is written: each asks for the revision that it was decided on. */
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { developers, estateProfiles, privacyCodes, releaseRequests, willVersions } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { sealedUnder } from "../../db/sealed-under.ts";
import type { RowKey } from "../../kernel/key-cursor.ts";
import { lazy } from "../../kernel/once.ts";
import { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import { addHistory, isLive, whole } from "../estate-statements.d1.ts";
import type { HistoryAction } from "../ports.ts";
import {
	type ReleaseCommand,
	type ReleaseState,
	releaseStateSchema,
	withStandingApprovals,
} from "./release.ts";
import type { ReleaseRequest, ReleaseRows } from "./release-rows.ts";
import { releaseStatusOf } from "./release-status.ts";

const ACTION_OF = {
	object: "release.objected",
	approve: "release.approved",
	reject: "release.rejected",
} as const satisfies Record<ReleaseCommand["kind"], HistoryAction>;

/** Which of those who have approved a request are reviewers now. */
const REVIEWERS = sql<string>`(SELECT json_group_array(developer_id) FROM ${developers} AS reviewer
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

export function createReleaseRows(database: D1Database): ReleaseRows {
	const db = drizzle(database);
	const { requestId, estateId, applicantId, status, requestedAt, revision } = releaseRequests;
	const { ownerAddress, chainId } = estateProfiles;

	const select = (condition: SQL | undefined, order: SQL[], limit: number) =>
		sealedQuery(
			"find release requests",
			db
				.select({ ...getTableColumns(releaseRequests), ownerAddress, chainId, reviewers: REVIEWERS })
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
		async insert(request, now) {
			const isMade = sql`EXISTS (SELECT 1 FROM ${releaseRequests} WHERE request_id = ${request.requestId})`;
			const [made] = await sealedQuery(
				"store a release request",
				db.batch([
					db
						.insert(releaseRequests)
						.select(sql`${valuesOf(request, now)} WHERE ${mayBeMade(request, now)}`)
						.returning({ requestId }),
					addHistory(db, {
						estateId: request.estateId,
						now,
						when: isMade,
						action: "release.requested",
						actor: request.state.applicantId,
						target: request.requestId,
					}),
				] as const),
			);
			return made.length > 0;
		},

		find: async (id) => (await select(eq(requestId, id), [], 1))[0],
		ofEstate: (id, after, limit) => newestFirst(eq(estateId, id), after, limit),
		ofApplicant: (of, after, limit) => {
			const isTheirs = and(eq(applicantId, of.applicantId), eq(ownerAddress, of.ownerAddress));
			return newestFirst(isTheirs, after, limit);
		},
		forReview: (wanted, after, limit) => {
			const isAfter = after && sql`(${requestedAt}, ${requestId}) > (${whole(after.at)}, ${after.id})`;
			return select(and(eq(status, wanted), isAfter), [asc(requestedAt), asc(requestId)], limit);
		},

		async move(moved, command, now) {
			const mayBe = command.kind === "approve" ? areReviewers(moved.state) : sql`TRUE`;
			const isOurs = and(eq(requestId, moved.requestId), eq(revision, whole(moved.revision - 1)), mayBe);
			const isUnmoved = sql`EXISTS (SELECT 1 FROM ${releaseRequests}
				WHERE request_id = ${moved.requestId} AND revision = ${whole(moved.revision - 1)}) AND ${mayBe}`;
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
						.where(isOurs)
						.returning({ requestId }),
				] as const),
			);
			return written.length > 0;
		},

		async noteDownload(request, now) {
			const isThere = sql`EXISTS (SELECT 1 FROM ${estateProfiles} WHERE estate_id = ${request.estateId})`;
			const note = addHistory(db, {
				estateId: request.estateId,
				now,
				when: isThere,
				action: "release.downloaded",
				actor: request.state.applicantId,
				target: request.requestId,
			});
			await sealedQuery("note that a will was downloaded", note);
		},

		async isResolver(developerId) {
			const role = db
				.select({ role: developers.role })
				.from(developers)
				.where(eq(developers.developerId, developerId));
			return (await sealedQuery("find a role", role))[0]?.role === "resolver";
		},
	};
}

/** Whether all who have approved are reviewers now. */
function areReviewers({ approvals }: ReleaseState): SQL {
	const ids = JSON.stringify(approvals.map(({ reviewerId }) => reviewerId));
	return sql`(SELECT count(*) FROM ${developers} AS reviewer WHERE reviewer.role = 'reviewer'
		AND reviewer.developer_id IN (SELECT value FROM json_each(${ids}))) = ${whole(approvals.length)}`;
}

/** Code and estate are still there, a will is, and this account has no other request that has not ended. */
function mayBeMade({ codeId, estateId, state }: ReleaseRequest, now: number): SQL {
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
	const state = withStandingApprovals(read.state, new Set(reviewers));
	const order = { objectKey: row.orderKey, sha256, size: row.orderSize, keyVersion: row.orderKeyVersion };
	return { requestId, estateId, codeId, ownerAddress, chainId, applicant, courtInfo, order, state, revision };
}
