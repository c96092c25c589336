// recovery-module.md "States".
// Every call that the module rejects, in every state, on a real Safe.
// Over 300 lines: its tests share one chain, which takes seconds to start.
import { type Address, zeroAddress, zeroHash } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { moduleAddress } from "../../../src/protocol/recovery-module/court-recovery-module.ts";
import { heir, lost } from "../../support/chain/execution-chain.ts";
import {
	addressesOf,
	type Configuration,
	DAY,
	type Intent,
	jrcHashOf,
	type ModuleStage,
	type Reviewer,
	startModuleStage,
} from "../../support/chain/recovery-module.ts";

let stage: ModuleStage;
let reviewers: [Reviewer, Reviewer, Reviewer];
let vetoer: Address;
let configuration: Configuration;
beforeAll(async () => {
	stage = await startModuleStage();
	reviewers = stage.newReviewers(3) as [Reviewer, Reviewer, Reviewer];
	[{ address: vetoer }] = stage.newReviewers(1) as [Reviewer];
	configuration = {
		reviewers: addressesOf(reviewers),
		threshold: 2n,
		vetoers: [vetoer],
		delay: 2n * DAY,
		expiry: 5n * DAY,
	};
}, 60_000);
afterAll(() => stage?.stop());

const two = () => reviewers.slice(0, 2);
const vetoOf = (intent: Intent) =>
	({ functionName: "veto", args: [intent.lostAccount, jrcHashOf(intent)] }) as const;
const executeOf = (intent: Intent) => ({ functionName: "execute", args: [intent] }) as const;
const status = (intent: Intent) => stage.statusOf(intent.lostAccount, jrcHashOf(intent));

/** A Safe with the module, and an intent for it. */
async function newIntent(): Promise<Intent> {
	return stage.intentOf(await stage.newAccount(configuration));
}
async function newSchedule(): Promise<Intent> {
	const intent = await newIntent();
	await stage.call(await stage.scheduleOf(intent, two()));
	return intent;
}

describe("configure", () => {
	let safe: Address;
	beforeAll(async () => {
		safe = await stage.newAccount(configuration);
	});
	const errorOf = (changes: Partial<Configuration>, account = safe) =>
		stage.errorOf({ functionName: "configure", args: [{ ...configuration, ...changes }] }, account);
	const many = (count: number): Address[] =>
		Array.from({ length: count }, (_, i): Address => `0x${(i + 0x1000).toString(16).padStart(40, "0")}`);

	test("takes thresholds from one to the number of reviewers", async () => {
		expect(await errorOf({ threshold: 0n })).toBe("InvalidThreshold");
		expect(await errorOf({ threshold: 4n })).toBe("InvalidThreshold");
		expect(await errorOf({ threshold: 2n ** 64n + 1n })).toBe("InvalidThreshold");
		expect(await errorOf({ reviewers: [] })).toBe("InvalidThreshold");
		expect(await errorOf({ threshold: 1n })).toBeUndefined();
		expect(await errorOf({ threshold: 3n })).toBeUndefined();
	});

	test("takes delays and expiries from a day to ten years", async () => {
		for (const name of ["delay", "expiry"] as const) {
			expect(await errorOf({ [name]: DAY - 1n })).toBe("InvalidDuration");
			expect(await errorOf({ [name]: 3650n * DAY + 1n })).toBe("InvalidDuration");
			expect(await errorOf({ [name]: DAY })).toBeUndefined();
			expect(await errorOf({ [name]: 3650n * DAY })).toBeUndefined();
		}
	});

	test("takes strictly ascending lists of at most 32 members, without the account itself", async () => {
		const [first, second, third] = configuration.reviewers as [Address, Address, Address];
		for (const name of ["reviewers", "vetoers"] as const) {
			expect(await errorOf({ [name]: [second, first, third] })).toBe("InvalidMembers");
			expect(await errorOf({ [name]: [first, first, second] })).toBe("InvalidMembers");
			expect(await errorOf({ [name]: [zeroAddress, first, second] })).toBe("InvalidMembers");
			expect(await errorOf({ [name]: many(33) })).toBe("InvalidMembers");
			expect(await errorOf({ [name]: many(32) })).toBeUndefined();
			expect(await errorOf({ threshold: 1n, [name]: [safe] })).toBe("InvalidMembers");
		}
		expect(await errorOf({ vetoers: [] })).toBeUndefined();
	});

	test("is for Safes: neither for a key nor for a contract that does not tell its fallback handler", async () => {
		expect(await errorOf({}, lost.address)).toBe("NotASafe");
		expect(await errorOf({}, moduleAddress)).toBe("NotASafe");
	});

	test("comes after enableModule, so that a configured Safe is a protected one", async () => {
		expect(await errorOf({}, await stage.newSafe())).toBe("ModuleNotEnabled");
	});

	test("stores the configuration of the caller and of nobody else, and counts generations", async () => {
		const safe = await stage.newAccount(configuration);
		expect(await stage.configurationOf(safe)).toEqual([configuration, 1n]);
		const shorter = {
			...configuration,
			reviewers: configuration.reviewers.slice(0, 1),
			threshold: 1n,
			vetoers: [],
		};
		await stage.call({ functionName: "configure", args: [shorter] }, safe);
		expect(await stage.configurationOf(safe)).toEqual([shorter, 2n]);
		await stage.call({ functionName: "remove" }, safe);
		const nothing = { reviewers: [], threshold: 0n, vetoers: [], delay: 0n, expiry: 0n };
		expect(await stage.configurationOf(safe)).toEqual([nothing, 3n]);
		expect(await stage.configurationOf(heir)).toEqual([nothing, 0n]);
	});
});

