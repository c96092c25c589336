/** What strangers who file cases can cost, and whom they can keep out (auth.md "Other limits"). */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { PrivateKeyAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { newDeveloper } from "../../support/auth/accounts.ts";
import { newWalletBearer } from "../../support/auth/wallet-bearer.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { charge } from "../../support/quota.ts";
import { claimant, courtOrderBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newAnonymous, newOrigin, newPageSession, newWallet, newWalletSession } from "../access/support.ts";
import { caseObject, close, countBy, eventsOf, eventually, newPartner, recordOf } from "./support.ts";

type Headers = Record<string, string>;

let lostAccounts = 0;
const newLost = () => `0x${(0xbad0000 + ++lostAccounts).toString(16).padStart(40, "0")}`;

/** Each test has its own network. */
let networks = 0;
let at = "";
beforeEach(() => {
	at = `10.77.${++networks}`;
});
const from = (address: string) => ({ "cf-connecting-ip": address });

async function file(
	headers: Headers,
	intent = newIntent({ lostAccount: newLost() }),
	signer?: PrivateKeyAccount,
) {
	const body = await newCaseBody(intent, signer);
	return call("/recovery-cases/new-case", { body, headers });
}

const fileMany = (times: number, headers: () => Promise<Headers> | Headers, lostAccount?: string) =>
	Promise.all(
		Array.from({ length: times }, async () =>
			file(await headers(), newIntent({ lostAccount: lostAccount ?? newLost() })),
		),
	);

const statusesOf = (responses: Response[]) => countBy(responses.map(({ status }) => status));

const { amounts } = configOf(env).budgets.cases;

describe("cases of a free identity", () => {
	it("end at the wallet's daily budget, and a repeated filing is not rejected", async () => {
		const wallet = newWallet();
		const headers = await newWalletSession(wallet);
		const first = newIntent({ lostAccount: newLost() });
		expect((await file(headers, first)).status).toBe(201);
		const responses = await fileMany(40, () => headers);
		expect(statusesOf(responses)).toEqual({ 201: amounts.wallet - 1, 429: 41 - amounts.wallet });
		const refused = responses.find(({ status }) => status === 429);
		const wait = Number(refused?.headers.get("Retry-After"));
		expect(wait).toBeGreaterThan(60);
		expect(refused?.headers.get("RateLimit")).toBe(`"cases";r=0;t=${wait}`);
		expect(refused?.headers.get("RateLimit-Policy")).toMatch(
			/^"credential";q=\d+;w=60, "cases";q=30;w=86400$/,
		);
		expect(await errorOf(refused ?? new Response())).toMatchObject({
			code: "RATE_LIMITED",
			message: expect.stringContaining("This wallet may file 30 recovery cases within a day"),
		});
		expect((await file(headers, first)).status).toBe(200);
	});

	it("count their bytes", async () => {
		const subject = `wallet:0x${"5c".repeat(20)}`;
		const { wallet: bytes } = configOf(env).budgets.stored_bytes.amounts;
		const payer = { kind: "wallet", subject } as const;
		expect(await charge({ payer, clientAddress: null, costs: { stored_bytes: bytes - 200_000 } })).toBe(true);
		const headers = await newWalletBearer(subject);
		const large = () => {
			const intent = newIntent({ lostAccount: newLost() });
			const [call] = intent.txs;
			if (!call) throw new Error("an intent has calls");
			return { ...intent, txs: [{ ...call, data: `0x${"ab".repeat(60_000)}` }] };
		};
		expect((await file(headers, large())).status).toBe(201);
		const refused = await file(headers, large());
		const [, left, wait] =
			/^"stored_bytes";r=(\d+);t=(\d+)$/.exec(refused.headers.get("RateLimit") ?? "") ?? [];
		expect(Number(left)).toBeGreaterThan(0);
		expect(wait).toBe(refused.headers.get("Retry-After"));
		expect((await errorOf(refused)).message).toContain("This wallet may store 32 MiB within a day");
	});

	it("end at the network's budget, whichever wallets and sessions, without limiting anybody else", async () => {
		for (let left = amounts.free_network - 3; left > 0; left -= 30) {
			const payer = { kind: "anonymous", subject: `anon:${crypto.randomUUID()}` } as const;
			await charge({ payer, clientAddress: `${at}.9`, costs: { cases: Math.min(30, left) } });
		}
		const responses = await fileMany(8, async () => ({ ...(await newAnonymous()), ...from(`${at}.1`) }));
		expect(statusesOf(responses)).toEqual({ 201: 3, 429: 5 });
		const wallet = { ...(await newWalletSession(newWallet())), ...from(`${at}.2`) };
		const shared = await file(wallet);
		expect([shared.headers.has("Retry-After"), shared.headers.has("RateLimit")]).toEqual([true, false]);
		expect((await errorOf(shared)).message).toContain("Your network");
		expect((await file({ ...wallet, ...from(`10.78.${networks}.2`) })).status).toBe(201);
		const { headers } = await newPartner();
		expect((await file({ ...headers, ...from(`${at}.2`) })).status).toBe(201);
	});

	it("leave nothing charged and no slot where they are rejected", async () => {
		const subject = `wallet:0x${"5d".repeat(20)}`;
		const lostAccount = newLost();
		for (let left: number = amounts.free_network; left > 0; left -= 30) {
			const payer = { kind: "anonymous", subject: `anon:${crypto.randomUUID()}` } as const;
			await charge({ payer, clientAddress: `${at}.9`, costs: { cases: Math.min(30, left) } });
		}
		const headers = await newWalletBearer(subject);
		const refused = await fileMany(20, () => ({ ...headers, ...from(`${at}.1`) }), lostAccount);
		expect(statusesOf(refused)).toEqual({ 429: 20 });
		const payer = { kind: "wallet", subject } as const;
		expect(await charge({ payer, clientAddress: null, costs: { cases: amounts.wallet - 5 } })).toBe(true);
		expect(statusesOf(await fileMany(5, () => headers, lostAccount))).toEqual({ 201: 5 });
	});
});

describe("cases of the pages of an origin", () => {
	let sites = 0;
	async function newSite() {
		const developer = await newDeveloper();
		const origin = `https://site-${++sites}.example`;
		await newOrigin(developer, origin, "allow");
		return origin;
	}

	it("under a forged Origin from one network leave the other visitors their share", async () => {
		const origin = await newSite();
		let clients = 0;
		const forger = () => ({ Origin: origin, ...from(`${at}.${++clients}`) });
		const forged = await fileMany(100, forger);
		expect(statusesOf(forged)).toEqual({ 201: 100 });
		const payer = { kind: "origin", origin } as const;
		await charge({ payer, clientAddress: `${at}.2`, costs: { cases: amounts.origin_network - 100 } });
		const refused = await errorOf(await file({ Origin: origin, ...from(`${at}.3`) }));
		expect(refused).toMatchObject({ status: 429, code: "RATE_LIMITED" });
		expect(refused.message).toContain("Your network, with all its visitors of this site");
		expect((await file({ Origin: origin, ...from(`10.78.${networks}.1`) })).status).toBe(201);
	});

	it("say that the site has reached its limit", async () => {
		const origin = await newSite();
		for (let network = 0; network < 8; network++) {
			const payer = { kind: "origin", origin } as const;
			const clientAddress = `10.79.${network}.1`;
			await charge({ payer, clientAddress, costs: { cases: amounts.origin_network } });
		}
		expect((await errorOf(await file({ Origin: origin }))).message).toMatch(/^Your site/);
	});

	it("do not fill slots on a lost account for other visitors", async () => {
		const [origin, lostAccount] = [await newSite(), newLost()];
		const filed = await fileMany(6, () => ({ Origin: origin }), lostAccount);
		expect(statusesOf(filed)).toEqual({ 201: 6 });
		const visitors = Array.from({ length: 6 }, newWallet);
		for (const wallet of visitors) {
			const intent = newIntent({ lostAccount, recoveryAccount: wallet.address });
			expect((await file(await newPageSession(wallet, origin), intent, wallet)).status).toBe(201);
		}
	});
});

describe("slots on one lost account", () => {
	it("are not shared by anonymous sessions, so that five strangers do not keep the heir out", async () => {
		const lostAccount = newLost();
		expect(statusesOf(await fileMany(5, newAnonymous, lostAccount))).toEqual({ 201: 5 });
		const heir = await newAnonymous();
		expect((await file(heir, newIntent({ lostAccount }))).status).toBe(201);
	});

	it.each<[string, () => Promise<Headers>]>([
		["a wallet session", () => newWalletSession(newWallet())],
		["an anonymous session", newAnonymous],
		["a developer", async () => (await newPartner()).headers],
	])("are five for %s, exactly, with room again after a case is closed", async (_, login) => {
		const [headers, lostAccount] = [await login(), newLost()];
		const pool = Array.from({ length: 12 }, () => newIntent({ lostAccount }));
		const responses = await Promise.all(pool.map((intent) => file(headers, intent)));
		expect(statusesOf(responses)).toEqual({ 201: 5, 429: 7 });
		const filed = pool.find((_, index) => responses[index]?.status === 201) ?? newIntent();
		expect((await close(filed, "withdraw", claimant)).status).toBe(200);
		expect(statusesOf(await fileMany(2, () => headers, lostAccount))).toEqual({ 201: 1, 429: 1 });
	});
});

describe("an expired case without an order", () => {
	it("holds no slot, and an order revives it", async () => {
		const [by, lostAccount] = [await newPartner(), newLost()];
		const pool = Array.from({ length: 5 }, () => newIntent({ lostAccount }));
		const [first] = await Promise.all(pool.map(by.file));
		if (!first || !pool[0]) throw new Error("five were filed");
		const stub = caseObject(first.caseId);
		expect((await file(by.headers, newIntent({ lostAccount }))).status).toBe(429);
		await eventually(async () => (await eventsOf(first.caseId))[0]?.confirmed_at !== null);
		await runInDurableObject(stub, (_, { storage }) => {
			storage.sql.exec("UPDATE case_state SET state = json_set(state, '$.expiresAt', 1)");
		});
		await evictDurableObject(stub);
		await runDurableObjectAlarm(stub);
		expect(statusesOf(await fileMany(2, () => by.headers, lostAccount))).toEqual({ 201: 1, 429: 1 });
		expect(await recordOf(await by.attach(pool[0]))).toMatchObject({ status: "pending" });
	});
});

describe("court orders", () => {
	it("end at the session's daily budget", async () => {
		const wallet = newWallet();
		const headers = await newWalletSession(wallet);
		const [first, second] = [newLost(), newLost()].map((lostAccount) => newIntent({ lostAccount }));
		if (!first || !second) throw new Error("there are two");
		for (const intent of [first, second]) await file(headers, intent);
		const attach = async (intent: typeof first) => {
			const path = `/recovery-cases/${hashRecoveryIntent(intent)}/court-order`;
			return call(path, { method: "PATCH", body: await courtOrderBody(intent), headers });
		};
		const payer = { kind: "wallet", subject: `wallet:${wallet.address.toLowerCase()}` } as const;
		const { orders } = configOf(env).budgets;
		await charge({ payer, clientAddress: null, costs: { orders: orders.amounts.wallet - 1 } });
		expect((await attach(first)).status).toBe(200);
		const refused = await errorOf(await attach(second));
		expect(refused.message).toContain("This wallet may attach 30 court orders within a day");
	});
});

describe("a developer", () => {
	it("has a second budget if a reviewer has allowed one of its origins", async () => {
		const [plain, allowed] = [await newPartner(), await newPartner()];
		await newOrigin(
			{ headers: { Authorization: `Bearer ${allowed.token}` } },
			"https://allowed-filer.example",
			"allow",
		);
		for (const { developerId, headers } of [plain, allowed]) {
			const payer = { kind: "developer", developerId } as const;
			await charge({ payer, clientAddress: null, costs: { cases: amounts.developer } });
			const status = developerId === plain.developerId ? 429 : 201;
			expect((await file(headers)).status).toBe(status);
		}
	});
});
