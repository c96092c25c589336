/**
 * Every statement on cases, events and the audit log that the Worker sends to D1, for a request, a sweep or out
 * of an outbox, runs on an index (architecture.md "Scale"). Those of developers, keys, sessions and origins are
 * in developers/query-plans.test.ts, those of estates and of what is sealed in estates/query-plans.test.ts.
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { caseDeliveries, confirmationOf, entriesOf, TOPIC } from "../../durable/recovery-case/case-copies.ts";
import type { AuditRowFilter } from "../../src/audit/audit-events.d1.ts";
import { createAuditRows } from "../../src/audit/audit-events.d1.ts";
import { createDeveloperRows } from "../../src/developers/account/developers.d1.ts";
import { createLinkRows } from "../../src/hosted-links/hosted-links.d1.ts";
import { resealJobsIn } from "../../src/operator-jobs/reseal-jobs.d1.ts";
import type { CaseFilter } from "../../src/recovery/case/case-filter.ts";
import { createCaseIndex } from "../../src/recovery/case/case-index.d1.ts";
import { caseListQuery } from "../../src/recovery/case/case-list.ts";
import { createContestRows } from "../../src/recovery/case/contest-all/contests.d1.ts";
import { recordCreation } from "../../src/recovery/case/history.ts";
import { reindexJobsIn } from "../../src/recovery/case/reindex-jobs.d1.ts";
import {
	contextOfCaseDocument,
	createCaseDocumentRows,
} from "../../src/recovery/documents/case-documents.d1.ts";
import { createHistoryHashes } from "../../src/recovery/evidence/history-hashes.d1.ts";
import { createEvidenceLinkRows } from "../../src/recovery/evidence/links/evidence-links.d1.ts";
import { createCaseNotes } from "../../src/recovery/review/notes/case-notes.d1.ts";
import { reviewedCasesQuery } from "../../src/recovery/review/operations.ts";
import { createReviewerRoles } from "../../src/recovery/review/reviewer-roles.d1.ts";
import { createEventConfirmations } from "../../src/webhooks/consumer/events.d1.ts";
import { createDeadLetterRows } from "../../src/webhooks/dead-letters/dead-letters.d1.ts";
import { createEventFeed } from "../../src/webhooks/delivery/event-feed.d1.ts";
import { createEndpointRows } from "../../src/webhooks/endpoint/endpoints.d1.ts";
import { plansOf, statementsOf } from "../support/storage/query-plans.ts";

const developerId = "dev_1";
const after = { createdAt: 1, caseId: "rc_1", changeNumber: 1 };
const job = { jobId: "job_1", position: "rc_1", done: 0, failed: 0, keyVersion: null };
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
const documents = createCaseDocumentRows;
const developers = createDeveloperRows;
const endpoints = createEndpointRows;

const queries: [string, RegExp, (database: D1Database) => Promise<unknown>][] = [
	[
		"who of some accounts are reviewers",
		/sqlite_autoindex_developers|developers_role/,
		(db) => createReviewerRoles(db)(["dev_1", "dev_2"]),
	],
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
	["a hosted link by its token", /hosted_links_token/, (db) => links(db).findByToken("0x")],
	["a hosted link", /sqlite_autoindex_hosted_links/, (db) => links(db).find("hl_1")],
	["hosted links", /hosted_links_developer/, (db) => links(db).list(developerId, undefined, key, 26)],
	["hosted links by reference", /hosted_links_reference/, (db) => links(db).list(developerId, "r", key, 26)],
	[
		"reserving a hosted link",
		/sqlite_autoindex_hosted_links/,
		(db) =>
			links(db).reserve({
				...{ linkId: "hl_1", secretHash: "0x", jrcHash: "0x", now: 1, until: 2 },
				previous: { jrcHash: "0x1", until: 1 },
			}),
	],
	["ending a hosted link", /sqlite_autoindex_hosted_links/, (db) => links(db).end(developerId, "hl_1", 1)],
	[
		"sweeping hosted links",
		/hosted_links_(ends|prefilled)|sqlite_autoindex_hosted_links/,
		(db) => links(db).sweep({ now: 2, before: 1, limit: 10 }),
	],
	[
		"the accounts with a role",
		/developers_role/,
		(db) => developers(db).listByRole("resolver", undefined, 26),
	],
	[
		"the next page of them",
		/developers_role/,
		(db) => developers(db).listByRole("resolver", { createdAt: 1, developerId }, 26),
	],
	["one case", /autoindex_recovery_cases_1/, (db) => createCaseIndex(db).has("rc_1")],
	[
		"a reviewer's own competing case",
		/recovery_cases_developer_lost/,
		(db) => createCaseIndex(db).hasOpenCaseOf(developerId, { chainId: 1, account }, "rc_1"),
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
	[
		"the sweep",
		/events_unconfirmed/,
		(db) => createEventConfirmations(db).takeUnconfirmed({ createdBefore: 1, now: 2, limit: 100 }),
	],
	["the events to be pulled", /events_developer/, (db) => createEventFeed(db).list(developerId, 1, 26)],
	[
		"the endpoints of developers",
		/webhook_endpoints_developer/,
		(db) => endpoints(db).listOf([developerId, "dev_2"]),
	],
	["a page of all endpoints", /autoindex_webhook_endpoints_1/, (db) => endpoints(db).page("we_1", 100)],
	[
		"the removal of an endpoint",
		/autoindex_webhook_endpoints_1/,
		(db) => endpoints(db).remove(developerId, "we_1"),
	],
	["the dead letters that wait", /dead_letters_open/, (db) => deadLetters(db).list("open", 9, 26)],
	["the first page of them", /dead_letters_open/, (db) => deadLetters(db).list("open", undefined, 26)],
	["those that were put back", /dead_letters_requeued/, (db) => deadLetters(db).list("requeued", 9, 26)],
	["one dead letter", /dead_letters_id/, (db) => deadLetters(db).find("dl_1")],
	[
		"the mark of a dead letter",
		/dead_letters_id/,
		(db) => deadLetters(db).markRequeued({ deadLetterId: "dl_1", by: "dev_1", at: 1 }),
	],
	["the dead letters to forget", /dead_letters_received/, (db) => deadLetters(db).deleteSettled(1, 100)],
	[
		"documents that no case has taken",
		/case_documents_untaken/,
		(db) => documents(db).listUnconfirmed({ row: 1, objectKey: "k", caseId: "rc_1", storedAt: 1 }, 2, 50),
	],
	[
		"what a case's document belongs to",
		/autoindex_case_documents_1/,
		(db) => contextOfCaseDocument(db, "case-documents/doc_1"),
	],
	[
		"a document that is forgotten",
		/autoindex_case_documents_1/,
		(db) => documents(db).removeUnconfirmed("case-documents/doc_1"),
	],
	[
		"a document that a case has taken",
		/autoindex_case_documents_1/,
		(db) => documents(db).confirm("case-documents/doc_1", 1),
	],
	["the next job", /maintenance_jobs_open/, (db) => reindexJobsIn(db).next()],
	["the next job of another kind", /maintenance_jobs_open/, (db) => resealJobsIn(db, 1).next()],
	["the cases of a job", /autoindex_recovery_cases_1/, (db) => reindexJobsIn(db).idsAfter(job, 100)],
	["how far a job is", /autoindex_maintenance_jobs_1/, (db) => reindexJobsIn(db).advance(job, job, null)],
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

const creation = recordCreation(
	{
		kind: "create",
		caseId: "rc_plans",
		jrcHash: `0x${"22".repeat(32)}`,
		source: "api",
		developerId,
		subject: null,
		rec: {
			lostAccount: account,
			recoveryAccount: account,
			chainId: 1,
			reasonForRecovery: "other",
			email: null,
		},
		txs: [],
		caseExpirySeconds: 1,
		signature: "0x00",
		proof: { kind: "key" },
	},
	1,
);
const entry = (topic: string, payload: string) => ({ id: 1, topic, key: "1", payload, attempts: 1 });
const deliver = (db: D1Database, topic: string, payload: string) =>
	caseDeliveries(db, env.CASE_EVENTS)[topic]?.([entry(topic, payload)]);

describe("plans of writes", () => {
	it("the copies of a case look up their own key, the newest change and the developer's last event", async () => {
		const [, , copies] = entriesOf(creation, [])[0] ?? expect.fail("the creation has no copies");
		const plans = await plansOf(async (db) => deliver(db, TOPIC.copies, copies));
		// An insert, with what it does on a conflict, has no plan: it goes by the unique index of its target.
		const newest = "SCALAR SUBQUERY 1\nSEARCH recovery_cases USING COVERING INDEX recovery_cases_change";
		const number = "SCALAR SUBQUERY 1\nSEARCH events USING COVERING INDEX events_developer (developer_id=?)";
		expect(plans).toEqual([newest, number, ""]);
	});

	it("the confirmation of an event finds it by its id", async () => {
		const confirmation = confirmationOf(creation.event?.eventId ?? "", 2);
		const plans = await plansOf(async (db) => deliver(db, TOPIC.confirmation, confirmation));
		expect(plans).toEqual([expect.stringMatching(/^SEARCH events USING INDEX events_event /)]);
	});

	it("the confirmations of a batch find each event by its id", async () => {
		const plans = await plansOf(async (db) => createEventConfirmations(db).confirm(["evt_1", "evt_2"], 2));
		expect(plans).toEqual([expect.stringMatching(/^SEARCH events USING COVERING INDEX events_event /)]);
	});

	it("a dead letter looks nothing up", async () => {
		const ids = { deadLetterId: "dl_1", messageId: "m", caseId: null, eventId: null };
		const letter = { ...ids, body: "{}", sentAt: 1, receivedAt: 1 };
		expect(await plansOf(async (db) => createDeadLetterRows(db).insert(letter))).toEqual([""]);
	});

	it("an entry of the audit log looks nothing up", async () => {
		const event = {
			at: 1,
			action: "login",
			actor: null,
			target: null,
			requestId: "req_1",
			ipHash: "x",
		} as const;
		expect(await plansOf(async (db) => createAuditRows(db).insert(event))).toEqual([""]);
	});
});

describe("plans of contests of all cases", () => {
	const digest = `0x${"44".repeat(32)}`;
	const contest = { digest, account, chainId: 1, nonce: digest, deadline: 2, signature: "0x00", proof: "{}" };
	const rows = createContestRows;
	const contestQueries: [string, (database: D1Database) => Promise<unknown>][] = [
		["accepting one", (db) => rows(db).accept({ ...contest, acceptedAt: 1, endsAt: Date.now() + 60_000 })],
		["finding one", (db) => rows(db).find(digest)],
		["revoking one", (db) => rows(db).revoke({ account, provenOn: 1 }, digest, 2)],
		["removing deliveries", (db) => rows(db).removeDeliveries([1, 2])],
		["deleting ended ones", (db) => rows(db).deleteEnded(1, 100)],
		["the standing ones of an account", (db) => rows(db).standing({ account, provenOn: null }, 1)],
		["the standing ones of a contract", (db) => rows(db).standing({ account, provenOn: 1 }, 1)],
		["queueing new cases", (db) => rows(db).queueNewCases(1)],
		["taking due deliveries", (db) => rows(db).takeDue(1, 50)],
	];

	/** A list of the caller, a table with one row, one page, and a check that ends at the first row. */
	const BOUNDED =
		/SCAN (json_each|event_progress|\(?subquery|CONSTANT ROW|account_contests USING COVERING INDEX account_contests_end)/i;

	it.each(contestQueries)("%s walks no table", async (_, run) => {
		const steps = (await plansOf(run)).flatMap((plan) => plan.split("\n"));
		expect(steps.filter((step) => /SCAN/.test(step) && !BOUNDED.test(step))).toEqual([]);
	});
});

