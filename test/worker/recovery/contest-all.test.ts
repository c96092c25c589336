/**
 * One signature contests every case of a lost account (recovery.md "Contests of all cases").
 *
 * Over 300 lines: every file of this tier starts by emptying the store, so one file is faster than two.
 */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { createApp } from "../../../src/app.ts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { accountContestResponse } from "../../../src/recovery/case/contest-all/contest-schemas.ts";
import { continueContests } from "../../../src/recovery/case/contest-all/deliver-contests.ts";
import { standingContestListResponse } from "../../../src/recovery/case/contest-all/operations.ts";
import { contestPorts } from "../../../src/recovery/wire.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { contestAllBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newOrigin, newPageSession, newWallet, newWalletSession } from "../access/support.ts";
import { caseObject, countBy, eventsOf, eventually, newPartner, type Partner, recordOf } from "./support.ts";

const DAY_MS = 86_400_000;
const PATH = "/recovery-cases/contest-all";

let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});

const send = (body: object) => call(PATH, { body });
const accepted = async (body: object) => {
	const response = await send(body);
	expect(response.status).toBe(202);
	return accountContestResponse().parse(await response.json());
};
/** The cron work of one minute. */
const aMinute = (now = Date.now()) => continueContests(now, contestPorts(env));
const standingOf = async (caseId: string) => {
	const { status, statusReason } = JSON.parse((await caseObject(caseId).read({ kind: "reviewer" })) ?? "{}");
	return `${status}/${statusReason}`;
};
const fileOf = async (owner: PrivateKeyAccount, rec: Partial<RecoveryIntent["rec"]> = {}) =>
	(await partner.file(newIntent({ lostAccount: owner.address, ...rec }))).caseId;
const countOf = async (table: string) =>
	z.number().parse(await env.DB.prepare(`SELECT COUNT(*) AS n FROM ${table}`).first("n"));
const movesOf = async (caseId: string) =>
	(await recordOf(await partner.send(`/recovery-cases/${caseId}`))).history.map(({ move }) => move);

/** Makes a stored contest, and the case's creation stays, so that the contest is this much older. */
const age = (digest: string, ms: number) =>
	env.DB.prepare(
		"UPDATE account_contests SET accepted_at = accepted_at - ?1, ends_at = ends_at - ?1, deadline = deadline - ?1 / 1000 WHERE digest = ?2",
	)
		.bind(ms, digest)
		.run();

describe("a flood of cases that name one account", () => {
	it("is contested with one signature: forty cases of eight wallets", async () => {
		const owner = newWallet();
		const caseIds: string[] = [];
		for (const wallet of Array.from({ length: 8 }, newWallet)) {
			const headers = await newWalletSession(wallet);
			for (let filed = 0; filed < 5; filed++) {
				const intent = newIntent({ lostAccount: owner.address, recoveryAccount: wallet.address });
				const body = await newCaseBody(intent, wallet);
				caseIds.push((await recordOf(await call("/recovery-cases/new-case", { body, headers }))).caseId);
			}
		}
		const contest = await accepted(await contestAllBody({ account: owner }));
		expect(contest).toMatchObject({ account: owner.address, chainId: 8453, cases: 40, revokedAt: null });
		const standings = async () => countBy(await Promise.all(caseIds.map(standingOf)));
		await eventually(async () => (await standings())["rejected/contested_by_lost_account"] === 40);
		await eventually(async () => (await countOf("contest_deliveries")) === 0);
		const notices = await call(`/notices?chainId=8453&account=${owner.address}`);
		expect(await notices.json()).toEqual({ data: [], nextCursor: null });
	});

	it("is contested by today's rules: a case about a lost key is closed, any other is halted", async () => {
		const owner = newWallet();
		const lostKey = await fileOf(owner);
		const inheritance = await fileOf(owner, { reasonForRecovery: "inheritance" });
		const elsewhere = await fileOf(owner, { chainId: 1 });
		expect((await accepted(await contestAllBody({ account: owner }))).cases).toBe(2);
		await eventually(async () => (await standingOf(lostKey)) === "rejected/contested_by_lost_account");
		await eventually(async () => (await standingOf(inheritance)) === "action_required/contested");
		expect(await standingOf(elsewhere)).toBe("created/null");
		const events = await eventsOf(inheritance);
		expect(events.map(({ type }) => type)).toEqual([
			"recovery_case.created",
			"recovery_case.action_required",
		]);
	});
});

