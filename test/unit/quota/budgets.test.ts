// auth.md "Other limits".
import { describe, expect, it } from "vitest";
import type { SpendInput } from "../../../durable/account/account-messages.ts";
import { AppError } from "../../../src/kernel/errors/app-error.ts";
import { refund, spend } from "../../../src/quota/budget.ts";
import {
	type BudgetTable,
	DEFAULT_BUDGETS,
	IDENTITIES,
	type Identity,
} from "../../../src/quota/budget-table.ts";
import { type BudgetObject, type ChargeRequest, createBudgets } from "../../../src/quota/budgets.ts";
import { budgetError } from "../../../src/quota/errors.ts";

const NOW = 5_000_000_000;
const DAY_MS = 86_400_000;

/** Objects in memory; those in `broken` fail. */
function newService(amounts: Partial<Record<Identity, number>>, allowed: string[] = []) {
	const wholeAt = new Map<string, number>();
	const broken = new Set<string>();
	const asked: string[] = [];
	const objectOf = (object: string): BudgetObject => ({
		async spend({ charges, now }: SpendInput) {
			if (broken.has(object)) throw new Error("unreachable");
			const next = new Map<string, number>();
			for (const { part, budget, cost } of charges) {
				const name = `${object} ${part}`;
				const result = spend({ budget, cost, wholeAt: wholeAt.get(name) ?? now, now });
				if (result.kind === "exhausted") return { ...result, part };
				next.set(name, result.wholeAt);
			}
			for (const entry of next) wholeAt.set(...entry);
			return { kind: "spent" };
		},
		async refund({ charges }) {
			for (const { part, budget, cost } of charges) {
				const name = `${object} ${part}`;
				wholeAt.set(name, refund({ budget, cost, wholeAt: wholeAt.get(name) ?? 0 }));
			}
		},
	});
	const table: BudgetTable = { ...DEFAULT_BUDGETS, cases: { windowMs: DAY_MS, amounts } };
	const budgets = createBudgets({
		objectOf,
		table,
		networkNameOf: (address) => `net(${address})`,
		hasAllowedOrigin: async (developerId) => {
			asked.push(developerId);
			return allowed.includes(developerId);
		},
	});
	/** The objects with a spent part. */
	const spent = () => [...wholeAt].filter(([, at]) => at > NOW).map(([name]) => name);
	const charge = (payer: ChargeRequest["payer"], more: Partial<ChargeRequest> = {}) =>
		budgets.charge({ payer, clientAddress: "203.0.113.7", costs: { cases: 1 }, now: NOW, ...more });
	return { ...budgets, charge, spent, broken, asked };
}

const wallet = (subject: string, page?: { origin: string }) =>
	({ kind: "wallet", subject, ...(page && { page }) }) as const;
const developer = (developerId: string) => ({ kind: "developer", developerId }) as const;

