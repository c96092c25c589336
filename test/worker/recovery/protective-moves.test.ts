/** Strangers cannot use up what an owner's contest and sign-in cost (auth.md "Protective moves"). */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { type Call, callOn } from "../../support/contract/openapi-client.ts";
import { eventually } from "./support.ts";
import { ACCEPTED, CHAIN_ID, type Filed, filedCase, node, RPC_URLS, watchCases } from "./watched-case.ts";

watchCases();

/** Two signatures of an account from one network, four of all its accounts, and six of all strangers together. */
const BUDGETS = JSON.stringify({
	node_requests: { protected_account: 8, protected_network: 16, free_network: 12, strangers: 24 },
});
const GOOD: Hex = `0x${ACCEPTED}`;
const BAD: Hex = `0x${"5a".repeat(96)}`;

/** Of a new isolate. */
let send: Call;
let networks = 0;
beforeEach(async () => {
	const app = createApp();
	const settings = { ...env, RPC_URLS, BUDGETS };
	send = callOn(async (request) => app.fetch(request, settings));
	await env.ACCOUNTS.getByName("service").refund({
		charges: [{ part: "node_requests/strangers", budget: { amount: 24, windowMs: 3_600_000 }, cost: 24 }],
	});
});

const newNetwork = () => `203.0.${++networks}.1`;
const from = (network: string) => ({ "cf-connecting-ip": network });

/** An open case whose lost account is a contract wallet. */
async function ownedCase(): Promise<Filed & { owner: string }> {
	const filed = await filedCase();
	const owner = filed.intent.rec.lostAccount;
	node.contracts.add(owner.toLowerCase());
	const event = env.DB.prepare("SELECT 1 AS one FROM recovery_cases WHERE case_id = ?").bind(filed.caseId);
	await eventually(async () => (await event.first("one")) === 1);
	return { ...filed, owner };
}

const contest = ({ intent }: Filed, signature: Hex, network: string) =>
	send("POST", `/recovery-cases/${hashRecoveryIntent(intent)}/contest`, {
		body: { reason: "It is mine", signature },
		headers: from(network),
	});

const contestAll = (account: string, signature: Hex, network: string) => {
	const nonce = `0x${crypto.randomUUID().replaceAll("-", "").padStart(64, "0")}`;
	const deadline = Math.floor(Date.now() / 1000) + 600;
	const body = { account, chainId: CHAIN_ID, nonce, deadline, signature };
	return send("POST", "/recovery-cases/contest-all", { body, headers: from(network) });
};

async function signIn(address: string, signature: Hex, network: string) {
	const headers = from(network);
	const { body } = await send("POST", "/auth/wallet/challenge", {
		body: { address, chainId: CHAIN_ID },
		headers,
	});
	return send("POST", "/auth/wallet/session", { body: { message: body.message, signature }, headers });
}

const newContract = () => {
	const address = `0x${crypto.randomUUID().replaceAll("-", "").padStart(40, "c")}`;
	node.contracts.add(address);
	return address;
};

/** Networks of strangers send bad signatures until the service has nothing left for accounts that no case names. */
async function exhaustStrangers(): Promise<void> {
	for (let count = 0; count < 3; count++) {
		const network = newNetwork();
		for (let turn = 0; turn < 3; turn++) await contestAll(newContract(), BAD, network);
	}
	expect((await contestAll(newContract(), GOOD, newNetwork())).status).toBe(503);
	expect((await signIn(newContract(), GOOD, newNetwork())).status).toBe(503);
}

/** An open release of the will of a contract wallet. */
async function ownerOfReleasedWill(): Promise<string> {
	const address = newContract();
	const state = {
		applicantId: "dev_1",
		requestedAt: 1,
		challengeEndsAt: 2,
		approvals: [],
		downloadableUntil: null,
	};
	await env.DB.batch([
		env.DB.prepare("INSERT INTO estate_profiles VALUES (?, ?, ?, 1, 1, 1)").bind(
			`est_${address}`,
			address,
			CHAIN_ID,
		),
		env.DB.prepare(
			`INSERT INTO release_requests (request_id, estate_id, code_id, applicant_id, applicant, court_info, order_sha256,
			order_size, order_key, status, requested_at, state) VALUES (?, ?, 'pc_1', 'dev_1', 'a', '{}', '0x', 1, ?, 'open', 1, ?)`,
		).bind(
			`rel_${address}`,
			`est_${address}`,
			`documents/${address}`,
			JSON.stringify({ ...state, ended: null }),
		),
	]);
	return address;
}

