/**
 * auth.md "Deleting an account".
 *
 * Deleting an account ends its keys and sessions, frees its address, and erases personal data in its cases.
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import type { BrowserOrigin } from "../../../src/developers/origins/origin.ts";
import { createOriginService } from "../../../src/developers/origins/origin-service.ts";
import { createOriginRows } from "../../../src/developers/origins/origins.d1.ts";
import { newOriginId } from "../../../src/kernel/crypto/random-ids.ts";
import { wireBudgets } from "../../../src/quota/wire.ts";
import { caseRecordResponse } from "../../../src/recovery/case/case-record.ts";
import { createFiling, type FilingPorts } from "../../../src/recovery/case/filing.ts";
import { newDeveloper, newKey } from "../../support/auth/accounts.ts";
import { bearer, PASSWORD } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { caseObject, newPartner } from "../recovery/support.ts";
import { accountStub, callWithKey } from "./support.ts";

const ended = { status: 401, code: "INVALID_TOKEN" };

const remove = (headers: Record<string, string>, password = PASSWORD) =>
	call("/auth/me", { method: "DELETE", body: { password }, headers });
const logIn = (email: string) => call("/auth/login", { body: { email, password: PASSWORD } });
const countIn = (table: string, developerId: string) =>
	env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table} WHERE developer_id = ?`).bind(developerId).first("n");

/** Everything that the case object stores, as text. */
const storedOf = (caseId: string) =>
	runInDurableObject(caseObject(caseId), (_, { storage }) =>
		JSON.stringify([
			storage.sql.exec("SELECT state FROM case_state").toArray(),
			storage.sql.exec("SELECT payload FROM history").toArray(),
			storage.sql.exec("SELECT payload FROM outbox").toArray(),
		]),
	);

const erasureOf = (developerId: string) =>
	runInDurableObject(accountStub(developerId), (_, { storage }) =>
		storage.sql.exec("SELECT erasure, attempts, due_at FROM closure").one(),
	);

/** Runs the alarm until the walk has ended. */
async function finishWalk(developerId: string, walk: number): Promise<void> {
	await expect
		.poll(async () => {
			await runDurableObjectAlarm(accountStub(developerId));
			return JSON.parse(String((await erasureOf(developerId)).erasure)).walk;
		})
		.toBe(walk + 1);
}

describe("deleting an account", () => {
	it("ends its sessions and keys at once and frees its e-mail address", async () => {
		const { token, email, headers, developerId } = await newDeveloper();
		const second = await (await logIn(email)).json<{ accessToken: string }>();
		const key = await newKey(headers, "Ada Lovelace's laptop");
		const response = await remove(headers);
		expect(response.status).toBe(200);
		expect(await response.json()).toEqual({});
		expect(response.headers.get("Set-Cookie")).toMatch(/^access_token=; Path=\/; Max-Age=0/);
		for (const session of [token, second.accessToken]) {
			expect(await errorOf(await call("/auth/me", { headers: bearer(session) }))).toMatchObject(ended);
		}
		expect(await errorOf(await callWithKey(key))).toMatchObject({ status: 401, code: "INVALID_AUTH" });
		expect(await errorOf(await logIn(email))).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
		expect([await countIn("developers", developerId), await countIn("api_keys", developerId)]).toEqual([
			0, 0,
		]);
		const again = await call("/auth/register", { body: { email, password: PASSWORD } });
		expect(again.status).toBe(201);
		expect((await again.json<{ user: { id: string } }>()).user.id).not.toBe(developerId);
		const kept = await runInDurableObject(accountStub(developerId), (_, { storage }) =>
			JSON.stringify(storage.sql.exec("SELECT * FROM api_keys").toArray()),
		);
		expect(kept).not.toContain("Ada");
		const audited = env.DB.prepare(
			"SELECT COUNT(*) AS n FROM audit_events WHERE action = 'account.deleted' AND target = ?",
		);
		expect(await audited.bind(developerId).first("n")).toBe(1);
	});

	it("changes nothing with a wrong password", async () => {
		const { headers, email } = await newDeveloper();
		const key = await newKey(headers);
		expect(await errorOf(await remove(headers, "Wrong-ipsum-7"))).toMatchObject({
			status: 401,
			code: "INVALID_PASSWORD",
		});
		expect((await call("/auth/me", { headers })).status).toBe(200);
		expect((await callWithKey(key)).status).toBe(200);
		expect((await logIn(email)).status).toBe(200);
	});

	it("ends all access while D1 fails, and frees the address once D1 is back", async () => {
		const { headers, email, developerId } = await newDeveloper();
		const key = await newKey(headers);
		await env.DB.prepare(
			"CREATE TRIGGER keep BEFORE DELETE ON developers BEGIN SELECT RAISE(ABORT, 'no'); END",
		).run();
		try {
			expect((await remove(headers)).status).toBe(200);
			expect(await countIn("developers", developerId)).toBe(1);
			expect(await errorOf(await logIn(email))).toMatchObject({ status: 401, code: "INVALID_PASSWORD" });
			expect(await errorOf(await callWithKey(key))).toMatchObject({ status: 401 });
		} finally {
			await env.DB.prepare("DROP TRIGGER keep").run();
		}
		await runInDurableObject(accountStub(developerId), (_, { storage }) => {
			storage.sql.exec("UPDATE outbox SET due_at = 0");
		});
		await runDurableObjectAlarm(accountStub(developerId));
		await expect.poll(() => countIn("developers", developerId)).toBe(0);
	});

	it("opens no session and issues no key to a concurrent request", async () => {
		const { headers, developerId } = await newDeveloper();
		await remove(headers);
		const stub = accountStub(developerId);
		const now = Date.now();
		const sessionId = `ses_${"4".repeat(32)}`;
		expect((await stub.openSession({ sessionId, now })).isAccountClosed).toBe(true);
		expect(await stub.confirmSession({ sessionId, now })).toEqual({ kind: "unknown" });
		const keyId = crypto.randomUUID();
		const key = { keyId, developerId, hint: "h", lookup: keyId, secretMac: "m", pepperVersion: 1, now };
		const terms = { label: "a", expiresAt: null };
		expect(await stub.issueKey({ ...key, terms })).toEqual({ kind: "closed" });
	});
});

