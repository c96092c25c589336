// recovery-module.md "What the service does with events": schedules that no case allows, from the first look to the end.
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { type Abi, encodeAbiParameters, encodeEventTopics, getAbiItem, type Hex, pad, toHex } from "viem";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { JsonRpc } from "../../../src/chain/json-rpc.ts";
import { foreignSchedules, mails, watchers } from "../../../src/db/schema.ts";
import { moduleAbi } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { createModuleEvents } from "../../../src/recovery/module/module-events.ts";
import { createModuleRows } from "../../../src/recovery/module/module-rows.d1.ts";
import { continueModuleWatch } from "../../../src/recovery/module/watch-module.ts";

const CHAIN = 31_337;
const CONFIRMATIONS = 10;
const START = 100;
const NOW = Date.UTC(2026, 10, 21);
const READY_AT = BigInt(NOW / 1000) + 86_400n;
const ENDS_AT = READY_AT + 86_400n;
const JRC_HASH = `0x${"5b".repeat(32)}` as const;
const db = drizzle(env.DB);

type Emitted = { block: number; topics: readonly unknown[]; data: Hex };
let account: Hex;
const logs: Emitted[] = [];
let head = START;
let tests = 0;
beforeEach(async () => {
	account = `0xb7${String(++tests).padStart(38, "0")}`;
	await db.insert(watchers).values({
		...{
			watcherId: crypto.randomUUID(),
			account,
			chainId: 0,
			sealed: "{}",
			keyVersion: 1,
			addressMac: "mac",
		},
		...{ masked: "a…@e….com", language: "en", network: "n", createdAt: 1, confirmedAt: 1, removedAt: null },
		...{ codeHash: null, codeExpiresAt: 1 },
	});
	await look();
});
afterEach(() => db.delete(foreignSchedules));

/** The module's event, in a block of its own. */
function emit(
	eventName: "Scheduled" | "Delayed" | "Vetoed" | "AllVetoed",
	args: Record<string, unknown>,
): void {
	const abi = moduleAbi as Abi;
	const item = getAbiItem({ abi, name: eventName });
	const inputs = item?.type === "event" ? item.inputs.filter(({ indexed }) => !indexed) : [];
	const whole = { account, jrcHash: JRC_HASH, by: account, ...args };
	head += 1;
	logs.push({
		block: head,
		topics: encodeEventTopics({ abi, eventName, args: whole }),
		data: encodeAbiParameters(
			inputs,
			inputs.map(({ name }) => Object(whole)[name ?? ""]),
		),
	});
}
const schedule = (round: bigint) =>
	emit("Scheduled", { generation: 1n, round, readyAt: READY_AT, endsAt: ENDS_AT });

/** A node of which only the chain's content is made up. */
const node: JsonRpc = {
	async call(method, params) {
		if (method === "eth_chainId") return { ok: true, result: toHex(CHAIN) };
		if (method === "eth_blockNumber") return { ok: true, result: toHex(head) };
		const { fromBlock, toBlock } = Object(params[0]);
		const found = logs.filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock));
		const result = found.map(({ block, topics, data }, at) => ({
			...{ topics, data, address: account, blockNumber: toHex(block), logIndex: toHex(at) },
			transactionHash: pad(toHex(block)),
		}));
		return { ok: true, result };
	},
};

/** What the job of a minute does. */
async function look(now = NOW): Promise<void> {
	const rows = createModuleRows(env.DB);
	await rows.forgetOld(now);
	await continueModuleWatch(now, [CHAIN], {
		...createModuleEvents({
			...{ rows, reviewers: new Map(), tell: async () => {} },
			caseObject: (caseId) => env.RECOVERY_CASES.getByName(caseId),
		}),
		...{ cursorOf: rows.cursorOf, moveOn: rows.moveOn, confirmations: CONFIRMATIONS },
		...{ rpcOf: () => node, charge: async () => true },
	});
}

const standing = async () => (await db.select().from(foreignSchedules)).map(({ round }) => round);
const mailed = async () => (await db.select().from(mails)).length;

it("tells the watchers once of a schedule that is stopped before its block is final", async () => {
	schedule(0n);
	emit("Vetoed", { round: 1n });
	for (let minute = 0; minute < 3; minute++) await look();
	expect([await mailed(), await standing()]).toEqual([1, [0]]);
	head += CONFIRMATIONS;
	for (let minute = 0; minute < 2; minute++) await look();
	expect([await mailed(), await standing()]).toEqual([1, []]);
});

it("keeps the alarm of a schedule that followed a stopped one of the same recovery", async () => {
	schedule(0n);
	emit("Vetoed", { round: 1n });
	schedule(1n);
	head += CONFIRMATIONS;
	await look();
	expect(await standing()).toEqual([1]);
	emit("AllVetoed", { generation: 2n });
	head += CONFIRMATIONS;
	await look();
	expect(await standing()).toEqual([]);
});

it("keeps the alarm of a delayed schedule until its new end", async () => {
	schedule(0n);
	emit("Delayed", { readyAt: READY_AT + 86_400n, endsAt: ENDS_AT + 86_400n });
	head += CONFIRMATIONS;
	await look();
	await look(Number(ENDS_AT) * 1000);
	expect(await standing()).toEqual([0]);
	await look(Number(ENDS_AT + 86_400n) * 1000);
	expect(await standing()).toEqual([]);
});
