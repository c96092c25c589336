/** Every statement that the Worker sends to D1 for a request or a sweep runs on an index (architecture.md "Scale"). */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createAuditRows } from "../../src/audit/adapters/audit-events.d1.ts";
import type { AuditFilter } from "../../src/audit/core/audit-page.ts";
import { createCaseIndex } from "../../src/recovery/adapters/case-index.d1.ts";
import { unconfirmedEventsIn } from "../../src/webhooks/adapters/events.d1.ts";

const planRow = z.object({ detail: z.string() });

/** The database, with a note of every statement that is prepared and bound on it. */
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

async function plansOf(run: (database: D1Database) => Promise<unknown>): Promise<string[]> {
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

const developerId = "dev_1";
const after = { createdAt: 1, caseId: "rc_1" };
const account = `0x${"11".repeat(20)}`;

const auditFilters: AuditFilter[] = [
	{ action: "session.opened" },
	{ actor: "dev_1" },
	{ target: "dev_1" },
	{ action: "session.opened", actor: "dev_1" },
	{ action: "session.opened", target: "dev_1" },
	{ actor: "dev_1", target: "dev_1" },
	{ action: "session.opened", actor: "dev_1", target: "dev_1" },
];

const queries: [string, RegExp, (database: D1Database) => Promise<unknown>][] = [
	[
		"a developer's cases",
		/recovery_cases_developer/,
		(db) => createCaseIndex(db).list({ of: { developerId } }, null, 26),
	],
	[
		"the next page",
		/recovery_cases_developer/,
		(db) => createCaseIndex(db).list({ of: { developerId } }, after, 26),
	],
	[
		"by status",
		/recovery_cases_status/,
		(db) => createCaseIndex(db).list({ of: { developerId }, status: "created" }, after, 26),
	],
	[
		"by chain",
		/recovery_cases_chain/,
		(db) => createCaseIndex(db).list({ of: { developerId }, chainId: 1 }, after, 26),
	],
	[
		"by status and chain",
		/recovery_cases_(status|chain)/,
		(db) => createCaseIndex(db).list({ of: { developerId }, chainId: 1, status: "created" }, after, 26),
	],
	[
		"by account",
		/recovery_cases_developer_(lost|recovery)/,
		(db) => createCaseIndex(db).list({ of: { developerId }, account }, after, 26),
	],
	[
		"a wallet's cases",
		/recovery_cases_(lost|recovery)/,
		(db) => createCaseIndex(db).list({ of: { walletAddress: account } }, after, 26),
	],
	["one case", /autoindex_recovery_cases_1/, (db) => createCaseIndex(db).has("rc_1")],
	[
		"notices",
		/recovery_cases_open/,
		(db) => createCaseIndex(db).openCasesOf({ chainId: 1, account }, after, 26),
	],
	[
		"the sweep",
		/events_unconfirmed/,
		(db) => unconfirmedEventsIn(db)({ createdBefore: 1, now: 2, limit: 100 }),
	],
	[
		"the audit",
		/audit_events USING INTEGER PRIMARY KEY/,
		(db) => createAuditRows(db).list({}, undefined, 26),
	],
	["its next page", /audit_events USING INTEGER PRIMARY KEY/, (db) => createAuditRows(db).list({}, 9, 26)],
	...auditFilters.map((filter): (typeof queries)[number] => [
		`the audit by ${Object.keys(filter).join(" and ")}`,
		new RegExp(`INDEX audit_events_(${Object.keys(filter).join("|")}) `),
		(db) => createAuditRows(db).list(filter, 9, 26),
	]),
];

describe("query plans", () => {
	it.each(queries)("%s", async (_, index, run) => {
		for (const plan of await plansOf(run)) {
			expect(plan).toMatch(index);
			expect(plan).toMatch(/^SEARCH/);
			expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
		}
	});
});
