/** What a list reads of large tables (architecture.md "Scale"). */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createAuditRows } from "../../src/audit/audit-events.d1.ts";
import { configOf } from "../../src/config/config.ts";
import { MAX_WALKED_ROWS } from "../../src/db/bounded-walk.ts";
import { createEstateMacs } from "../../src/estates/estate-macs.ts";
import { createEstateRows } from "../../src/estates/profile/estates.d1.ts";
import { createPeppers } from "../../src/kernel/crypto/pepper.ts";
import type { CaseFilter } from "../../src/recovery/case/case-filter.ts";
import { createCaseIndex } from "../../src/recovery/case/case-index.d1.ts";
import { createWatchedAccountRows } from "../../src/watchers/watched-accounts.d1.ts";
import { newDeveloperWithKey, newReviewer } from "../support/auth/accounts.ts";
import { call } from "../support/contract/worker-client.ts";
import { newCaseBody, newIntent } from "../support/signing/signing.ts";
import { rowsReadBy } from "../support/storage/query-plans.ts";
import { eventsOf, eventually } from "./recovery/support.ts";

const ROWS = 100_000;
/** SQLite counts an index entry and its row. */
const MAX_ROWS_READ = 2 * (MAX_WALKED_ROWS + 101);

const NUMBERS = `WITH RECURSIVE numbers (value) AS
	(SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${ROWS})`;

const lostAccount = `0x${"a1".repeat(20)}`;
const recoveryAccount = `0x${"a2".repeat(20)}`;

type Account = { developerId: string; headers: Record<string, string> };
let partner: Account;
let reviewer: Account;

/** Every tenth case is pending, and every thousandth is on chain 10. No case is both. */
beforeAll(async () => {
	const { developerId, keyPair } = await newDeveloperWithKey();
	partner = { developerId, headers: keyPair };
	reviewer = await newReviewer();
	await env.DB.prepare(
		`${NUMBERS} INSERT INTO recovery_cases (case_id, jrc_hash, developer_id, source, lost_account, recovery_account,
			chain_id, reason, status, status_reason, order_verification, full_case_number, documents, created_at, updated_at, version, change_number)
		SELECT printf('rc_%032x', value), printf('0x%064x', value), ?, 'api', ?, ?, iif(value % 1000 = 1, 10, 1), 'other',
			iif(value % 10 = 0, 'pending', 'created'), NULL, iif(value % 10 = 0, 'unverified', NULL), iif(value % 10 = 0, 'C1', NULL),
			0, value, value, 1, value FROM numbers`,
	)
		.bind(developerId, lostAccount, recoveryAccount)
		.run();
});

const listed = z.object({ data: z.array(z.looseObject({})), nextCursor: z.string().nullable() });

/** Follows `nextCursor` to the end. */
async function everyPage(path: string, { headers }: Account) {
	const pages: z.infer<typeof listed>["data"][] = [];
	let cursor: string | null = "";
	while (cursor !== null && pages.length < 1_000) {
		const response = await call(`${path}${cursor && `&cursor=${cursor}`}`, { headers });
		expect(response.status).toBe(200);
		const page = listed.parse(await response.json());
		pages.push(page.data);
		cursor = page.nextCursor;
	}
	expect(cursor).toBeNull();
	return pages;
}

const wallet = (provenOn: number | null) => ({ walletAddress: lostAccount, provenOn });
const owners: [string, () => CaseFilter["owner"]][] = [
	["one developer", () => ({ developerId: partner.developerId })],
	["everybody", () => ({ everybody: true })],
	["a wallet", () => wallet(null)],
	["a contract wallet", () => wallet(1)],
	["a wallet on a page", () => ({ ...wallet(null), through: partner.developerId })],
];

