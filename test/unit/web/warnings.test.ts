/** What a claimant must tick before signing, by what the transactions do (hosted-app.md "Recovering"). */
import { describe, expect, it } from "vitest";
import { warningsOf } from "../../../src/web/app/recover/warnings.ts";

const lostAccount = "0x1111111111111111111111111111111111111111";
const recoveryAccount = "0x2222222222222222222222222222222222222222";
const somebody = "0x3333333333333333333333333333333333333333";
const contract = "0x4444444444444444444444444444444444444444";

const word = (value: string | number) =>
	(typeof value === "number" ? value.toString(16) : value.slice(2)).padStart(64, "0");
const call = (selector: string, ...words: (string | number)[]) => ({
	dest: contract,
	value: "0",
	data: `${selector}${words.map(word).join("")}`,
});

const ticksOf = (...txs: ReturnType<typeof call>[]) =>
	warningsOf(txs, { lostAccount, recoveryAccount })
		.filter(({ isTicked }) => isTicked)
		.map(({ kind, address }) => `${kind} ${address}`);

describe("the warnings before the signature", () => {
	it.each([
		["a transfer", call("0xa9059cbb", recoveryAccount, 5)],
		["a permission", call("0x095ea7b3", recoveryAccount, 5)],
		["the place of an owner of a Safe", call("0xe318b52b", somebody, somebody, recoveryAccount)],
	])("need no tick for %s to the recovery account", (_, tx) => {
		expect(ticksOf(tx)).toEqual([]);
	});

	it.each([
		["adds the recovery account, with a lower number", call("0x0d582f13", recoveryAccount, 1)],
		["removes the recovery account", call("0xf8dc5dd9", somebody, recoveryAccount, 1)],
		["removes another owner", call("0xf8dc5dd9", recoveryAccount, somebody, 1)],
		["lowers the number of signatures", call("0x694e80c3", 1)],
	])("need a tick for a call of a Safe that %s", (_, tx) => {
		expect(ticksOf(tx)).toEqual([`safe_rules ${contract}`]);
	});

	it("need a tick for a stranger who becomes an owner, and one for the number of signatures", () => {
		expect(ticksOf(call("0x0d582f13", somebody, 2))).toEqual([
			`somebody_else ${somebody}`,
			`safe_rules ${contract}`,
		]);
	});

	it.each([
		["a stranger's account without code", contract, false, ["data_without_contract"]],
		["a contract", contract, true, []],
		["an account that no node knows", contract, undefined, []],
		["the lost account, a contract", lostAccount, true, []],
		["the lost account, without code", lostAccount, false, ["data_without_contract"]],
		["the lost account, which no node knows", lostAccount, undefined, ["data_to_account"]],
	])("warn, without a tick, of data for %s only if they may have no effect", (_, dest, isContract, kinds) => {
		const transfer = { ...call("0xa9059cbb", recoveryAccount, 5), dest };
		const all = warningsOf([transfer], { lostAccount, recoveryAccount }, () => isContract);
		const warnings = all.filter(({ kind }) => kind !== "lost_without_code");
		expect(warnings).toEqual(kinds.map((kind) => ({ kind, index: 0, address: dest, isTicked: false })));
	});

	it.each([
		["is no contract", false, ["lost_without_code"]],
		["is a contract", true, []],
		["is unknown to the node", undefined, []],
	])("say once, without a tick, if the lost account %s", (_, isContract, kinds) => {
		const transfer = call("0xa9059cbb", recoveryAccount, 5);
		const hasContract = (address: string) => (address === lostAccount ? isContract : true);
		const warnings = warningsOf([transfer, transfer], { lostAccount, recoveryAccount }, hasContract);
		expect(warnings.map(({ kind }) => kind)).toEqual(kinds);
		expect(warnings.every(({ isTicked }) => !isTicked)).toBe(true);
	});

	it.each([
		["bytes behind the arguments", `${call("0xa9059cbb", recoveryAccount, 5).data}00`],
		["dirty bytes before the address", `0xa9059cbb01${word(recoveryAccount).slice(2)}${word(5)}`],
		["too few bytes", "0xa9059cbb"],
		["a multicall", `0xac9650d8${word(32)}${word(0)}`],
		["a permit", call("0xd505accf", lostAccount, somebody, 5, 5, 0, 0, 0).data],
	])("take data with %s as unreadable", (_, data) => {
		expect(ticksOf({ dest: contract, value: "0", data })).toEqual([`unreadable ${contract}`]);
	});
});
