/** Stores a case's pending checks of its chain. Synchronous. */
import { executionForm, hex, integer } from "../../src/protocol/case-state.ts";
import { NOT_WATCHED_CAUSES } from "../../src/protocol/enumerations.ts";
import {
	byKind,
	list,
	nullable,
	type Of,
	object,
	objectWithOptional,
	oneOf,
	parseStored,
	text,
} from "../../src/protocol/form.ts";
import { OBSERVATION_STATES } from "../../src/recovery/execution/execution-messages.ts";
import type { ObjectSchema } from "../storage/migrate.ts";
import { columnsOf, numberIn, rowsOf } from "../storage/rows.ts";

const payerForm = byKind({
	developer: object({ kind: oneOf("developer"), developerId: text() }),
	wallet: object({ kind: oneOf("wallet"), subject: text() }),
});

/** Each has a check of its own, so that a claimant's report cannot replace one that a reviewer or the module made. */
const SIDES = ["claimant", "reviewer", "module"] as const;

const executionCheckForm = objectWithOptional(
	{
		side: oneOf(...SIDES),
		/** New for every report. A check with an older id decides nothing. */
		submission: text(),
		txHashes: list(hex),
		submittedAt: integer,
		attempts: integer,
		/** Checks in which the node did not know a transaction. */
		unknownChecks: integer,
		/** Proven, but not final: in the record, but not yet in the history. */
		observed: nullable(executionForm),
		/** The result of the last check. */
		verdict: object({ state: oneOf(...OBSERVATION_STATES), reason: nullable(text()) }),
	},
	{
		/** Who pays for further checks. If absent, the case's own payer. */
		payer: payerForm,
	},
);
export type ExecutionCheck = Of<typeof executionCheckForm>;

const ownerWatchForm = object({
	/** Without the case's own execution; null until the first look. */
	transactionCount: nullable(integer),
	/** Time of the last look; null before it. */
	lookedAt: nullable(integer),
	/** When the first look after that was due. */
	owedSince: integer,
	/** Why the last look was missed. */
	missedBy: oneOf(...NOT_WATCHED_CAUSES),
	/** Name of the network that filed the case. */
	network: nullable(text()),
});
export type OwnerWatch = Of<typeof ownerWatchForm>;

const HOUR_MS = 3_600_000;

/** Spreads the checks of a payer with many cases, each of which would otherwise ask again within seconds. */
export function postponementMs(retryAfterSeconds: number): number {
	return Math.max(HOUR_MS, retryAfterSeconds * 1000) + Math.round(Math.random() * 2 * HOUR_MS);
}

const pendingCheck = object({ look: text(), dueAt: integer });

/** The latest time of a `Date`: the row keeps its values and sets no alarm. */
const NEVER = 8.64e15;

const kindOf = ({ side }: Pick<ExecutionCheck, "side">) => `execution_${side}`;

export type WatchStore = ReturnType<typeof createWatchStore>;

export function createWatchStore({ sql }: DurableObjectStorage, schema: ObjectSchema) {
	/** Remembered, because most cases have no pending check. */
	let isKnownEmpty = false;

	function isEmpty(): boolean {
		if (!schema.isReadable()) return true;
		isKnownEmpty ||= sql.exec("SELECT 1 FROM watch LIMIT 1").toArray().length === 0;
		return isKnownEmpty;
	}

	function find(kind: string): { value: unknown; dueAt: number } | null {
		if (isEmpty()) return null;
		const select = `SELECT ${columnsOf(pendingCheck)} FROM watch WHERE kind = ?`;
		const [row] = rowsOf(pendingCheck, sql.exec(select, kind));
		return row ? { value: JSON.parse(row.look), dueAt: row.dueAt } : null;
	}

	function save(kind: string, value: ExecutionCheck | OwnerWatch, dueAt: number): void {
		if (!schema.isReadable()) return;
		isKnownEmpty = false;
		sql.exec(
			"INSERT OR REPLACE INTO watch (kind, look, due_at) VALUES (?, ?, ?)",
			kind,
			JSON.stringify(value),
			dueAt,
		);
	}

	/** The last report of each side, newest first. `dueAt`: null if its checks have ended. */
	function reports(): { check: ExecutionCheck; dueAt: number | null }[] {
		return SIDES.flatMap((side) => find(kindOf({ side })) ?? [])
			.map(({ value, dueAt }) => ({
				check: parseStored(executionCheckForm, value),
				dueAt: dueAt === NEVER ? null : dueAt,
			}))
			.sort((some, other) => other.check.submittedAt - some.check.submittedAt);
	}

	/** The pending checks, the next one first. */
	function executions(): { check: ExecutionCheck; dueAt: number }[] {
		return reports()
			.flatMap(({ check, dueAt }) => (dueAt === null ? [] : { check, dueAt }))
			.sort((some, other) => some.dueAt - other.dueAt);
	}

	function owner(): { watch: OwnerWatch; dueAt: number; isAsleep: boolean } | null {
		const row = find("owner");
		if (!row) return null;
		const { dueAt } = row;
		return { watch: parseStored(ownerWatchForm, row.value), dueAt, isAsleep: dueAt === NEVER };
	}

	function remove(kind: string): void {
		if (find(kind)) sql.exec("DELETE FROM watch WHERE kind = ?", kind);
	}

	return {
		reports,
		executions,
		owner,
		saveExecution: (check: ExecutionCheck, dueAt: number) => save(kindOf(check), check, dueAt),
		endExecution: (check: ExecutionCheck) => save(kindOf(check), check, NEVER),
		removeExecution: (check: Pick<ExecutionCheck, "side">) => remove(kindOf(check)),
		saveOwner: (watch: OwnerWatch, dueAt: number) => save("owner", watch, dueAt),
		putOwnerToSleep: (watch: OwnerWatch) => save("owner", watch, NEVER),
		removeOwner: () => remove("owner"),
		/** Unix milliseconds; null if no check is pending. */
		nextDueAt: (): number | null => {
			if (isEmpty()) return null;
			return numberIn(sql.exec("SELECT MIN(due_at) FROM watch WHERE due_at < ?", NEVER));
		},
	};
}