/** Values that many cases have, where there is one, and that no case has. */
const values: [many: Partial<CaseFilter>, none: Partial<CaseFilter>][] = [
	[{ statuses: ["pending", "created"] }, { statuses: ["rejected", "executed"] }],
	[{ chainId: 1 }, { chainId: 137 }],
	[{ account: lostAccount }, { account: `0x${"a3".repeat(20)}` }],
	[{ verification: "unverified" }, { verification: "verified" }],
	[{ createdAfter: 0 }, { createdAfter: ROWS }],
	[{ changedSince: 0 }, { changedSince: ROWS }],
	[{ fullCaseNumber: "c1" }, { fullCaseNumber: "c2" }],
	[{}, { statusReason: "contested" }],
	[{}, { reference: "none" }],
	[{}, { executableBefore: ROWS }],
];
const pairs = values.flatMap(([many], one) =>
	values.filter((_, other) => other !== one).map(([, none]) => ({ ...many, ...none })),
);

describe("a list of 100,000 cases", () => {
	it.each(owners)("of %s reads a bounded number of rows for every pair of filters", async (_, owner) => {
		for (const [at, pair] of pairs.entries()) {
			const asked: CaseFilter = { owner: owner(), ...pair, isOldestFirst: at % 2 === 0 };
			// Asks D1 nothing.
			if ("provenOn" in asked.owner && asked.owner.provenOn === 1 && asked.chainId === 137) continue;
			const read = [
				...(await rowsReadBy((db) => createCaseIndex(db).list(asked, undefined, 100))),
				...(await rowsReadBy((db) => createCaseIndex(db).count(asked))),
			];
			expect(Math.max(...read), JSON.stringify(pair)).toBeLessThanOrEqual(MAX_ROWS_READ);
		}
	});

	it("reads no more for a reviewer's competing case", async () => {
		const read = await rowsReadBy((db) =>
			createCaseIndex(db).hasOpenCaseOf(reviewer.developerId, { chainId: 1, account: lostAccount }, "rc_1"),
		);
		expect(Math.max(...read)).toBeLessThan(10);
	});

	it("shows every match to a caller who follows the cursor over empty pages", async () => {
		const pages = await everyPage(
			`/review/recovery-cases?verification=unverified&status=created&limit=100`,
			reviewer,
		);
		// 10,000 unverified orders are ten walks, and the end.
		expect(pages).toHaveLength(11);
		await env.DB.prepare(
			"UPDATE recovery_cases SET status = 'created' WHERE created_at IN (10, 50000)",
		).run();
		const found = (
			await everyPage(`/review/recovery-cases?verification=unverified&status=created&limit=100`, reviewer)
		).flat();
		expect(found.map(({ createdAt }) => Date.parse(String(createdAt)))).toEqual([10, 50_000]);
		await env.DB.prepare(
			"UPDATE recovery_cases SET status = 'pending' WHERE created_at IN (10, 50000)",
		).run();
	});
});

describe("an audit of 100,000 entries", () => {
	const actor = "dev_flood";
	const target = "key_flood";

	beforeAll(async () => {
		await env.DB.prepare(
			`${NUMBERS} INSERT INTO audit_events (at, action, actor, target, request_id, ip_hash)
			SELECT value, 'api_key.issued', ?, ?, 'req_1', 'x' FROM numbers`,
		)
			.bind(actor, target)
			.run();
	});

	it.each([
		["an action", { action: "api_key.rotated", actors: [actor] }],
		["an actor", { actors: ["dev_1"], targets: [target] }],
		["one of two names", { action: "api_key.rotated", targets: [target, "key_2"] }],
		["all three", { action: "api_key.issued", actors: ["dev_1"], targets: [target] }],
	] as const)("reads a bounded number of rows for %s that no entry has", async (_, filter) => {
		const rows = createAuditRows(env.DB);
		const read = await rowsReadBy((db) => createAuditRows(db).list(filter, undefined, 100));
		expect(Math.max(...read)).toBeLessThanOrEqual(MAX_ROWS_READ);
		const page = await rows.list(filter, undefined, 100);
		expect(page.rows).toEqual([]);
		expect(page.next).toBeGreaterThan(0);
	});

	it("shows every entry of two names in one order", async () => {
		const rows = createAuditRows(env.DB);
		await env.DB.prepare("UPDATE audit_events SET actor = 'dev_other' WHERE seq % 2000 = 0").run();
		const seen: number[] = [];
		let before: number | undefined;
		do {
			const page = await rows.list({ actors: [actor, "dev_other"], action: "api_key.issued" }, before, 100);
			seen.push(...page.rows.map(({ at }) => at));
			before = page.next;
		} while (before !== undefined);
		expect(seen).toEqual(Array.from({ length: ROWS }, (_, index) => ROWS - index));
	});
});

