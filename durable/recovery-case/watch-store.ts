/**
 * Stores a case's pending checks of its chain in the object's storage, so that a restart loses none. Synchronous, like
 * the store of the case.
 */
import * as z from "zod";
import { type Infer, lazy } from "../../src/kernel/once.ts";
import { caseStateSchema } from "../../src/recovery/case/case-state.ts";
import { hasSchema, migrate } from "../storage/migrate.ts";
import { migrations } from "./migrations/recovery-case-migrations.ts";

const executionCheckSchema = lazy(() =>
	z.object({
		/** A new id at every report. The result of a check with an older id is dropped. */
		submission: z.string(),
		txHashes: z.array(z.templateLiteral(["0x", z.string()])),
		submittedAt: z.number(),
		attempts: z.number(),
		/** Proven, but in blocks that are not final. The record shows it; the history waits until it is final. */
		observed: caseStateSchema().shape.execution,
	}),
);
export type ExecutionCheck = Infer<typeof executionCheckSchema>;

const ownerBaselineSchema = lazy(() =>
	z.object({
		/** Without the transactions of the case's own execution; null until a node has responded. */
		transactionCount: z.number().nullable(),
	}),
);
type OwnerBaseline = Infer<typeof ownerBaselineSchema>;

const rowSchema = lazy(() => z.object({ look: z.string(), due_at: z.number() }));

export type WatchStore = ReturnType<typeof createWatchStore>;

export function createWatchStore(storage: DurableObjectStorage) {
	const { sql } = storage;
	let isMigrated = false;

	/** Whether the case has tables. Adds the table of checks to an older case. */
	function isReadable(): boolean {
		if (!isMigrated && hasSchema(storage)) {
			migrate(storage, migrations);
			isMigrated = true;
		}
		return isMigrated;
	}

	function find(kind: string): { value: unknown; dueAt: number } | null {
		if (!isReadable()) return null;
		const [row] = sql.exec("SELECT look, due_at FROM watch WHERE kind = ?", kind).toArray();
		if (!row) return null;
		const { look, due_at: dueAt } = rowSchema().parse(row);
		return { value: JSON.parse(look) as unknown, dueAt };
	}

	/** Does nothing for a case that does not exist. */
	function save(kind: string, value: ExecutionCheck | OwnerBaseline, dueAt: number): void {
		if (!isReadable()) return;
		sql.exec(
			"INSERT OR REPLACE INTO watch (kind, look, due_at) VALUES (?, ?, ?)",
			kind,
			JSON.stringify(value),
			dueAt,
		);
	}

	/** The pending check of reported transactions. */
	function execution(): { check: ExecutionCheck; dueAt: number } | null {
		const row = find("execution");
		return row && { check: executionCheckSchema().parse(row.value), dueAt: row.dueAt };
	}

	/** The lost account's last known activity, and when to check it again. */
	function owner(): { baseline: OwnerBaseline; dueAt: number } | null {
		const row = find("owner");
		return row && { baseline: ownerBaselineSchema().parse(row.value), dueAt: row.dueAt };
	}

	function remove(kind: "execution" | "owner"): void {
		if (find(kind)) sql.exec("DELETE FROM watch WHERE kind = ?", kind);
	}

	return {
		execution,
		owner,
		saveExecution: (check: ExecutionCheck, dueAt: number) => save("execution", check, dueAt),
		saveOwner: (baseline: OwnerBaseline, dueAt: number) => save("owner", baseline, dueAt),
		remove,
		/** Unix milliseconds; null if no check is pending. */
		nextDueAt: (): number | null => {
			if (!isReadable()) return null;
			const { due } = sql.exec("SELECT MIN(due_at) AS due FROM watch").one();
			return typeof due === "number" ? due : null;
		},
	};
}
