/** Query plans and costs of the statements that are sent to D1. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import * as z from "zod";

const planRow = z.object({ detail: z.string() });

/** The database, and a list of every statement that is prepared and bound on it. */
function recording(database: D1Database) {
	const statements: { query: string; values: unknown[] }[] = [];
	const recorder = new Proxy(database, {
		get(target, property) {
			if (property !== "prepare") return Reflect.get(target, property).bind(target);
			return (query: string) => {
				const statement = target.prepare(query);
				const bind = statement.bind.bind(statement);
				statement.bind = (...values: unknown[]) => {
					statements.push({ query, values });
					return bind(...values);
				};
				return statement;
			};
		},
	});
	return { recorder, statements };
}

/** A database that finds nothing, and tells the statements that it gets. */
export function statementsOf(tell: (query: string, values: unknown[]) => void): D1Database {
	const nothing = { results: [], success: true, meta: {} };
	const statement = { all: async () => nothing, raw: async () => [] };
	const prepare = (query: string) => ({
		bind: (...values: unknown[]) => {
			tell(query, values);
			return statement;
		},
	});
	const batch = async (statements: unknown[]) => statements.map(() => nothing);
	return { prepare, batch } as unknown as D1Database;
}

/** The plan of each statement that `run` sends, with a line per step. */
export async function plansOf(run: (database: D1Database) => Promise<unknown>): Promise<string[]> {
	const { recorder, statements } = recording(env.DB);
	await run(recorder);
	expect(statements.length).toBeGreaterThan(0);
	return Promise.all(
		statements.map(async ({ query, values }) => {
			const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
				.bind(...values)
				.all();
			return results.map((row) => planRow.parse(row).detail).join("\n");
		}),
	);
}

/** The rows that D1 reads for each statement that `run` sends. It runs them twice, so `run` must not write. */
export async function rowsReadBy(run: (database: D1Database) => Promise<unknown>): Promise<number[]> {
	const { recorder, statements } = recording(env.DB);
	await run(recorder);
	expect(statements.length).toBeGreaterThan(0);
	return Promise.all(
		statements.map(async ({ query, values }) => {
			const { meta } = await env.DB.prepare(query)
				.bind(...values)
				.all();
			return meta.rows_read;
		}),
	);
}