describe("an estate with 100,000 codes that have ended", () => {
	const estateId = "est_flood";
	const now = ROWS;

	beforeAll(async () => {
		await env.DB.prepare(
			`${NUMBERS} INSERT INTO privacy_codes (code_id, estate_id, label, hint, mac, developer_id, created_at, expires_at,
				revoked_at, signature, proof, chain_id, service)
			SELECT 'pc_' || value, ?, 'a', 'b', 'mac' || value, 'dev_1', value, iif(value % 2, 2, NULL),
				iif(value % 2 OR value IN (2, 4), NULL, 2), '0x', '{}', 1, '' FROM numbers`,
		)
			.bind(estateId)
			.run();
	});

	it("reads a bounded number of rows for its status, and finds the oldest live codes", async () => {
		const macs = createEstateMacs(createPeppers(configOf(env).peppers));
		for (const developerId of [undefined, "dev_1"]) {
			const read = await rowsReadBy((db) =>
				createEstateRows(db, macs).readStatus(estateId, now, developerId),
			);
			expect(Math.max(...read)).toBeLessThan(500);
		}
		const { privacyCodes } = await createEstateRows(env.DB, macs).readStatus(estateId, now);
		expect(privacyCodes).toHaveLength(100);
		expect(privacyCodes.slice(-2).map(({ codeId }) => codeId)).toEqual(["pc_4", "pc_2"]);
		expect(privacyCodes[0]?.codeId).toBe(`pc_${ROWS}`);
	});
});

describe("a developer who watches a million accounts", () => {
	const developerId = "dev_million";
	const account = `0x${"0".repeat(35)}54321`;

	beforeAll(async () => {
		await env.DB.batch([
			env.DB.prepare(
				`${NUMBERS} INSERT INTO watched_accounts (account, chain_id, developer_id, added_at, added_seq)
				SELECT printf('0x%039x%d', numbers.value, digit), 0, ?, 0, 0 FROM numbers,
				(SELECT value AS digit FROM json_each('[0,1,2,3,4,5,6,7,8,9]'))`,
			).bind(developerId),
			env.DB.prepare("INSERT INTO watched_account_counts VALUES (?, 1000000)").bind(developerId),
		]);
	});

	it("is found by a filing, and gets one event, with a few rows read", async () => {
		const intent = newIntent({ lostAccount: account as `0x${string}` });
		const filed = await call("/recovery-cases/new-case", {
			headers: partner.headers,
			body: await newCaseBody(intent),
		});
		expect(filed.status).toBe(201);
		const { caseId } = await filed.json<{ caseId: string }>();
		await eventually(async () => (await eventsOf(caseId)).length > 0);
		const read = await rowsReadBy((db) => createWatchedAccountRows(db).tellOfNextEvents(Date.now()));
		expect(Math.max(...read)).toBeLessThan(20);
		const told = (await eventsOf(caseId)).map(({ type, developer_id: of }) => [type, of]);
		expect(told).toEqual([
			["recovery_case.created", partner.developerId],
			["account.claimed", developerId],
		]);
	});

	it("reads no more to add, remove and list a hundred of them", async () => {
		const accounts = Array.from({ length: 100 }, (_, at) => `0x${at.toString(16).padStart(38, "0")}aa`);
		const selection = { developerId, accounts, chainId: 0 };
		const read = await rowsReadBy(async (db) => {
			const rows = createWatchedAccountRows(db);
			await rows.add({ ...selection, now: 1 });
			await rows.remove(selection);
			await rows.list(developerId, { account, chainId: 0 }, 100);
		});
		expect(Math.max(...read)).toBeLessThan(1_500);
	});
});
