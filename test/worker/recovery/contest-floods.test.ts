/** Contests of all cases that strangers send in numbers delay nobody else's (recovery.md "Contests of all cases"). */
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import { createContestRows, type NewContest } from "../../../src/recovery/case/contest-all/contests.d1.ts";
import { continueContests } from "../../../src/recovery/case/contest-all/deliver-contests.ts";
import { contestPorts } from "../../../src/recovery/wire.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { charge } from "../../support/quota.ts";
import { contestAllBody, newIntent } from "../../support/signing/signing.ts";
import { newWallet } from "../access/support.ts";
import { caseObject, countBy, eventually, newPartner, type Partner } from "./support.ts";

const HOUR_MS = 3_600_000;
const rows = createContestRows(env.DB);

let partner: Partner;
beforeAll(async () => {
	partner = await newPartner();
});
afterEach(async () => {
	await env.DB.exec("DELETE FROM contest_deliveries");
});

const send = (body: object) => call("/recovery-cases/contest-all", { body });
const standingOf = async (caseId: string) => {
	const { status, statusReason } = JSON.parse((await caseObject(caseId).read({ kind: "reviewer" })) ?? "{}");
	return `${status}/${statusReason}`;
};
const indexed = (caseId: string) =>
	env.DB.prepare("SELECT status_reason AS reason FROM recovery_cases WHERE case_id = ?")
		.bind(caseId)
		.first("reason");

/** Waits until D1 has the case. */
async function fileOf(owner: PrivateKeyAccount, rec: Partial<RecoveryIntent["rec"]> = {}) {
	const { caseId } = await partner.file(newIntent({ lostAccount: owner.address, ...rec }));
	const event = env.DB.prepare("SELECT 1 AS one FROM events WHERE case_id = ?").bind(caseId);
	await eventually(async () => (await event.first("one")) === 1);
	return caseId;
}

/** As the service stores it, without the delivery that follows. */
async function newContest(owner: PrivateKeyAccount, acceptedAt = Date.now()): Promise<NewContest> {
	const { account, chainId, nonce, deadline, signature } = await contestAllBody({ account: owner });
	const digest = `0x${crypto.randomUUID().replaceAll("-", "").repeat(2)}`;
	const proof = JSON.stringify({ kind: "key" });
	const endsAt = acceptedAt + 30 * 24 * HOUR_MS;
	const of = { account: account.toLowerCase(), chainId };
	return { digest, ...of, nonce, deadline, signature, proof, acceptedAt, endsAt };
}

const accept = async (owner: PrivateKeyAccount, acceptedAt?: number) => {
	const contest = await newContest(owner, acceptedAt);
	await rows.accept(contest);
	expect(await rows.find(contest.digest)).toMatchObject(contest);
	return contest;
};

const listedOf = async (digest?: string) => {
	const { results } = await env.DB.prepare(
		"SELECT case_id FROM contest_deliveries WHERE ?1 IS NULL OR digest = ?1 ORDER BY id",
	)
		.bind(digest ?? null)
		.all<{ case_id: string }>();
	return results.map(({ case_id }) => case_id);
};

/** Of cases that do not exist, which costs as much to find out as a move. */
const addDeliveries = (digest: string, count: number, dueAt: number) =>
	env.DB.prepare(
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
		INSERT INTO contest_deliveries (digest, case_id, is_standing, due_at) SELECT ?1, 'rc_none_' || i, 0, ?3 FROM n`,
	)
		.bind(digest, count, dueAt)
		.run();

describe("the comparison of new cases with contests", () => {
	it("lists each case once, however many contests of the account are stored", async () => {
		await continueContests(Date.now(), contestPorts(env));
		const owner = newWallet();
		const caseIds = [await fileOf(owner), await fileOf(owner), await fileOf(owner)];
		const { digest } = await accept(owner);
		await env.DB.prepare(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
			INSERT INTO account_contests (digest, account, chain_id, nonce, deadline, signature, proof, cases, accepted_at, ends_at)
			SELECT digest || i, account, chain_id, nonce || i, deadline, signature, proof, cases, accepted_at + i, accepted_at + i + 1
			FROM account_contests, n WHERE digest = ?`,
		)
			.bind(digest)
			.run();
		await env.DB.exec("DELETE FROM contest_deliveries");
		expect(await rows.queueNewCases(Date.now())).toBe(true);
		expect(await listedOf(digest)).toEqual(caseIds);
		expect(await listedOf()).toHaveLength(3);
	});

	it("stops neither deliveries nor deletions if it fails, and the failure is reported", async () => {
		const owner = newWallet();
		const caseId = await fileOf(owner, { reasonForRecovery: "inheritance" });
		await accept(owner);
		const ended = await accept(newWallet(), Date.now() - 33 * 24 * HOUR_MS);
		const contests = { ...rows, queueNewCases: () => Promise.reject(new Error("too many rows")) };
		const run = continueContests(Date.now(), { ...contestPorts(env), contests });
		await expect(run).rejects.toThrow("too many rows");
		expect(await standingOf(caseId)).toBe("action_required/contested");
		expect(await rows.find(ended.digest)).toBeUndefined();
	});
});