describe("schedule", () => {
	test("rejects an account without a configuration", async () => {
		const intent = stage.intentOf(await stage.newSafe());
		const call = await stage.scheduleOf(intent, two(), { generation: 0n });
		expect(await stage.errorOf(call)).toBe("NotConfigured");
	});

	test("rejects another chain, no calls, and calls of the module", async () => {
		const intent = await newIntent();
		const errorOf = async (changes: Partial<Intent>) =>
			stage.errorOf(await stage.scheduleOf({ ...intent, ...changes }, two()));
		expect(await errorOf({ chainId: 1n })).toBe("WrongChain");
		expect(await errorOf({ txs: [] })).toBe("NoCalls");
		const ofModule = { dest: moduleAddress, value: 0n, data: "0x" } as const;
		expect(await errorOf({ txs: [...intent.txs, ofModule] })).toBe("ForbiddenDestination");
		expect(await errorOf({ txs: [{ ...ofModule, dest: intent.lostAccount, value: 1n }] })).toBeUndefined();
	});

	test("rejects approvals for another account, also with the same reviewers", async () => {
		const [intent, other] = [await newIntent(), await newIntent()];
		const { args } = await stage.scheduleOf(intent, two());
		const [, notBefore, deadline, signatures] = args;
		const moved = { ...intent, lostAccount: other.lostAccount };
		const call = { functionName: "schedule", args: [moved, notBefore, deadline, signatures] } as const;
		expect(await stage.errorOf(call)).toBe("InvalidSignature");
	});

	test("rejects less than k signatures, and signatures that are not by reviewers in ascending order", async () => {
		const intent = await newIntent();
		const [first, second, third] = reviewers;
		const [stranger] = stage.newReviewers(1) as [Reviewer];
		const errorOf = async (...signers: Reviewer[]) => stage.errorOf(await stage.scheduleOf(intent, signers));
		expect(await errorOf()).toBe("NotEnoughSignatures");
		expect(await errorOf(first)).toBe("NotEnoughSignatures");
		expect(await errorOf(first, first)).toBe("SignaturesNotAscending");
		expect(await errorOf(second, first)).toBe("SignaturesNotAscending");
		expect(await errorOf(...[first, stranger].sort((a, b) => (a.address < b.address ? -1 : 1)))).toMatch(
			/NotReviewer|SignaturesNotAscending/,
		);
		expect(await errorOf(first, { ...second, sign: third.sign })).toBe("InvalidSignature");
		expect(await errorOf(first, second, { ...third, sign: async () => "0x" })).toBe("InvalidSignature");
		expect(await errorOf(first, third)).toBeUndefined();
		expect(await errorOf(first, second, third)).toBeUndefined();
	});

	test("rejects approvals of another round, generation, time or deadline than the signed ones", async () => {
		const intent = await newIntent();
		const errorOf = async (changes: Parameters<typeof stage.scheduleOf>[2]) =>
			stage.errorOf(await stage.scheduleOf(intent, two(), changes));
		expect(await errorOf({ round: 1n })).toBe("InvalidSignature");
		expect(await errorOf({ generation: 0n })).toBe("InvalidSignature");
		expect(await errorOf({ generation: 2n })).toBe("InvalidSignature");
		const { args } = await stage.scheduleOf(intent, two());
		const [, notBefore, deadline, signatures] = args;
		const withTimes = (start: bigint, end: bigint) =>
			stage.errorOf({ functionName: "schedule", args: [intent, start, end, signatures] });
		expect(await withTimes(notBefore + 1n, deadline)).toBe("InvalidSignature");
		expect(await withTimes(notBefore, deadline + 1n)).toBe("InvalidSignature");
	});

	test("rejects a deadline that has passed, and a start more than ten years ahead", async () => {
		const intent = await newIntent();
		const now = await stage.now();
		const errorOf = async (changes: Parameters<typeof stage.scheduleOf>[2]) =>
			stage.errorOf(await stage.scheduleOf(intent, two(), changes));
		expect(await errorOf({ deadline: now - 1n })).toBe("DeadlinePassed");
		expect(await errorOf({ notBefore: now * 1_000n })).toBe("NotBeforeTooFar");
		expect(await errorOf({ notBefore: 2n ** 256n - 1n })).toBe("NotBeforeTooFar");
	});

	test("is ready at the later of delay and notBefore", async () => {
		const intent = await newSchedule();
		const now = await stage.now();
		expect(await status(intent)).toMatchObject({
			state: "waiting",
			readyAt: now + 2n * DAY,
			endsAt: now + 7n * DAY,
		});
		const later = await newIntent();
		const notBefore = (await stage.now()) + 30n * DAY;
		await stage.call(await stage.scheduleOf(later, two(), { notBefore }));
		expect(await status(later)).toMatchObject({ readyAt: notBefore, endsAt: notBefore + 5n * DAY });
	});

	test("replaces no pending schedule, neither by the same approvals nor by new ones", async () => {
		const intent = await newIntent();
		const deadline = (await stage.now()) + 100n * DAY;
		const call = await stage.scheduleOf(intent, two(), { deadline });
		await stage.call(call);
		expect(await stage.errorOf(call)).toBe("AlreadyScheduled");
		const others = await stage.scheduleOf(intent, reviewers.slice(1), { round: 1n });
		expect(await stage.errorOf(others)).toBe("AlreadyScheduled");
		await stage.pass(2n * DAY);
		expect(await stage.errorOf(call)).toBe("AlreadyScheduled");
	});

	test("takes approvals of the next round only, once a schedule has expired", async () => {
		const intent = await newIntent();
		const deadline = (await stage.now()) + 100n * DAY;
		const first = await stage.scheduleOf(intent, two(), { deadline });
		await stage.call(first);
		await stage.pass(7n * DAY);
		expect(await status(intent)).toMatchObject({ state: "expired", round: 1n });
		expect(await stage.errorOf(first)).toBe("InvalidSignature");
		await stage.call(await stage.scheduleOf(intent, two(), { round: 1n }));
		expect(await status(intent)).toMatchObject({ state: "waiting", round: 1n });
	});
});