describe("the record of a case", () => {
	it("names the move and its actor, and the evidence the digest, under every verification", async () => {
		const owner = newWallet();
		const caseId = await fileOf(owner, { reasonForRecovery: "inheritance" });
		const { digest } = await accepted(await contestAllBody({ account: owner }));
		await eventually(async () => (await standingOf(caseId)) === "action_required/contested");
		const { history } = await recordOf(await partner.send(`/recovery-cases/${caseId}`));
		expect(history.at(-1)).toMatchObject({
			move: "contest_all",
			actor: "lost_account",
			from: "created",
			to: "action_required",
			reason: "contested",
		});
		const evidence = await (await partner.send(`/recovery-cases/${caseId}/evidence`)).text();
		expect(JSON.parse(evidence).history.at(-1).payload).toMatchObject({ kind: "contest_all", digest });
		const keys = await createApp().request("/.well-known/evidence-jwks.json", {}, env);
		const verdict = await verifyEvidenceText(evidence, { jwks: await keys.json() });
		expect(verdict).toMatchObject({ ok: true });
		expect(verdict.ok && verdict.report.signatures.at(-1)).toMatchObject({
			move: "contest_all",
			signer: owner.address,
			digest,
			proof: "recovered",
		});
	});
});

describe("the same message again", () => {
	it("gets the same response and moves nothing, also after its deadline and in parallel", async () => {
		const owner = newWallet();
		const caseId = await fileOf(owner, { reasonForRecovery: "other" });
		const body = await contestAllBody({ account: owner });
		const first = await Promise.all(Array.from({ length: 10 }, () => accepted(body)));
		expect(new Set(first.map((contest) => JSON.stringify(contest))).size).toBe(1);
		await eventually(async () => (await countOf("contest_deliveries")) === 0);
		await env.DB.prepare("UPDATE account_contests SET deadline = 1 WHERE digest = ?")
			.bind(first[0]?.digest)
			.run();
		expect(await accepted(body)).toEqual(first[0]);
		await aMinute();
		expect(await movesOf(caseId)).toEqual(["create", "contest_all"]);
	});

	it("cannot halt a case again that a reviewer has cleared", async () => {
		const owner = newWallet();
		const intent = newIntent({ lostAccount: owner.address, reasonForRecovery: "inheritance" });
		const { caseId } = await partner.file(intent);
		const body = await contestAllBody({ account: owner });
		await accepted(body);
		await eventually(async () => (await standingOf(caseId)) === "action_required/contested");
		await partner.attach(intent);
		const { headers } = await newReviewer();
		const decision = { decision: "clear", reason: "the owner is dead" };
		const path = `/review/recovery-cases/${caseId}/decisions`;
		expect((await call(path, { body: decision, headers })).status).toBe(200);
		await accepted(body);
		await env.DB.prepare(
			"INSERT INTO contest_deliveries (digest, case_id, is_standing, due_at) SELECT digest, ?, 0, 0 FROM account_contests WHERE account = ?",
		)
			.bind(caseId, owner.address.toLowerCase())
			.run();
		await aMinute();
		expect(await countOf("contest_deliveries")).toBe(0);
		expect(await standingOf(caseId)).toBe("pending/null");
	});
});