describe("a deleted account", () => {
	const origin = "https://ghost.example";
	const asked = (developerId: string): BrowserOrigin => ({
		originId: newOriginId(),
		origin,
		developerId,
		status: "requested",
		requestedAt: 1,
		decidedAt: null,
		decidedBy: null,
		reason: null,
	});
	const decision = { reviewerId: "dev_r", status: "allowed", reason: "-", now: 2 } as const;
	const put = async (row: BrowserOrigin) =>
		env.DB.prepare(
			"INSERT INTO origins (origin_id, origin, developer_id, status, requested_at) VALUES (?, ?, ?, ?, 1)",
		)
			.bind(row.originId, row.origin, row.developerId, row.status)
			.run();

	it("cannot file a case, and the response says so", async () => {
		const { developerId, headers } = await newDeveloper();
		await remove(headers);
		const lostAccount = `0x${"61".repeat(20)}`;
		const reservation = { caseId: "rc_1", lostAccount, limit: 5, now: Date.now() };
		expect(await accountStub(developerId).reserveCase(reservation)).toEqual({ kind: "closed" });
		const intent = newIntent({ lostAccount });
		const { signature } = await newCaseBody(intent);
		const file = createFiling({
			verifySignature: async () => ({ kind: "valid", proof: "ecdsa" }),
			budgets: wireBudgets(env, configOf(env)),
			slotsOf: accountStub,
			caseObject: () => {
				throw new Error("no case is asked for anything");
			},
			settings: {
				openCasesPerAccount: 5,
				caseExpirySeconds: 1,
				challengePeriodSeconds: 1,
			},
		} as unknown as FilingPorts);
		const caller = { kind: "developer", developerId } as const;
		const filing = file({
			caller,
			intent,
			signature,
			clientAddress: "10.0.0.1",
			claimedHash: undefined,
			now: Date.now(),
		});
		await expect(filing).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
	});

	it("cannot request origins, and its former origins are not allowed", async () => {
		const rows = createOriginRows(env.DB);
		const { developerId, headers } = await newDeveloper();
		await remove(headers);
		expect(await rows.insert(asked(developerId), 20)).toBe("user_gone");
		expect(await countIn("origins", developerId)).toBe(0);
		const service = createOriginService(rows, "https://replevin.test");
		const requesting = service.request({ developerId, origin, now: 1 });
		await expect(requesting).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
		const left = asked(developerId);
		await put(left);
		expect(await rows.decide({ ...decision, originId: left.originId })).toBe("not_found");
		await env.DB.prepare("UPDATE origins SET status = 'allowed' WHERE origin_id = ?")
			.bind(left.originId)
			.run();
		expect(await rows.ownerOf(origin)).toBeUndefined();
	});

	it("an origin removed during a decision is not decided", async () => {
		const rows = createOriginRows(env.DB);
		const { developerId } = await newDeveloper();
		for (const status of ["allowed", "refused"] as const) {
			const removed = asked(developerId);
			await put(removed);
			const service = createOriginService(
				{
					...rows,
					decide: async (input) => {
						await rows.remove(developerId, input.originId);
						return rows.decide(input);
					},
				},
				"https://replevin.test",
			);
			const deciding = service.decide({ ...decision, status, originId: removed.originId });
			await expect(deciding).rejects.toMatchObject({ code: "RESOURCE_NOT_FOUND" });
		}
	});
});