describe("execute", () => {
	test("rejects what was never scheduled, is not ready, has expired or differs in any call", async () => {
		const intent = await newIntent();
		expect(await stage.errorOf(executeOf(intent))).toBe("NotScheduled");
		await stage.call(await stage.scheduleOf(intent, two()));
		const { readyAt, endsAt } = await status(intent);
		await stage.mineAt(readyAt - 2n);
		expect(await stage.errorOf(executeOf(intent))).toBe("NotReady");
		await stage.mineAt(readyAt);
		expect(await stage.errorOf(executeOf(intent))).toBeUndefined();
		const more = { ...intent, txs: [{ dest: heir, value: 8n, data: "0x" }] } as const;
		expect(await stage.errorOf(executeOf(more))).toBe("NotScheduled");
		expect(await stage.errorOf(executeOf({ ...intent, chainId: 1n }))).toBe("WrongChain");
		await stage.mineAt(endsAt);
		expect(await stage.errorOf(executeOf(intent))).toBe("ScheduleExpired");
	});

	test("happens once, by anybody, and never again: not in a new round and not in a new generation", async () => {
		const intent = await newSchedule();
		await stage.pass(2n * DAY);
		await stage.call(executeOf(intent), heir);
		expect(await status(intent)).toMatchObject({ state: "executed" });
		expect(await stage.client.getBalance({ address: intent.lostAccount })).toBe(993n);
		expect(await stage.errorOf(executeOf(intent))).toBe("AlreadyExecuted");
		const again = (changes: object) => stage.scheduleOf(intent, two(), changes);
		expect(await stage.errorOf(await again({ round: 1n }))).toBe("AlreadyExecuted");
		expect(await stage.errorOf(vetoOf(intent), vetoer)).toBe("AlreadyExecuted");
		await stage.call({ functionName: "configure", args: [configuration] }, intent.lostAccount);
		expect(await stage.errorOf(await again({ generation: 2n }))).toBe("AlreadyExecuted");
		expect(await stage.errorOf(executeOf(intent))).toBe("AlreadyExecuted");
	});

	test("takes the chain's present id, so a fork with another id executes nothing", async () => {
		const intent = await newSchedule();
		await stage.pass(2n * DAY);
		await stage.test.request({ method: "anvil_setChainId", params: [999] } as never);
		try {
			expect(await stage.errorOf(executeOf(intent))).toBe("WrongChain");
		} finally {
			await stage.test.request({ method: "anvil_setChainId", params: [stage.chainId] } as never);
		}
	});
});

