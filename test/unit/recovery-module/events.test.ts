// recovery-module.md "Events".
// The events of a whole life, as a watcher reads them from the chain.
import { parseEventLogs, zeroHash } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { moduleAbi, moduleAddress } from "../../../sdk/src/recovery-module.ts";
import { moduleCalls } from "../../../src/chain/recovery-module.ts";
import {
	addressesOf,
	DAY,
	jrcHashOf,
	type ModuleStage,
	type Reviewer,
	startModuleStage,
} from "../../support/chain/recovery-module.ts";

let stage: ModuleStage;
beforeAll(async () => {
	stage = await startModuleStage();
}, 60_000);
afterAll(() => stage?.stop());

test("one call of eth_getLogs on the module's address shows all that happens to an account", async () => {
	const [first, second, third, fourth] = stage.newReviewers(4) as [Reviewer, Reviewer, Reviewer, Reviewer];
	const reviewers = [first, second, third];
	const vetoer = fourth.address;
	const configuration = {
		...{ reviewers: addressesOf(reviewers), threshold: 2n, vetoers: [vetoer], delay: DAY, expiry: DAY },
	};
	const account = await stage.newAccount(configuration);
	const intent = stage.intentOf(account);
	const jrcHash = jrcHashOf(intent);
	const veto = { functionName: "veto", args: [account, jrcHash] } as const;

	await stage.call(await stage.scheduleOf(intent, reviewers));
	const { readyAt, endsAt } = await stage.statusOf(account, jrcHash);
	await stage.call(veto, vetoer);
	await stage.call(veto, first.address);
	await stage.call(veto, second.address);
	await stage.call(await stage.scheduleOf(intent, reviewers, { round: 1n }));
	const again = await stage.statusOf(account, jrcHash);
	await stage.pass(DAY);
	await stage.call({ functionName: "execute", args: [intent] });
	const vetoAll = { functionName: "vetoAll", args: [account] } as const;
	await stage.call(vetoAll, second.address);
	await stage.call(vetoAll, third.address);
	await stage.call({ functionName: "remove" }, account);

	const logs = await stage.client.getLogs({ address: moduleAddress, fromBlock: 0n });
	const events = parseEventLogs({ abi: moduleAbi, logs }).map(({ eventName, args }) => [eventName, args]);
	expect(events).toEqual([
		["Configured", { account, generation: 1n, configuration }],
		["Scheduled", { account, jrcHash, generation: 1n, round: 0n, readyAt, endsAt }],
		["Delayed", { account, jrcHash, by: vetoer, readyAt: readyAt + DAY, endsAt: endsAt + DAY }],
		["VetoVoted", { account, jrcHash, reviewer: first.address, vetoes: 1n }],
		["VetoVoted", { account, jrcHash, reviewer: second.address, vetoes: 2n }],
		["Vetoed", { account, jrcHash, by: second.address, round: 1n }],
		[
			"Scheduled",
			{ account, jrcHash, generation: 1n, round: 1n, readyAt: again.readyAt, endsAt: again.endsAt },
		],
		["Executed", { account, jrcHash, generation: 1n }],
		["VetoVoted", { account, jrcHash: zeroHash, reviewer: second.address, vetoes: 1n }],
		["VetoVoted", { account, jrcHash: zeroHash, reviewer: third.address, vetoes: 2n }],
		["AllVetoed", { account, generation: 2n, by: third.address }],
		["Removed", { account, generation: 3n }],
	]);
	// The service reads the same.
	const read = logs.flatMap((log) => moduleCalls.readEvent(log) ?? []);
	const of = { account: account.toLowerCase(), jrcHash };
	const [from, until] = [Number(readyAt), Number(endsAt)];
	const [day, stopper] = [Number(DAY), second.address.toLowerCase()];
	expect(read).toEqual([
		{ kind: "reset", account: of.account, generation: 1 },
		{ ...of, kind: "scheduled", generation: 1, round: 0, readyAt: from, endsAt: until },
		{ ...of, kind: "delayed", by: vetoer.toLowerCase(), readyAt: from + day, endsAt: until + day },
		{ ...of, kind: "vetoed", by: stopper, round: 1 },
		{
			...{ ...of, kind: "scheduled", generation: 1, round: 1 },
			...{ readyAt: Number(again.readyAt), endsAt: Number(again.endsAt) },
		},
		{ ...of, kind: "executed", generation: 1 },
		{ kind: "reset", account: of.account, generation: 2 },
		{ kind: "reset", account: of.account, generation: 3 },
	]);
});
