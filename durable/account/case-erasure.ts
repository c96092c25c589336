/** Erases the personal data in a closed account's cases, one page per alarm. */
import { and, asc, eq, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import * as z from "zod";
import { recoveryCases } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import { type Infer, lazy } from "../../src/kernel/once.ts";

/** The runtime allows a thousand calls per alarm. */
const PAGE_SIZE = 50;

/** The last walk starts later than an outbox's longest back-off. */
const WALK_STARTS_MS = [0, 60_000, 15 * 60_000, 2 * 60 * 60_000] as const;

const YOUNG_CASE_MS = 24 * 60 * 60_000;

const NO_CASE_ID = "";

export const erasureState = lazy(() =>
	z.object({
		/** Counts from 0. */
		walk: z.int(),
		position: z.union([
			z.object({ list: z.literal("open"), caseId: z.string() }),
			z.object({ list: z.literal("indexed"), createdAt: z.int(), caseId: z.string() }),
		]),
	}),
);
export type ErasureState = Infer<typeof erasureState>;

/** `closedAt`: unix milliseconds. */
export type DueErasure = { developerId: string; closedAt: number; state: ErasureState };

export const FIRST_WALK: ErasureState = { walk: 0, position: { list: "open", caseId: NO_CASE_ID } };

export type ErasurePorts = Pick<Env, "DB" | "RECOVERY_CASES"> & {
	openCasesAfter(caseId: string, limit: number): string[];
};

/** `dueAt`: unix milliseconds; null after the last walk. */
type Progress = { state: ErasureState; dueAt: number | null };

/** @throws Error if a case or D1 fails; the page is repeated later */
export async function erasePage(ports: ErasurePorts, due: DueErasure, now: number): Promise<Progress> {
	const { position } = due.state;
	return position.list === "open"
		? eraseOpenCases(ports, due, position.caseId, now)
		: eraseIndexedCases(ports, due, position, now);
}

async function eraseOpenCases(
	ports: ErasurePorts,
	{ developerId, closedAt, state: { walk } }: DueErasure,
	after: string,
	now: number,
): Promise<Progress> {
	const caseIds = ports.openCasesAfter(after, PAGE_SIZE);
	await eraseCases(ports, developerId, caseIds);
	const last = caseIds.at(-1);
	if (last !== undefined && caseIds.length === PAGE_SIZE) {
		return { state: { walk, position: { list: "open", caseId: last } }, dueAt: now };
	}
	const createdAt = walk === 0 ? 0 : Math.max(0, closedAt - YOUNG_CASE_MS);
	return { state: { walk, position: { list: "indexed", createdAt, caseId: NO_CASE_ID } }, dueAt: now };
}

async function eraseIndexedCases(
	ports: ErasurePorts,
	{ developerId, closedAt, state: { walk } }: DueErasure,
	after: IndexedCase,
	now: number,
): Promise<Progress> {
	const rows = await indexedCases(ports.DB, developerId, after);
	const caseIds = rows.map(({ caseId }) => caseId);
	await eraseCases(ports, developerId, caseIds);
	const last = rows.at(-1);
	if (last && rows.length === PAGE_SIZE) {
		return { state: { walk, position: { list: "indexed", ...last } }, dueAt: now };
	}
	const nextStart = WALK_STARTS_MS[walk + 1];
	return {
		state: { ...FIRST_WALK, walk: walk + 1 },
		dueAt: nextStart === undefined ? null : Math.max(now, closedAt + nextStart),
	};
}

async function eraseCases(
	{ RECOVERY_CASES }: ErasurePorts,
	developerId: string,
	caseIds: readonly string[],
): Promise<void> {
	await Promise.all(
		caseIds.map((caseId) => RECOVERY_CASES.getByName(caseId).erasePersonalData({ developerId })),
	);
}

const indexedCase = lazy(() => z.object({ caseId: z.string(), createdAt: z.int() }));
type IndexedCase = Infer<typeof indexedCase>;

async function indexedCases(
	database: D1Database,
	developerId: string,
	after: IndexedCase,
): Promise<IndexedCase[]> {
	const { caseId, createdAt } = recoveryCases;
	const isLater = sql`(${createdAt}, ${caseId}) > (CAST(${after.createdAt} AS INTEGER), ${after.caseId})`;
	const select = drizzle(database)
		.select({ caseId, createdAt })
		.from(recoveryCases)
		.where(and(eq(recoveryCases.developerId, developerId), isLater))
		.orderBy(asc(createdAt), asc(caseId))
		.limit(PAGE_SIZE);
	const rows = await sealedQuery("list the cases of a closed account", select);
	return rows.map((row) => indexedCase().parse(row));
}
