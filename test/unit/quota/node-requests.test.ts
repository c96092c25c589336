// auth.md "Other limits".
// Requests to a node are charged before they are sent, and what was not sent is given back.
import { expect, test } from "vitest";
import type { JsonRpc } from "../../../src/chain/json-rpc.ts";
import type { Budgets, ChargeRequest } from "../../../src/quota/budgets.ts";
import type { BudgetExhausted } from "../../../src/quota/errors.ts";
import { meterRpc } from "../../../src/quota/node-requests.ts";

const wallet = { kind: "wallet", subject: "wallet:0x1" } as const;
const by = { payer: wallet, clientAddress: "192.0.2.1" };

/** Budgets with room for this many requests, and what is used of each. */
function budgetsOf({ owner = 0, ...others }: { wallet: number; service: number; owner?: number }) {
	const room = { owner, ...others };
	const used = { wallet: 0, service: 0, owner: 0 };
	const charge: Budgets["charge"] = async ({ payer, costs }: ChargeRequest) => {
		const who = payer.kind === "service" || payer.kind === "owner" ? payer.kind : "wallet";
		const cost = costs.node_requests ?? 0;
		await new Promise((done) => setTimeout(done, 1));
		if (used[who] + cost > room[who]) {
			const limit = { resource: "node_requests", amount: room[who], windowMs: 3_600_000 } as const;
			return { kind: "budget_exhausted", identity: who, ...limit, retryAfterSeconds: 9 } as BudgetExhausted;
		}
		used[who] += cost;
		return {
			kind: "charged",
			refund: async (unused) => {
				used[who] -= unused?.node_requests ?? cost;
			},
		};
	};
	return { used, charge };
}

function countedRpc() {
	let sent = 0;
	const rpc: JsonRpc = { call: async () => ({ ok: true, result: ++sent }) };
	return { rpc, sent: () => sent };
}

const send = (rpc: JsonRpc, times: number) =>
	Promise.all(Array.from({ length: times }, () => rpc.call("eth_chainId", [])));

test("blocks are charged to the caller and the service, and the rest of the last one is given back", async () => {
	const { rpc, sent } = countedRpc();
	const budgets = budgetsOf({ wallet: 100, service: 100 });
	const metered = meterRpc(rpc, budgets, { by, block: 20 });
	await send(metered.rpc, 21);
	expect(budgets.used).toMatchObject({ wallet: 40, service: 40 });
	await metered.settle();
	expect([sent(), budgets.used, metered.refusal()]).toEqual([
		21,
		{ wallet: 21, service: 21, owner: 0 },
		null,
	]);
	await metered.settle();
	expect(budgets.used).toMatchObject({ wallet: 21, service: 21 });
});

test("an owner's reserve pays alone while it lasts, and gets back what was not sent", async () => {
	const budgets = budgetsOf({ wallet: 100, service: 100, owner: 4 });
	const meter = () =>
		meterRpc(countedRpc().rpc, budgets, { by, block: 4, protectedAccount: async () => "1:0xa" });
	const [first, second] = [meter(), meter()];
	await send(first.rpc, 3);
	await first.settle();
	expect(budgets.used).toEqual({ wallet: 0, service: 0, owner: 3 });
	await send(second.rpc, 4);
	expect(budgets.used).toEqual({ wallet: 4, service: 4, owner: 3 });
});

test("the refusal names the owner's reserve, which comes back for certain", async () => {
	const metered = meterRpc(countedRpc().rpc, budgetsOf({ wallet: 100, service: 0 }), {
		by,
		block: 4,
		protectedAccount: async () => "1:0xa",
	});
	await send(metered.rpc, 1);
	expect(metered.refusal()).toMatchObject({ identity: "owner" });
});

test("nothing is sent if a budget cannot be charged", async () => {
	const { rpc, sent } = countedRpc();
	const charge = () => Promise.reject(new Error("the object is overloaded"));
	const metered = meterRpc(rpc, { charge }, { by, block: 20 });
	const responses = await send(metered.rpc, 3);
	expect(responses.every(({ ok }) => !ok)).toBe(true);
	expect([sent(), metered.refusal()]).toEqual([0, null]);
});

test("a check that sends nothing costs nothing", async () => {
	const budgets = budgetsOf({ wallet: 100, service: 100 });
	const metered = meterRpc(countedRpc().rpc, budgets, { by, block: 20 });
	await metered.settle();
	expect(budgets.used).toMatchObject({ wallet: 0, service: 0 });
});

test.each([
	["caller", { wallet: 45, service: 1000 }],
	["service", { wallet: 1000, service: 45 }],
])(
	"nothing more is sent once the budget of the %s is used up, also by parallel requests",
	async (_, room) => {
		const { rpc, sent } = countedRpc();
		const budgets = budgetsOf(room);
		const metered = meterRpc(rpc, budgets, { by, block: 20 });
		const responses = await send(metered.rpc, 100);
		expect(responses.filter(({ ok }) => ok)).toHaveLength(40);
		expect(responses[99]).toMatchObject({ ok: false, kind: "unreachable" });
		expect(sent()).toBe(40);
		expect(metered.refusal()).toMatchObject({ kind: "budget_exhausted", retryAfterSeconds: 9 });
		await metered.settle();
		expect(budgets.used).toMatchObject({ wallet: 40, service: 40 });
	},
);
