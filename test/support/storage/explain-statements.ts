/**
 * Explains every statement that the service sends to D1, or runs in an account's object, while this tier's tests run,
 * because none may walk a whole table (architecture.md "Scale"). The file in which one does so first fails.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, expect } from "vitest";

type Explained = {
	/** Statements of the service, each of which is explained once in a runtime. */
	seen: Set<string>;
	/** D1 explains asynchronously, so its statements wait for the end of the file. */
	waiting: Set<string>;
	/** Statements of objects that walk a table. */
	walks: string[];
};

/** Ends at the first row or at a limit, or is meant for all rows. */
const BOUNDED = [
	/NOT EXISTS \(SELECT 1 FROM (watched_accounts|account_contests|watchers)\)/,
	/^insert into "review_weeks"/,
	// Each of its counts ends at a thousand.
	/^SELECT \(SELECT count\(\*\) FROM \(SELECT 1 FROM recovery_cases INDEXED BY recovery_cases_waiting_age /,
	/^(SELECT count\(\*\) AS n FROM \()?SELECT 1 FROM \w+ LIMIT [1?]\)?$/,
	/^SELECT name FROM d1_migrations$/,
	/^select .* from "local_mails" order by "local_mails"."seq" desc limit \?$/,
	// Switched off by its last condition.
	/^update "mails" .* and 0\)$/,
	/^SELECT EXISTS \(SELECT 1 FROM api_keys\)/,
	// At most a thousand.
	/^SELECT COUNT\(\*\) AS count FROM idempotent_requests$/,
	// The end of an account.
	/^UPDATE api_keys SET (label = ''|status = 'revoked')/,
];
/** Other tables of objects have few rows, or are read as a whole. */
const GROWING_IN_OBJECTS = /^SCAN (api_keys|open_cases|idempotent_requests|origin_uses)\b/;
/** Lists of the caller and constant rows are not tables, nor are the results of subqueries. */
const NOT_A_TABLE = /VIRTUAL TABLE|CONSTANT ROW|VALUES CLAUSE|SCAN \(subquery|SCAN (above|below)\b/;

const STATE = Symbol.for("explained statements");
const READS_OR_WRITES = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;
const planOf = (query: string) => `EXPLAIN QUERY PLAN ${query}`;

/** Counts `?`, or the highest of `?1`, `?2`, …; no query mixes both forms. `1` is also a JSON text. */
function parametersOf(query: string): string[] {
	const numbers = [...query.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number));
	return Array(numbers.length > 0 ? Math.max(...numbers) : query.split("?").length - 1).fill("1");
}

/** Whether the nearest code outside of libraries is the service's. */
function isOfService(): boolean {
	const limit = Error.stackTraceLimit;
	Error.stackTraceLimit = 30;
	const frames = (new Error().stack ?? "").split("\n").slice(1);
	Error.stackTraceLimit = limit;
	const nearest = frames.find(
		(frame) => !/node_modules|explain-statements/.test(frame) && /\/(src|durable|test)\//.test(frame),
	);
	return nearest !== undefined && !nearest.includes("/test/");
}

function isNew({ seen }: Explained, query: string): boolean {
	if (seen.has(query) || !READS_OR_WRITES.test(query) || !isOfService()) return false;
	seen.add(query);
	return true;
}

function walksOf(query: string, steps: string[]): string[] {
	if (BOUNDED.some((bounded) => bounded.test(query))) return [];
	const results = steps.map((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1]);
	return steps.filter((step) => {
		const [, name] = /^SCAN (\w+)/.exec(step) ?? [];
		return step.startsWith("SCAN") && !NOT_A_TABLE.test(step) && !results.includes(name);
	});
}

function watchDatabase(database: D1Database, explained: Explained): void {
	const prototype: D1Database = Object.getPrototypeOf(database);
	const { prepare } = prototype;
	prototype.prepare = function (this: D1Database, query) {
		if (isNew(explained, query)) explained.waiting.add(query);
		return prepare.call(this, query);
	};
}

function watchObjects(sql: SqlStorage, explained: Explained): void {
	const prototype: SqlStorage = Object.getPrototypeOf(sql);
	const { exec } = prototype;
	prototype.exec = function (this: SqlStorage, query: string, ...values: unknown[]) {
		if (isNew(explained, query)) {
			const rows = exec.call(this, planOf(query), ...parametersOf(query)).toArray();
			const steps = walksOf(
				query,
				rows.map(({ detail }) => String(detail)),
			);
			const walks = steps.filter((step) => GROWING_IN_OBJECTS.test(step));
			explained.walks.push(...walks.map((step) => `${step}: ${query}`));
		}
		return exec.call(this, query, ...values);
	} as SqlStorage["exec"];
}

/** Once in a runtime, which several files share. */
async function watchRuntime(): Promise<Explained> {
	const prototype = Object.getPrototypeOf(env.DB);
	if (prototype[STATE]) return prototype[STATE];
	const explained: Explained = { seen: new Set(), waiting: new Set(), walks: [] };
	prototype[STATE] = explained;
	watchDatabase(env.DB, explained);
	await runInDurableObject(env.ACCOUNTS.get(env.ACCOUNTS.newUniqueId()), (_, { storage }) =>
		watchObjects(storage.sql, explained),
	);
	return explained;
}

const explained = await watchRuntime();

afterAll(async () => {
	const queries = [...explained.waiting];
	explained.waiting.clear();
	const asked = queries.map((query) => env.DB.prepare(planOf(query)).bind(...parametersOf(query)));
	const plans = asked.length > 0 ? await env.DB.batch<{ detail: string }>(asked) : [];
	const inDatabase = plans.flatMap(({ results }, at) => {
		const query = queries[at] ?? "";
		const steps = results.map(({ detail }) => detail);
		return walksOf(query, steps).map((step) => `${step}: ${query}`);
	});
	expect([...inDatabase, ...explained.walks.splice(0)]).toEqual([]);
});