describe("a charge", () => {
	it("is paid by the identity and by its network, and by no network in an alarm", async () => {
		const all = { wallet: 9, anonymous: 9, free_network: 9, developer: 9, developer_network: 9, service: 9 };
		const { charge, spent } = newService({ ...all, origin: 9, origin_network: 9 });
		await charge(wallet("w"));
		await charge({ kind: "anonymous", subject: "a" }, { clientAddress: "x" });
		await charge(developer("d"));
		await charge(wallet("paged", { origin: "https://o" }));
		await charge({ kind: "origin", origin: "https://p" });
		await charge({ kind: "service" });
		await charge(wallet("alarm"), { clientAddress: null });
		expect(spent()).toEqual([
			...["w cases", "network:free:net(203.0.113.7) cases", "a cases", "network:free:net(x) cases"],
			...["d cases", "network:developer:net(203.0.113.7) cases", "paged cases"],
			...["origin:https://o cases", "origin:https://o cases/net(203.0.113.7)"],
			...["origin:https://p cases", "origin:https://p cases/net(203.0.113.7)"],
			...["service cases", "alarm cases"],
		]);
	});

	it("is taken from all budgets or from none, and can be refunded", async () => {
		const { charge, spent } = newService({ wallet: 9, free_network: 2 });
		const first = await charge(wallet("a"));
		await charge(wallet("b"));
		const refused = await charge(wallet("c"));
		expect(refused).toMatchObject({ kind: "budget_exhausted", identity: "free_network", amount: 2 });
		expect(refused).toMatchObject({ retryAfterSeconds: DAY_MS / 2000 });
		expect(spent()).not.toContain("c cases");
		if (first.kind === "charged") await first.refund();
		expect((await charge(wallet("c"))).kind).toBe("charged");
	});

	it("lets a flood of wallets exhaust neither the developers of their network nor other networks", async () => {
		const { charge } = newService({ wallet: 1, free_network: 3, developer: 1, developer_network: 1 });
		for (let at = 0; at < 10; at++) await charge(wallet(`w${at}`));
		expect((await charge(wallet("victim"))).kind).toBe("budget_exhausted");
		expect((await charge(wallet("victim"), { clientAddress: "elsewhere" })).kind).toBe("charged");
		expect((await charge(developer("d"))).kind).toBe("charged");
	});

	it("falls back to the budget of allowed developers, without their network, and only then asks", async () => {
		const { charge, asked, spent } = newService(
			{ developer: 1, developer_network: 2, allowed_developer: 1 },
			["d"],
		);
		await charge(developer("d"));
		expect(asked).toEqual([]);
		expect((await charge(developer("d"))).kind).toBe("charged");
		expect(spent()).toContain("d cases/allowed");
		expect(await charge(developer("d"))).toMatchObject({ identity: "allowed_developer" });
		await charge(developer("e"));
		expect(await charge(developer("f"))).toMatchObject({ identity: "developer_network" });
		expect(asked).toEqual(["d", "d", "f"]);
	});

	it("keeps a part of the service's budget for developers with an allowed origin", async () => {
		const { charge } = newService({ strangers: 2, service: 3 }, ["known"]);
		const by = (payer: ChargeRequest["payer"]) => charge({ kind: "service", for: payer });
		await by(wallet("w"));
		await by(developer("unknown"));
		const nobody = { kind: "nobody" } as const;
		for (const stranger of [nobody, wallet("w"), developer("unknown")])
			expect(await by(stranger)).toMatchObject({ identity: "strangers" });
		expect(await charge({ kind: "service" })).toMatchObject({ identity: "strangers" });
		expect((await by(developer("known"))).kind).toBe("charged");
		expect(await by(developer("known"))).toMatchObject({ identity: "service" });
	});

	it("is spent on the node by all together within a minute at most, so that no burst keeps it busy", async () => {
		const { charge } = newService({});
		const costs = { node_requests: 1000 };
		const take = (now: number) => charge({ kind: "service", for: wallet("w") }, { costs, now });
		for (const turn of [1, 2, 3]) expect([turn, (await take(NOW)).kind]).toEqual([turn, "charged"]);
		expect(await take(NOW)).toMatchObject({ identity: "strangers", retryAfterSeconds: 12 });
		for (let minute = 1; minute <= 60; minute++)
			expect((await take(NOW + minute * 60_000)).kind).toBe("charged");
	});

	it("is 503 if a budget cannot be reached, except for a read, and leaves nothing charged", async () => {
		const { charge, broken, spent } = newService({ wallet: 9, free_network: 9 });
		broken.add("network:free:net(203.0.113.7)");
		await expect(charge(wallet("w"))).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
		expect(spent()).toEqual([]);
		expect((await charge(wallet("w"), { isRead: true })).kind).toBe("charged");
	});

	it("is refunded unless something was stored, and kept if that is unknown", async () => {
		const { within, spent } = newService({ wallet: 1 });
		const request = { payer: wallet("w"), clientAddress: null, costs: { cases: 1 }, now: NOW };
		await within(
			request,
			async () => "repeated",
			(result) => result === "stored",
		);
		expect(spent()).toEqual([]);
		const rejected = new AppError({ code: "FORBIDDEN", message: "rejected" });
		await expect(within(request, () => Promise.reject(rejected))).rejects.toBe(rejected);
		expect(spent()).toEqual([]);
		const broken = () => Promise.reject(new Error("no response"));
		await expect(within(request, broken)).rejects.toThrow("no response");
		expect(spent()).toEqual(["w cases"]);
		await expect(within(request, async () => "stored")).rejects.toMatchObject({ code: "RATE_LIMITED" });
	});
});

describe("a refusal", () => {
	const refusal = { kind: "budget_exhausted", resource: "cases", amount: 30, windowMs: DAY_MS } as const;
	const errorFor = (identity: Identity) =>
		budgetError({ ...refusal, identity, left: 3, retryAfterSeconds: 7 });

	it.each<[Identity, RegExp]>([
		["anonymous", /^This anonymous session may file 30 recovery cases within a day/],
		["wallet", /^This wallet .*use an API key/],
		["free_network", /^Your network/],
		["origin", /^Your site/],
		["origin_network", /^Your network/],
		["developer", /^This account .*browser origin/],
		["developer_network", /^Your network/],
		["allowed_developer", /^This account .*operator/],
	])("says that the limit is that of %s, and which ways remain", (identity, message) => {
		expect(errorFor(identity)).toMatchObject({ code: "RATE_LIMITED", retryAfterSeconds: 7 });
		expect(errorFor(identity).message).toMatch(message);
	});

	it.each(IDENTITIES)("tells what is left to %s only if the caller alone uses it up", (identity) => {
		const isOwn = ["anonymous", "wallet", "developer", "allowed_developer"].includes(identity);
		const quota = { name: "cases", amount: 30, windowSeconds: 86_400, left: 3 };
		expect(errorFor(identity).quota).toEqual(isOwn ? quota : undefined);
	});

	it.each(["service", "strangers"] as const)("is 503 for the service's own budget (%s)", (identity) => {
		expect(errorFor(identity)).toMatchObject({ code: "SERVICE_UNAVAILABLE", retryAfterSeconds: 7 });
	});
});