describe("when strangers of other networks have used up the requests for accounts that no case names", () => {
	it("the owner of a contract wallet contests, contests all cases and signs in", async () => {
		const [filed, other] = [await ownedCase(), await ownedCase()];
		await exhaustStrangers();
		expect((await signIn(other.owner, GOOD, newNetwork())).status).toBe(200);
		expect((await contestAll(other.owner, GOOD, newNetwork())).status).toBe(202);
		expect((await contest(filed, GOOD, newNetwork())).status).toBe(200);
	});

	it("the owner of a will signs in to object to its release, and erases the will", async () => {
		const owner = await ownerOfReleasedWill();
		await exhaustStrangers();
		const session = await signIn(owner, GOOD, newNetwork());
		expect(session.status).toBe(200);
		const body = {
			...{ chainId: CHAIN_ID, service: new URL(env.BASE_URL).origin },
			nonce: `0x${crypto.randomUUID().replaceAll("-", "").padStart(64, "0")}`,
			deadline: Math.floor(Date.now() / 1000) + 600,
			signature: GOOD,
		};
		const headers = { ...from(newNetwork()), Authorization: `Bearer ${session.body.accessToken}` };
		expect(await send("DELETE", `/estate-profiles/${owner}`, { body, headers })).toMatchObject({
			status: 200,
		});
	});

	it("an account has no reserve once its case is closed", async () => {
		const { owner, ...filed } = await ownedCase();
		expect((await contest(filed, GOOD, newNetwork())).status).toBe(200);
		await exhaustStrangers();
		expect((await contest(filed, BAD, newNetwork())).status).toBe(503);
		await eventually(async () => (await signIn(owner, GOOD, newNetwork())).status === 503);
	});
});

describe("bad signatures for an account", () => {
	it("slow down its owner in the attackers' networks only, and no other owner there", async () => {
		const [attacked, other] = [await ownedCase(), await ownedCase()];
		await exhaustStrangers();
		const attackers = [newNetwork(), newNetwork(), newNetwork()];
		for (const network of attackers) {
			for (let turn = 0; turn < 2; turn++) expect((await contest(attacked, BAD, network)).status).toBe(403);
			const refused = await contest(attacked, GOOD, network);
			expect(refused).toMatchObject({ status: 429 });
			expect(refused.body.error.message).toContain("Your network, for this account, may");
		}
		expect((await signIn(other.owner, GOOD, String(attackers[0]))).status).toBe(200);
		expect((await contest(attacked, GOOD, newNetwork())).status).toBe(200);
	});

	it("cost a network no more than its own sum, however many accounts open cases name", async () => {
		const cases = [await ownedCase(), await ownedCase(), await ownedCase()];
		await exhaustStrangers();
		const network = newNetwork();
		const statuses: number[] = [];
		for (const filed of cases) {
			for (let turn = 0; turn < 2; turn++) statuses.push((await contest(filed, BAD, network)).status);
		}
		expect(statuses).toEqual([403, 403, 403, 403, 429, 429]);
	});

	it("are paid like other calls after the reserve, so that one network may send more in quiet times", async () => {
		const filed = await ownedCase();
		const network = newNetwork();
		const statuses: number[] = [];
		for (let turn = 0; turn < 6; turn++) statuses.push((await contest(filed, BAD, network)).status);
		expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
	});
});

describe("the node is not asked", () => {
	it("about an account whose code was absent a moment ago, unless the signature is an envelope", async () => {
		const filed = await filedCase();
		expect((await contest(filed, BAD, newNetwork())).status).toBe(403);
		const before = node.requests.length;
		expect(before).toBeGreaterThan(0);
		expect((await contest(filed, `${BAD}5a`, newNetwork())).status).toBe(403);
		expect(node.requests).toHaveLength(before);
		const word = (value: number) => value.toString(16).padStart(64, "0");
		const inner = `${word(65)}${ACCEPTED.slice(0, 80)}${"0".repeat(112)}`;
		const envelope: Hex = `0x${word(0)}${word(96)}${word(128)}${word(0)}${inner}${"6492".repeat(16)}`;
		expect((await contest(filed, envelope, newNetwork())).status).toBe(200);
	});

	it("about a malformed envelope, for whichever account", async () => {
		const filed = await ownedCase();
		const before = node.requests.length;
		const malformed: Hex = `0x${"ff".repeat(96)}${"6492".repeat(16)}`;
		expect((await contest(filed, malformed, newNetwork())).body.error.message).toContain(
			"envelope is malformed",
		);
		expect(node.requests).toHaveLength(before);
	});
});
