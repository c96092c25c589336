/**
 * Lists walk the index that is meant for their filters, in its order and to a limit (architecture.md "Scale"). That no
 * statement at all walks a table is held while every test runs (support/storage/explain-statements.ts).
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AuditRowFilter } from "../../src/audit/audit-events.d1.ts";
import { createAuditRows } from "../../src/audit/audit-events.d1.ts";
import { createDeveloperRows } from "../../src/developers/account/developers.d1.ts";
import { createLinkRows } from "../../src/hosted-links/hosted-links.d1.ts";
import type { CaseFilter } from "../../src/recovery/case/case-filter.ts";
import { createCaseIndex } from "../../src/recovery/case/case-index.d1.ts";
import { caseListQuery } from "../../src/recovery/case/case-list.ts";
import { createContestRows } from "../../src/recovery/case/contest-all/contests.d1.ts";
import { reviewedCasesQuery } from "../../src/recovery/review/operations.ts";
import { createDeadLetterRows } from "../../src/webhooks/dead-letters/dead-letters.d1.ts";
import { createEventFeed } from "../../src/webhooks/delivery/event-feed.d1.ts";
import { createEndpointRows } from "../../src/webhooks/endpoint/endpoints.d1.ts";
import { plansOf, statementsOf } from "../support/storage/query-plans.ts";

const developerId = "dev_1";
const after = { createdAt: 1, caseId: "rc_1", changeNumber: 1 };
const key = { at: 1, id: "hl_1" };
const account = `0x${"11".repeat(20)}`;

const auditFilters: [string, AuditRowFilter][] = [
	["action", { action: "session.opened" }],
	["actor", { actors: ["dev_1"] }],
	["target", { targets: ["dev_1"] }],
	["actor", { action: "session.opened", actors: ["dev_1"] }],
	["target", { action: "session.opened", targets: ["dev_1"] }],
	["target", { actors: ["dev_1"], targets: ["dev_1"] }],
	["target", { action: "session.opened", actors: ["dev_1"], targets: ["dev_1"] }],
	["actor", { action: "session.opened", actors: ["wallet:1", "wallet:2"] }],
	["at", { from: 1, to: 2 }],
	["at", { from: 1 }],
	["at", { to: 2 }],
	["action", { action: "session.opened", from: 1, to: 2 }],
	["target", { actors: ["dev_1"], targets: ["dev_1"], from: 1, to: 2 }],
];

const cases = (filter: CaseFilter) => (db: D1Database) => createCaseIndex(db).list(filter, after, 26);
const ofDeveloper = (filter: Omit<CaseFilter, "owner">) => cases({ owner: { developerId }, ...filter });
const ofAll = (filter: Omit<CaseFilter, "owner">) => cases({ owner: { everybody: true }, ...filter });
const links = createLinkRows;
const deadLetters = createDeadLetterRows;
const developers = createDeveloperRows;
const endpoints = createEndpointRows;

const queries: [string, RegExp, (database: D1Database) => Promise<unknown>][] = [
	// All combinations of filters are below. Those that people use have an index of their own.
	["a developer's cases", /recovery_cases_developer /, ofDeveloper({})],
	["by status", /recovery_cases_status /, ofDeveloper({ statuses: ["created", "pending"] })],
	["by chain", /recovery_cases_chain /, ofDeveloper({ chainId: 1 })],
	["by status and chain", /recovery_cases_status_chain/, ofDeveloper({ statuses: ["created"], chainId: 1 })],
	["by verification", /recovery_cases_order/, ofDeveloper({ verification: "verified", executableBefore: 1 })],
	["by reference", /recovery_cases_reference/, ofDeveloper({ reference: "claim:1" })],
	["by account", /recovery_cases_developer_(lost|recovery)/, ofDeveloper({ account })],
	["by court number", /recovery_cases_newest_number/, ofDeveloper({ fullCaseNumber: "1" })],
	["changes", /recovery_cases_developer_change/, ofDeveloper({ changedSince: 1 })],
	["all cases", /recovery_cases_newest /, ofAll({})],
	["all by status", /recovery_cases_newest_status /, ofAll({ statuses: ["created", "pending"] })],
	["all by chain", /recovery_cases_newest_chain/, ofAll({ chainId: 1 })],
	["all by status and chain", /newest_status_chain/, ofAll({ statuses: ["created"], chainId: 1 })],
	["all by verification", /recovery_cases_newest_order/, ofAll({ verification: "unverified" })],
	["all by account", /recovery_cases_(lost|recovery)/, ofAll({ account })],
	["all by court number", /recovery_cases_newest_number/, ofAll({ fullCaseNumber: "1" })],
	["all by reason", /recovery_cases_newest_reason/, ofAll({ statusReason: "contested" })],
	["all by id", /autoindex_recovery_cases_1/, ofAll({ caseId: "rc_1", statuses: ["pending"] })],
	["all changes", /recovery_cases_change /, ofAll({ changedSince: 1 })],
	["hosted links", /hosted_links_developer/, (db) => links(db).list(developerId, undefined, key, 26)],
	["hosted links by reference", /hosted_links_reference/, (db) => links(db).list(developerId, "r", key, 26)],
	[
		"the accounts with a role",
		/developers_role/,
		(db) => developers(db).listByRole("resolver", undefined, 25),
	],
	[
		"the next page of them",
		/developers_role/,
		(db) => developers(db).listByRole("resolver", { at: 1, id: developerId }, 25),
	],
	[
		"notices",
		/recovery_cases_open/,
		(db) => createCaseIndex(db).openCasesOf({ chainId: 1, account }, after, 26),
	],
	[
		"notices of every chain",
		/recovery_cases_open_anywhere/,
		(db) => createCaseIndex(db).openCasesOf({ account }, after, 26),
	],
	["the events to be pulled", /events_developer/, (db) => createEventFeed(db).list(developerId, 1, 26)],
	[
		"the endpoints of developers",
		/webhook_endpoints_developer/,
		(db) => endpoints(db).listOf([developerId, "dev_2"]),
	],
	["a page of all endpoints", /autoindex_webhook_endpoints_1/, (db) => endpoints(db).page("we_1", 100)],
	["the dead letters that wait", /dead_letters_open/, (db) => deadLetters(db).list("open", 9, 26)],
	["the first page of them", /dead_letters_open/, (db) => deadLetters(db).list("open", undefined, 26)],
	["those that were put back", /dead_letters_requeued/, (db) => deadLetters(db).list("requeued", 9, 26)],
	[
		"the audit",
		/audit_events USING INTEGER PRIMARY KEY/,
		(db) => createAuditRows(db).list({}, undefined, 26),
	],
	["its next page", /audit_events USING INTEGER PRIMARY KEY/, (db) => createAuditRows(db).list({}, 9, 26)],
	...auditFilters.map(([index, filter]): (typeof queries)[number] => [
		`the audit by ${Object.keys(filter).join(" and ")}`,
		new RegExp(`INDEX audit_events_${index} `),
		(db) => createAuditRows(db).list(filter, 9, 26),
	]),
];

it("notices of many accounts walk the caller's list, and read the index of each account", async () => {
	const [plan = ""] = await plansOf((db) => createCaseIndex(db).openCasesOfEach([account], 10));
	expect(plan).toMatch(/SEARCH recovery_cases USING INDEX recovery_cases_open_anywhere /);
	expect(plan).toMatch(/SEARCH recovery_cases USING INDEX sqlite_autoindex_recovery_cases_1 /);
	expect(plan).not.toMatch(/SCAN recovery_cases/);
});

it("contests by a contract walk no table", async () => {
	const of = { account, provenOn: 1 };
	const plans = await plansOf(async (db) => {
		await createContestRows(db).standing(of, 1);
		await createContestRows(db).revoke(of, "0x", 2);
	});
	expect(plans.filter((plan) => /SCAN/.test(plan))).toEqual([]);
});

/** A value for each filter of the two lists. `limit`, `cursor` and the owner's `developerId` are none. */
const FILTERS: Record<string, Partial<CaseFilter>> = {
	status: { statuses: ["pending", "created"] },
	jrcHash: { caseId: "rc_1" },
	chainId: { chainId: 1 },
	account: { account },
	reference: { reference: "claim:1" },
	verification: { verification: "verified" },
	executableBefore: { executableBefore: 1 },
	createdAfter: { createdAfter: 1 },
	changedSince: { changedSince: 1 },
};
const FILTERS_OF_REVIEWERS: typeof FILTERS = {
	...FILTERS,
	statusReason: { statusReason: "contested" },
	fullCaseNumber: { fullCaseNumber: "1:26-cv-00042" },
	sort: { isOldestFirst: true },
};