it("notices of many accounts walk the caller's list, and read the index of each account", async () => {
	const [plan = ""] = await plansOf((db) => createCaseIndex(db).openCasesOfEach([account], 10));
	expect(plan).toMatch(/SEARCH recovery_cases USING INDEX recovery_cases_open_anywhere /);
	expect(plan).toMatch(/SEARCH recovery_cases USING INDEX sqlite_autoindex_recovery_cases_1 /);
	expect(plan).not.toMatch(/SCAN recovery_cases/);
});

describe("plans of reviewers' notes", () => {
	const note = { noteId: "note_1", caseId: "rc_1", developerId, note: "x", writtenAt: 1 };
	it.each<[string, RegExp, (database: D1Database) => Promise<unknown>]>([
		["the notes of a case", /case_notes_case/, (db) => createCaseNotes(db).list("rc_1", 10)],
		["writing one", /case_notes_case/, (db) => createCaseNotes(db).add(note, 10)],
		["removing one", /sqlite_autoindex_case_notes/, (db) => createCaseNotes(db).remove(note)],
		["removing old ones", /case_notes_due/, (db) => createCaseNotes(db).removeOld(1, 10)],
	])("%s", async (_, index, run) => {
		for (const plan of await plansOf(run)) {
			expect(plan).toMatch(index);
			expect(plan.replaceAll("SCAN CONSTANT ROW", "")).not.toMatch(/SCAN|TEMP B-TREE/);
		}
	});
});