describe("veto", () => {
	test("is for the account, its reviewers and its vetoers", async () => {
		const intent = await newSchedule();
		expect(await stage.errorOf(vetoOf(intent))).toBe("NotAllowed");
		expect(await stage.errorOf(vetoOf(intent), lost.address)).toBe("NotAllowed");
		expect(await stage.errorOf(vetoOf(stage.intentOf(heir)), heir)).toBe("NotConfigured");
	});

	test("by the account ends the schedule and its approvals for good", async () => {
		const intent = await newIntent();
		const call = await stage.scheduleOf(intent, two());
		await stage.call(call);
		await stage.call(vetoOf(intent), intent.lostAccount);
		expect(await status(intent)).toMatchObject({ state: "vetoed", round: 1n, readyAt: 0n, endsAt: 0n });
		expect(await stage.errorOf(call)).toBe("InvalidSignature");
		await stage.pass(3n * DAY);
		expect(await stage.errorOf(executeOf(intent))).toBe("NotScheduled");
	});

	test("by the account before the schedule ends the approvals that reviewers have signed", async () => {
		const intent = await newIntent();
		const call = await stage.scheduleOf(intent, two());
		await stage.call(vetoOf(intent), intent.lostAccount);
		expect(await stage.errorOf(call)).toBe("InvalidSignature");
		expect(await stage.errorOf(await stage.scheduleOf(intent, two(), { round: 1n }))).toBeUndefined();
	});

	test("by n - k + 1 reviewers ends it, and a vote before the schedule counts", async () => {
		const intent = await newIntent();
		const [first, second] = reviewers;
		await stage.call(vetoOf(intent), first.address);
		expect(await stage.errorOf(vetoOf(intent), first.address)).toBe("NothingToVeto");
		expect(await stage.errorOf(vetoOf(intent), vetoer)).toBe("NothingToVeto");
		await stage.call(await stage.scheduleOf(intent, two()));
		expect(await status(intent)).toMatchObject({ state: "waiting", vetoes: 1n });
		await stage.call(vetoOf(intent), second.address);
		expect(await status(intent)).toMatchObject({ state: "vetoed", round: 1n, vetoes: 0n });
	});

	test("by a reviewer counts anew in the next round", async () => {
		const intent = await newIntent();
		await stage.call(vetoOf(intent), reviewers[0].address);
		await stage.call(vetoOf(intent), intent.lostAccount);
		await stage.call(vetoOf(intent), reviewers[0].address);
		expect(await status(intent)).toMatchObject({ round: 1n, vetoes: 1n });
	});

	test("after a new schedule has expired leaves nothing of an earlier veto", async () => {
		const intent = await newIntent();
		await stage.call(vetoOf(intent), intent.lostAccount);
		await stage.call(await stage.scheduleOf(intent, two(), { round: 1n }));
		await stage.pass(7n * DAY);
		await stage.call(vetoOf(intent), reviewers[0].address);
		expect(await status(intent)).toMatchObject({ state: "unknown", round: 2n, vetoes: 1n });
	});

	test("of everything by a reviewer counts for each account of its own", async () => {
		for (const account of [await stage.newAccount(configuration), await stage.newAccount(configuration)]) {
			await stage.call({ functionName: "vetoAll", args: [account] }, reviewers[0].address);
			expect(await stage.statusOf(account, zeroHash)).toMatchObject({ vetoes: 1n });
		}
	});

	test("by one reviewer or one vetoer alone adds one delay, once for all of them", async () => {
		const intent = await newSchedule();
		const { readyAt, endsAt } = await status(intent);
		await stage.call(vetoOf(intent), vetoer);
		const delayed = { readyAt: readyAt + 2n * DAY, endsAt: endsAt + 2n * DAY, wasDelayed: true };
		expect(await status(intent)).toMatchObject({ state: "waiting", ...delayed });
		expect(await stage.errorOf(vetoOf(intent), vetoer)).toBe("NothingToVeto");
		await stage.call(vetoOf(intent), reviewers[0].address);
		expect(await status(intent)).toMatchObject({ vetoes: 1n, ...delayed });
		expect(await stage.errorOf(vetoOf(intent), reviewers[0].address)).toBe("NothingToVeto");
		await stage.mineAt(readyAt + 2n * DAY);
		expect(await stage.errorOf(executeOf(intent))).toBeUndefined();
	});

	test("of a recovery that is ready adds the whole delay from now", async () => {
		const intent = await newSchedule();
		await stage.pass(5n * DAY);
		expect(await status(intent)).toMatchObject({ state: "ready" });
		await stage.call(vetoOf(intent), vetoer);
		expect(await status(intent)).toMatchObject({ state: "waiting", readyAt: (await stage.now()) + 2n * DAY });
		expect(await stage.errorOf(executeOf(intent))).toBe("NotReady");
	});

	test("adds no second delay in the next round of the same recovery", async () => {
		const intent = await newSchedule();
		await stage.call(vetoOf(intent), vetoer);
		await stage.call(vetoOf(intent), intent.lostAccount);
		await stage.call(await stage.scheduleOf(intent, two(), { round: 1n }));
		expect(await stage.errorOf(vetoOf(intent), vetoer)).toBe("NothingToVeto");
	});

	test("by a single reviewer ends it where all reviewers must approve", async () => {
		const safe = await stage.newAccount({ ...configuration, threshold: 3n });
		const intent = stage.intentOf(safe);
		await stage.call(await stage.scheduleOf(intent, reviewers));
		await stage.call(vetoOf(intent), reviewers[2].address);
		expect(await status(intent)).toMatchObject({ state: "vetoed" });
	});

	test("of the jrcHash zero, which keeps the votes against everything, is rejected", async () => {
		const account = await stage.newAccount(configuration);
		const call = { functionName: "veto", args: [account, zeroHash] } as const;
		expect(await stage.errorOf(call, account)).toBe("NothingToVeto");
		expect(await stage.errorOf(call, reviewers[0].address)).toBe("NothingToVeto");
	});

	test("stops one recovery of an account, and no other", async () => {
		const intent = await newSchedule();
		const other = { ...intent, reasonForRecovery: "inheritance" };
		await stage.call(await stage.scheduleOf(other, two()));
		await stage.call(vetoOf(intent), intent.lostAccount);
		expect(await status(other)).toMatchObject({ state: "waiting" });
	});
});