function combined(filters: typeof FILTERS): Partial<CaseFilter>[] {
	const all = Object.values(filters);
	const subset = (mask: number) => all.filter((_, at) => mask & (1 << at));
	return Array.from({ length: 2 ** all.length }, (_, mask) => Object.assign({}, ...subset(mask)));
}

const walletOwner = (provenOn: number | null, through?: string) => ({
	walletAddress: account,
	provenOn,
	through,
});
const owners: [string, CaseFilter["owner"], typeof FILTERS][] = [
	["a developer", { developerId }, FILTERS_OF_REVIEWERS],
	["everybody", { everybody: true }, FILTERS_OF_REVIEWERS],
	["a wallet", walletOwner(null), FILTERS],
	["a contract wallet", walletOwner(1), FILTERS],
	["a wallet on a page", walletOwner(null, developerId), FILTERS],
	["a contract wallet on a page", walletOwner(1, developerId), FILTERS],
];

/** The walk of an index, whose first rows another query may filter. */
const WALK = /^select .+ from \((SELECT \* FROM .+ LIMIT \?)\) "recovery_cases" where .+ limit \?$/;

describe("every combination of the filters of a list", () => {
	it("has a value here for each filter", () => {
		const filtersOf = (query: { shape: object }) =>
			Object.keys(query.shape).filter((name) => !["cursor", "limit", "developerId"].includes(name));
		expect(filtersOf(caseListQuery()).sort()).toEqual(Object.keys(FILTERS).sort());
		expect(filtersOf(reviewedCasesQuery()).sort()).toEqual(Object.keys(FILTERS_OF_REVIEWERS).sort());
	});

	it.each(owners)("of %s walks an index to a limit", async (_, owner, filters) => {
		const walks = new Map<string, unknown[]>();
		const recorder = statementsOf((query, values) => {
			const walk = WALK.exec(query)?.[1] ?? query;
			expect(walk).toMatch(/ limit \?( offset \?)?$/i);
			walks.set(walk, values.slice(0, walk.split("?").length - 1));
		});
		for (const filter of combined(filters))
			for (const from of [undefined, after])
				await createCaseIndex(recorder).list({ owner, ...filter }, from, 26);
		expect(walks.size).toBeGreaterThan(10);
		const plans = await env.DB.batch<{ detail: string }>(
			[...walks].map(([query, values]) => env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...values)),
		);
		for (const { results } of plans) {
			const steps = results.map(({ detail }) => detail);
			expect(steps).toEqual([expect.stringMatching(/^SEARCH recovery_cases USING (COVERING )?INDEX /)]);
		}
	});
});

/** Without the steps that pass the first rows of a table on to a filter. */
const ofFirstRows = (plan: string) => plan.replace(/^CO-ROUTINE (\w+)\n([\s\S]*)\nSCAN \1$/, "$2");

describe("query plans", () => {
	it.each(queries)("%s", async (_, index, run) => {
		for (const plan of (await plansOf(run)).map(ofFirstRows)) {
			expect(plan).toMatch(index);
			expect(plan).toMatch(/^SEARCH/);
			expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
		}
	});
});