describe("plans of evidence links", () => {
	const link = { evidenceLinkId: "evl_1", caseId: "rc_1", madeBy: "developer", maker: developerId } as const;
	const row = { ...link, tokenHash: "0x", createdAt: 1, expiresAt: 2 };
	const rows = createEvidenceLinkRows;
	it.each<[string, RegExp, (database: D1Database) => Promise<unknown>]>([
		["making one", /evidence_links_maker/, (db) => rows(db).insert(row, { limit: 10, developerId })],
		["finding one", /sqlite_autoindex_evidence_links/, (db) => rows(db).find("evl_1", 1)],
		["reading by token", /evidence_links_token/, (db) => rows(db).caseOfToken("0x", 1)],
		["the links of a case", /evidence_links_case/, (db) => rows(db).listOfCase("rc_1", 1, 100)],
		["revoking one", /sqlite_autoindex_evidence_links/, (db) => rows(db).remove("evl_1")],
		["removing expired ones", /evidence_links_expiry/, (db) => rows(db).removeExpired(1, 100)],
	])("%s", async (_, index, run) => {
		for (const plan of await plansOf(run)) {
			expect(plan).toMatch(index);
			expect(plan.replaceAll("SCAN CONSTANT ROW", "")).not.toMatch(/SCAN|TEMP B-TREE/);
		}
	});
});

describe("plans of the head of a case", () => {
	it.each<[string, (hashes: ReturnType<typeof createHistoryHashes>) => Promise<unknown>]>([
		["the newest entry", (hashes) => hashes.newest("rc_1")],
		["one entry", (hashes) => hashes.find("rc_1", 1)],
	])("%s", async (_, run) => {
		for (const plan of await plansOf((database) => run(createHistoryHashes(database)))) {
			expect(plan).toMatch(/sqlite_autoindex_history_hashes/);
			expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
		}
	});
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