describe("a standing contest", () => {
	it("only halts a case that is filed later, and the owner's own recovery goes on with a reviewer", async () => {
		const owner = newWallet();
		await accepted(await contestAllBody({ account: owner }));
		const intent = newIntent({ lostAccount: owner.address });
		const { caseId } = await partner.file(intent);
		await eventually(async () => (await eventsOf(caseId)).length === 1);
		await aMinute();
		expect(await standingOf(caseId)).toBe("action_required/contested");
		expect((await partner.attach(intent)).status).toBe(200);
		const { headers } = await newReviewer();
		const decision = { decision: "clear", reason: "she has lost the key since" };
		const path = `/review/recovery-cases/${caseId}/decisions`;
		expect((await call(path, { body: decision, headers })).status).toBe(200);
		await aMinute();
		expect(await standingOf(caseId)).toBe("pending/null");
		expect((await eventsOf(caseId)).map(({ type }) => type)).toEqual([
			"recovery_case.created",
			"recovery_case.action_required",
			"recovery_case.pending",
		]);
	});

	it("ends after thirty days, and its row is deleted", async () => {
		const owner = newWallet();
		const { digest } = await accepted(await contestAllBody({ account: owner }));
		await age(digest, 30 * DAY_MS);
		const caseId = await fileOf(owner);
		await aMinute();
		expect(await standingOf(caseId)).toBe("created/null");
		await aMinute(Date.now() + 3 * DAY_MS);
		const row = await env.DB.prepare("SELECT 1 FROM account_contests WHERE digest = ?").bind(digest).first();
		expect(row).toBeNull();
	});

	it("halts no case of another account or chain", async () => {
		const [owner, other] = [newWallet(), newWallet()];
		await accepted(await contestAllBody({ account: owner }));
		const caseIds = [await fileOf(other), await fileOf(owner, { chainId: 1 })];
		await aMinute();
		for (const caseId of caseIds) expect(await standingOf(caseId)).toBe("created/null");
	});

	it("contests a case in full whose row reaches D1 late, if the case is older", async () => {
		const owner = newWallet();
		await aMinute();
		const caseId = await fileOf(owner);
		await eventually(async () => (await eventsOf(caseId)).length === 1);
		const select = "SELECT * FROM recovery_cases WHERE case_id = ?";
		const row = await env.DB.prepare(select).bind(caseId).first();
		await env.DB.prepare("DELETE FROM recovery_cases WHERE case_id = ?").bind(caseId).run();
		expect((await accepted(await contestAllBody({ account: owner }))).cases).toBe(0);
		const names = Object.keys(row ?? {});
		await env.DB.prepare(
			`INSERT INTO recovery_cases (${names.join()}) VALUES (${names.map(() => "?").join()})`,
		)
			.bind(...Object.values(row ?? {}))
			.run();
		await aMinute();
		expect(await standingOf(caseId)).toBe("rejected/contested_by_lost_account");
	});

	it("is replaced by a later one of the account on this chain", async () => {
		const owner = newWallet();
		const headers = await newWalletSession(owner);
		await accepted(await contestAllBody({ account: owner }));
		const elsewhere = await accepted(await contestAllBody({ account: owner, chainId: 1 }));
		const second = await accepted(await contestAllBody({ account: owner }));
		const list = standingContestListResponse().parse(
			await (await call("/standing-contests", { headers })).json(),
		);
		expect(list.data.map(({ digest }) => digest)).toEqual([second.digest, elsewhere.digest]);
	});
});