describe("the cases of a deleted account", () => {
	it("keep everything except the e-mail address, page by page", async () => {
		const partner = await newPartner();
		const email = "claimant-to-forget@example.com";
		const lost = (index: number) => `0x${String(index).padStart(40, "0")}`;
		const filed = [];
		// More than one page of the erasure.
		for (let index = 1; index <= 52; index++) {
			filed.push(await partner.file(newIntent({ email, lostAccount: lost(index) })));
		}
		const first = filed[0];
		if (!first) throw new Error("no case");
		expect(first.case.email).toBe(email);
		const bearerOf = { Authorization: `Bearer ${partner.token}` };
		expect((await remove(bearerOf)).status).toBe(200);
		await finishWalk(partner.developerId, 0);
		for (const { caseId } of filed) expect(await storedOf(caseId)).not.toContain(email);
		const caller = { kind: "developer", developerId: partner.developerId } as const;
		const record = await caseObject(first.caseId).read(caller);
		expect(caseRecordResponse().parse(JSON.parse(record ?? ""))).toEqual({
			...first,
			case: { ...first.case, email: null },
		});
		expect(await countIn("recovery_cases", partner.developerId)).toBe(52);
	}, 60_000);

	it("lose the e-mail address even if they were indexed after the deletion", async () => {
		const partner = await newPartner();
		const email = "late-claimant@example.com";
		const { caseId } = await partner.file(newIntent({ email }));
		const row = await env.DB.prepare("SELECT * FROM recovery_cases WHERE case_id = ?").bind(caseId).first();
		await env.DB.prepare("DELETE FROM recovery_cases WHERE case_id = ?").bind(caseId).run();
		await runInDurableObject(accountStub(partner.developerId), (_, { storage }) => {
			storage.sql.exec("DELETE FROM open_cases");
		});
		await remove({ Authorization: `Bearer ${partner.token}` });
		await finishWalk(partner.developerId, 0);
		expect(await storedOf(caseId)).toContain(email);
		const columns = Object.keys(row ?? {});
		await env.DB.prepare(
			`INSERT INTO recovery_cases (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
		)
			.bind(...Object.values(row ?? {}))
			.run();
		const { due_at } = await erasureOf(partner.developerId);
		expect(due_at).toBeGreaterThan(Date.now());
		await runInDurableObject(accountStub(partner.developerId), (_, { storage }) => {
			storage.sql.exec("UPDATE closure SET due_at = 0");
		});
		await finishWalk(partner.developerId, 1);
		expect(await storedOf(caseId)).not.toContain(email);
	});

	it("are retried after a D1 failure, and not after the last walk", async () => {
		const partner = await newPartner();
		const email = "patient-claimant@example.com";
		const { caseId } = await partner.file(newIntent({ email }));
		const stub = accountStub(partner.developerId);
		await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec("DELETE FROM open_cases"));
		await env.DB.prepare("ALTER TABLE recovery_cases RENAME TO recovery_cases_away").run();
		try {
			await remove({ Authorization: `Bearer ${partner.token}` });
			await expect
				.poll(async () => {
					await runDurableObjectAlarm(stub);
					return (await erasureOf(partner.developerId)).attempts;
				})
				.toBeGreaterThan(0);
		} finally {
			await env.DB.prepare("ALTER TABLE recovery_cases_away RENAME TO recovery_cases").run();
		}
		expect(await storedOf(caseId)).toContain(email);
		for (let walk = 0; walk < 4; walk++) {
			await runInDurableObject(
				stub,
				(_, { storage }) => void storage.sql.exec("UPDATE closure SET due_at = 0"),
			);
			await finishWalk(partner.developerId, walk);
		}
		expect(await storedOf(caseId)).not.toContain(email);
		expect((await erasureOf(partner.developerId)).due_at).toBeNull();
	});

	it("of another developer are unchanged, even if this account tried to file them", async () => {
		const owner = await newPartner();
		const other = await newPartner();
		const email = "kept@example.com";
		const { caseId } = await owner.file(newIntent({ email }));
		await accountStub(other.developerId).reserveCase({
			caseId,
			lostAccount: `0x${"1".repeat(40)}`,
			limit: 5,
			now: Date.now(),
		});
		await remove({ Authorization: `Bearer ${other.token}` });
		await finishWalk(other.developerId, 0);
		expect(await storedOf(caseId)).toContain(email);
	});
});
