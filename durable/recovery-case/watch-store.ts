/**
 * What a case's object has still to look at on its chain. It stands in the object's storage, so a restart forgets
 * no look. Synchronous, like the case's own store.
 */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { caseStateSchema } from "../../src/recovery/case/case-state.ts";
import { hasSchema, migrate } from "../storage/migrate.ts";
import { migrations } from "./migrations/recovery-case-migrations.ts";

const executionLookSchema = lazy(() =>
	z.object({
		/** Another at every submission: a look that began before this one decides nothing about it. */
		submission: z.string(),
		txHashes: z.array(z.templateLiteral(["0x", z.string()])),
		submittedAt: z.number(),
		attempts: z.number(),
		/** Proven, in blocks that may still go. The record shows it; the history waits until it is final. */
		observed: caseStateSchema().shape.execution,
	}),
);
export type ExecutionLook = z.infer<ReturnType<typeof executionLookSchema>>;

const ownerLookSchema = lazy(() =>
	z.object({
		/** Without those of the case's own execution; null until a node has said it. */
		transactionCount: z.number().nullable(),
	}),
);
type OwnerLook = z.infer<ReturnType<typeof ownerLookSchema>>;

const rowSchema = lazy(() => z.object({ look: z.string(), due_at: z.number() }));

export type WatchStore = ReturnType<typeof createWatchStore>;

export function createWatchStore(storage: DurableObjectStorage) {
	const { sql } = storage;
	let isMigrated = false;

	/** Whether there is a table to read; a case from before it gets it now. */
	function isReadable(): boolean {
		if (!isMigrated && hasSchema(storage)) {
			migrate(storage, migrations);
			isMigrated = true;
		}
		return isMigrated;
	}

	function find(kind: string): { look: unknown; dueAt: number } | null {
		if (!isReadable()) return null;
		const [row] = sql.exec("SELECT look, due_at FROM watch WHERE kind = ?", kind).toArray();
		if (!row) return null;
		const { look, due_at: dueAt } = rowSchema().parse(row);
		return { look: JSON.parse(look) as unknown, dueAt };
	}

	/** For a case that is on file. */
	function save(kind: string, look: ExecutionLook | OwnerLook, dueAt: number): void {
		if (!isReadable()) return;
		sql.exec(
			"INSERT OR REPLACE INTO watch (kind, look, due_at) VALUES (?, ?, ?)",
			kind,
			JSON.stringify(look),
			dueAt,
		);
	}

	/** The transactions under observation, and when to look at them next. */
	function execution(): { look: ExecutionLook; dueAt: number } | null {
		const row = find("execution");
		return row && { look: executionLookSchema().parse(row.look), dueAt: row.dueAt };
	}

	/** What the lost account had done, and when to look again. */
	function owner(): { look: OwnerLook; dueAt: number } | null {
		const row = find("owner");
		return row && { look: ownerLookSchema().parse(row.look), dueAt: row.dueAt };
	}

	function forget(kind: "execution" | "owner"): void {
		if (find(kind)) sql.exec("DELETE FROM watch WHERE kind = ?", kind);
	}

	return {
		execution,
		owner,
		saveExecution: (look: ExecutionLook, dueAt: number) => save("execution", look, dueAt),
		saveOwner: (look: OwnerLook, dueAt: number) => save("owner", look, dueAt),
		forget,
		/** Unix milliseconds; null where there is nothing to look at. */
		nextDueAt: (): number | null => {
			if (!isReadable()) return null;
			const { due } = sql.exec("SELECT MIN(due_at) AS due FROM watch").one();
			return typeof due === "number" ? due : null;
		},
	};
}