describe("revoking a standing contest", () => {
	it("lets later cases be, also those that were filed but not moved yet; moved cases stay", async () => {
		const owner = newWallet();
		const headers = await newWalletSession(owner);
		const moved = await fileOf(owner);
		const { digest } = await accepted(await contestAllBody({ account: owner }));
		await eventually(async () => (await standingOf(moved)) === "rejected/contested_by_lost_account");
		const waiting = await fileOf(owner);
		const revoke = () => call(`/standing-contests/${digest}`, { method: "DELETE", headers });
		const response = await revoke();
		expect(response.status).toBe(200);
		const revoked = accountContestResponse().parse(await response.json());
		expect(revoked.revokedAt).not.toBeNull();
		expect(await (await revoke()).json()).toEqual(revoked);
		const later = await fileOf(owner);
		await aMinute();
		for (const caseId of [waiting, later]) expect(await standingOf(caseId)).toBe("created/null");
		expect(await standingOf(moved)).toBe("rejected/contested_by_lost_account");
		expect(await (await call("/standing-contests", { headers })).json()).toEqual({ data: [] });
	});

	it("is not undone by sending the message again", async () => {
		const owner = newWallet();
		const body = await contestAllBody({ account: owner });
		const { digest } = await accepted(body);
		await call(`/standing-contests/${digest}`, {
			method: "DELETE",
			headers: await newWalletSession(owner),
		});
		expect((await accepted(body)).revokedAt).not.toBeNull();
		const caseId = await fileOf(owner);
		await aMinute();
		expect(await standingOf(caseId)).toBe("created/null");
	});

	it("needs the account's own session, without a page", async () => {
		const owner = newWallet();
		const { digest } = await accepted(await contestAllBody({ account: owner }));
		const path = `/standing-contests/${digest}`;
		const foreign = await call(path, { method: "DELETE", headers: await newWalletSession(newWallet()) });
		expect(await errorOf(foreign)).toMatchObject({ status: 404, code: "RESOURCE_NOT_FOUND" });
		const token = { authorization: `Bearer ${partner.token}` };
		const { origin } = await newOrigin({ headers: token }, "https://contests.example", "allow");
		for (const headers of [token, await newPageSession(owner, origin)]) {
			const response = await call(path, { method: "DELETE", headers });
			expect(await errorOf(response)).toMatchObject({ status: 403, code: "FORBIDDEN" });
		}
		const list = await call("/standing-contests", { headers: await newWalletSession(newWallet()) });
		expect(await list.json()).toEqual({ data: [] });
	});
});

describe("a contest of all cases is rejected, and stores nothing,", () => {
	const rejected = async (body: object) => {
		const before = await countOf("account_contests");
		const error = await errorOf(await send(body));
		expect(await countOf("account_contests")).toBe(before);
		return error;
	};

	it("with another account's signature; the details compare the two", async () => {
		const [owner, thief] = [newWallet(), newWallet()];
		const body = await contestAllBody({ account: owner });
		const { nonce, deadline } = body;
		const { signature } = await contestAllBody({ account: thief, nonce, deadline });
		const error = await rejected({ ...body, signature });
		expect(error).toMatchObject({ status: 403, code: "INVALID_SIGNER" });
		expect(error.details?.[0]).toMatchObject({ expectedSigner: owner.address, chainId: 8453 });
	});

	it("with a deadline that has passed or is more than a day ahead", async () => {
		const seconds = Math.floor(Date.now() / 1000);
		for (const [deadline, message] of [
			[seconds - 2, /has passed/],
			[seconds + 86_500, /at most 86400 seconds/],
		] as const) {
			const error = await rejected(await contestAllBody({ account: newWallet(), deadline }));
			expect(error).toMatchObject({ status: 400, code: "INPUT_VALIDATION_ERROR" });
			expect(error.details?.[0]).toMatchObject({ field: "deadline" });
			expect(error.details?.[0]?.message).toMatch(message);
		}
	});

	it("with a nonce that another contest of the account on this chain has", async () => {
		const owner = newWallet();
		const first = await contestAllBody({ account: owner });
		await accepted(first);
		const { nonce, deadline } = first;
		const again = await contestAllBody({ account: owner, nonce, deadline: deadline + 1 });
		expect(await rejected(again)).toMatchObject({ status: 409, code: "NONCE_ALREADY_USED" });
		const elsewhere = await contestAllBody({ account: owner, nonce, chainId: 1 });
		expect((await send(elsewhere)).status).toBe(202);
	});
});
