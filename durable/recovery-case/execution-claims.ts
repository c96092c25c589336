/** Claims an execution's calls for a case (recovery.md "One call proves one case"). */
import { getTableName } from "drizzle-orm";
import { executionClaims } from "../../src/db/schema.ts";
import { sealedQuery } from "../../src/db/sealed-query.ts";
import type { CaseState } from "../../src/protocol/case-state.ts";

export type ClaimCalls = (
	state: Pick<CaseState, "caseId" | "rec">,
	calls: NonNullable<CaseState["execution"]>["calls"],
	now: number,
) => Promise<"claimed" | "taken">;

const TABLE = getTableName(executionClaims);

/** ?4 is a list of `[txHash, index]`. */
const CLAIMED_BY_OTHERS = `SELECT 1 FROM json_each(?4) AS wanted JOIN ${TABLE} AS held
	ON held.chain_id = CAST(?1 AS INTEGER) AND held.tx_hash = json_extract(wanted.value, '$[0]')
		AND held.call_index = json_extract(wanted.value, '$[1]')
	WHERE held.case_id <> ?2`;

const CLAIM = `INSERT INTO ${TABLE} (chain_id, tx_hash, call_index, case_id, claimed_at)
	SELECT CAST(?1 AS INTEGER), json_extract(value, '$[0]'), json_extract(value, '$[1]'), ?2, CAST(?3 AS INTEGER)
	FROM json_each(?4) WHERE NOT EXISTS (${CLAIMED_BY_OTHERS}) ON CONFLICT DO NOTHING`;

const IS_TAKEN = `SELECT EXISTS (${CLAIMED_BY_OTHERS}) AS is_taken, ?3 AS claimed_at`;

/**
 * Claims all calls, or none if another case has one of them. Idempotent.
 * @throws StorageError
 */
export function createExecutionClaims(database: D1Database): ClaimCalls {
	return async ({ caseId, rec: { chainId } }, calls, now) => {
		if (calls.length === 0) return "claimed";
		const wanted = JSON.stringify(calls.map(({ txHash, index }) => [txHash.toLowerCase(), index]));
		const bind = (query: string) => database.prepare(query).bind(chainId, caseId, now, wanted);
		// Runs in one transaction, because one of two competing cases must get all its calls.
		const [, owners] = await sealedQuery(
			"claim the calls of an execution",
			database.batch<{ is_taken?: number }>([bind(CLAIM), bind(IS_TAKEN)]),
		);
		return owners?.results[0]?.is_taken === 0 ? "claimed" : "taken";
	};
}