describe("a later contest of the account on this chain", () => {
	it("takes the place of the earlier one's deliveries", async () => {
		const owner = newWallet();
		const caseIds = [await fileOf(owner), await fileOf(owner)];
		const elsewhere = await fileOf(owner, { chainId: 1 });
		const other = { ...(await newContest(owner)), chainId: 1 };
		await rows.accept(other);
		const first = await accept(owner);
		expect(await listedOf(first.digest)).toEqual(caseIds);
		const second = await accept(owner);
		expect(await listedOf(first.digest)).toEqual([]);
		expect(await listedOf(second.digest)).toEqual(caseIds);
		expect(await listedOf(other.digest)).toEqual([elsewhere]);
	});

	it("lists only cases that it would move", async () => {
		const owner = newWallet();
		const lostKey = await fileOf(owner);
		const inheritance = await fileOf(owner, { reasonForRecovery: "inheritance" });
		expect((await send(await contestAllBody({ account: owner }))).status).toBe(202);
		const halted = await fileOf(owner);
		await continueContests(Date.now(), contestPorts(env));
		await eventually(async () => (await indexed(lostKey)) === "contested_by_lost_account");
		await eventually(async () => (await indexed(inheritance)) === "contested");
		await eventually(async () => (await indexed(halted)) === "contested");
		const created = await fileOf(owner, { reasonForRecovery: "other" });
		// A case about a lost key that only stands halted is closed by a contest after it.
		expect(await listedOf((await accept(owner)).digest)).toEqual([halted, created]);
	});
});

describe("a stranger's long list of cases", () => {
	it("lets every other contest have its turn", async () => {
		const [stranger, owner] = [await accept(newWallet()), await accept(newWallet())];
		await addDeliveries(stranger.digest, 300, 1);
		await addDeliveries(owner.digest, 3, 2);
		const due = await rows.takeDue(Date.now(), 10);
		const digests = due.map(({ contest }) => contest.digest);
		expect(countBy(digests)).toEqual({ [stranger.digest]: 7, [owner.digest]: 3 });
	});

	it("does not delay the cases of a contest that is accepted after it", async () => {
		await addDeliveries((await accept(newWallet())).digest, 300, 1);
		const owner = newWallet();
		const caseId = await fileOf(owner);
		expect((await send(await contestAllBody({ account: owner }))).status).toBe(202);
		await eventually(async () => (await standingOf(caseId)) === "rejected/contested_by_lost_account");
		expect(await listedOf()).toHaveLength(300);
	});
});

describe("the pace of contests", () => {
	it("is four an hour for an account on a chain, in parallel too; a repetition is always 202", async () => {
		const owner = newWallet();
		const bodies = await Promise.all(Array.from({ length: 7 }, () => contestAllBody({ account: owner })));
		const responses = await Promise.all(bodies.map(send));
		expect(countBy(responses.map(({ status }) => status))).toEqual({ 202: 4, 429: 3 });
		const [first] = bodies.filter((_, at) => responses[at]?.status === 202);
		const [late] = bodies.filter((_, at) => responses[at]?.status === 429);
		if (!first || !late) throw new Error("no such responses");
		expect((await send(first)).status).toBe(202);
		const again = await contestAllBody({ account: owner, nonce: first.nonce, deadline: first.deadline + 1 });
		expect(await errorOf(await send(again))).toMatchObject({ code: "NONCE_ALREADY_USED" });
		expect((await send(await contestAllBody({ account: owner, chainId: 1 }))).status).toBe(202);
		const response = await send(late);
		const wait = Number(response.headers.get("retry-after"));
		expect(wait).toBeGreaterThan(3_500);
		expect(wait).toBeLessThanOrEqual(3_600);
		const error = await errorOf(response);
		expect(error).toMatchObject({ status: 429, code: "RATE_LIMITED" });
		expect(error.message).toMatch(/4 contests of all cases of this account on this chain within an hour/);
		await env.DB.prepare("UPDATE account_contests SET accepted_at = accepted_at - ? WHERE account = ?")
			.bind(HOUR_MS, owner.address.toLowerCase())
			.run();
		expect((await send(late)).status).toBe(202);
	});

	it("has a budget of its own: what others of the network have stored does not count", async () => {
		const address = "198.51.100.200";
		await charge({
			payer: { kind: "nobody" },
			clientAddress: address,
			costs: { stored_bytes: 256 * 2 ** 20 },
		});
		const headers = { "CF-Connecting-IP": address };
		const contest = await contestAllBody({ account: newWallet() });
		expect((await call("/recovery-cases/contest-all", { body: contest, headers })).status).toBe(202);
		await charge({ payer: { kind: "nobody" }, clientAddress: address, costs: { contests: 999 } });
		const late = await contestAllBody({ account: newWallet() });
		const response = await call("/recovery-cases/contest-all", { body: late, headers });
		expect((await errorOf(response)).message).toMatch(
			/^Your network.* contest the cases of an account 1000 times/,
		);
		// Throwaway keys of her network do not keep an owner from contesting.
		const owner = newWallet();
		await fileOf(owner);
		const owned = await contestAllBody({ account: owner });
		expect((await call("/recovery-cases/contest-all", { body: owned, headers })).status).toBe(202);
	});
});
