// recovery.md "All cases".
// Compared with viem's encoder: a description equals the encoded values, and anything else is an unknown call.
import fc from "fast-check";
import { encodeFunctionData, getAddress, maxUint256, parseAbi } from "viem";
import { describe, expect, test } from "vitest";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { describeCall } from "../../../src/recovery/review/describe-call.ts";

const abi = parseAbi([
	"function transfer(address to, uint256 amount)",
	"function transferFrom(address from, address to, uint256 amountOrId)",
	"function approve(address spender, uint256 amountOrId)",
	"function setApprovalForAll(address operator, bool approved)",
	"function addOwnerWithThreshold(address owner, uint256 threshold)",
	"function removeOwner(address prevOwner, address owner, uint256 threshold)",
	"function swapOwner(address prevOwner, address oldOwner, address newOwner)",
	"function changeThreshold(uint256 threshold)",
	"function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)",
]);
const nftAbi = parseAbi(["function safeTransferFrom(address from, address to, uint256 id)"]);
const nftDataAbi = parseAbi(["function safeTransferFrom(address from, address to, uint256 id, bytes data)"]);
const multiAbi = parseAbi([
	"function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
]);

const dest = getAddress(`0x${"d0".repeat(20)}`);
const a = getAddress(`0x${"a1".repeat(20)}`);
const b = getAddress(`0x${"b2".repeat(20)}`);
const c = getAddress(`0x${"c3".repeat(20)}`);
const say = (data: Hex, value = "0") => describeCall({ dest, value, data });

const encode = {
	transfer: (amount: bigint) => encodeFunctionData({ abi, functionName: "transfer", args: [a, amount] }),
	transferFrom: (n: bigint) => encodeFunctionData({ abi, functionName: "transferFrom", args: [a, b, n] }),
	approve: (n: bigint) => encodeFunctionData({ abi, functionName: "approve", args: [a, n] }),
	approveAll: (yes: boolean) =>
		encodeFunctionData({ abi, functionName: "setApprovalForAll", args: [a, yes] }),
	nft: (id: bigint) => encodeFunctionData({ abi: nftAbi, args: [a, b, id] }),
	nftData: (id: bigint, data: Hex) => encodeFunctionData({ abi: nftDataAbi, args: [a, b, id, data] }),
	multi: (id: bigint, n: bigint, data: Hex) =>
		encodeFunctionData({ abi: multiAbi, args: [a, b, id, n, data] }),
	batch: (ids: bigint[], amounts: bigint[], data: Hex) =>
		encodeFunctionData({ abi, functionName: "safeBatchTransferFrom", args: [a, b, ids, amounts, data] }),
	addOwner: (n: bigint) => encodeFunctionData({ abi, functionName: "addOwnerWithThreshold", args: [a, n] }),
	removeOwner: (n: bigint) => encodeFunctionData({ abi, functionName: "removeOwner", args: [c, a, n] }),
	swapOwner: () => encodeFunctionData({ abi, functionName: "swapOwner", args: [c, a, b] }),
	changeThreshold: (n: bigint) => encodeFunctionData({ abi, functionName: "changeThreshold", args: [n] }),
};

describe("describes a call in a sentence", () => {
	test.each([
		["0x", "7", `Sends 7 wei (0.000000000000000007 of the chain's own coin) to ${dest}, with no calldata.`],
		[
			"0x",
			"0x14d1120d7b160000",
			`Sends 1500000000000000000 wei (1.5 of the chain's own coin) to ${dest}, with no calldata.`,
		],
		[
			"0x",
			"3000000000000000000",
			`Sends 3000000000000000000 wei (3 of the chain's own coin) to ${dest}, with no calldata.`,
		],
		["0x", "0", `Calls ${dest} with no value and no calldata.`],
		[
			encode.transfer(1n),
			"0",
			`Calls transfer on ${dest}: if that is an ERC-20 token, the calling account sends 1 smallest unit to ${a}.`,
		],
		[
			encode.transfer(5n),
			"9",
			`Calls transfer on ${dest}: if that is an ERC-20 token, the calling account sends 5 smallest units to ${a}. Sends 9 wei (0.000000000000000009 of the chain's own coin) along with the call.`,
		],
		[
			encode.transferFrom(5n),
			"0",
			`Calls transferFrom on ${dest}, a function of both ERC-20 and ERC-721; the calldata does not tell which. An ERC-20 token moves 5 smallest units, an ERC-721 contract moves the token with id 5, from ${a} to ${b}.`,
		],
		[
			encode.approve(5n),
			"0",
			`Calls approve on ${dest}, a function of both ERC-20 and ERC-721; the calldata does not tell which. For an ERC-20 token, ${a} may then spend up to 5 smallest units from the calling account. For an ERC-721 contract, ${a} may then move the token with id 5.`,
		],
		[
			encode.approve(0n),
			"0",
			`Calls approve on ${dest}, a function of both ERC-20 and ERC-721; the calldata does not tell which. For an ERC-20 token, ${a} may then spend nothing from the calling account. For an ERC-721 contract, ${a} may then move the token with id 0.`,
		],
		[
			encode.approve(maxUint256),
			"0",
			expect.stringContaining(`may then spend an unlimited amount (${maxUint256})`),
		],
		[
			encode.approveAll(true),
			"0",
			expect.stringContaining(`${a} may from then on move every token of the calling account there`),
		],
		[
			encode.approveAll(false),
			"0",
			expect.stringContaining(`${a} may no longer move every token of the calling account there`),
		],
		[
			encode.nft(8n),
			"0",
			`Calls safeTransferFrom on ${dest}: if that is an ERC-721 contract, the token with id 8 moves from ${a} to ${b}.`,
		],
		[
			encode.nftData(8n, "0x1234"),
			"0",
			expect.stringContaining("receives 2 bytes of data, which are not described"),
		],
		[
			encode.multi(8n, 3n, "0x"),
			"0",
			`Calls a safe transfer on ${dest}: if that is an ERC-1155 contract, ${a} sends 3 of id 8 to ${b}.`,
		],
		[encode.batch([1n, 2n], [3n, 4n], "0x"), "0", expect.stringContaining("3 of id 1, 4 of id 2 to ")],
		[encode.batch([], [], "0x"), "0", expect.stringContaining(`sends nothing to ${b}.`)],
		[
			encode.batch(Array(12).fill(1n), Array(12).fill(1n), "0x"),
			"0",
			expect.stringContaining(", 2 more to "),
		],
		[
			encode.addOwner(2n),
			"0",
			`Calls addOwnerWithThreshold on ${dest}: if that is a Safe, ${a} becomes one of its owners, and from then on 2 owners must sign.`,
		],
		[
			encode.removeOwner(1n),
			"0",
			`Calls removeOwner on ${dest}: if that is a Safe, ${a} is no longer one of its owners, and from then on 1 owner must sign.`,
		],
		[
			encode.swapOwner(),
			"0",
			`Calls swapOwner on ${dest}: if that is a Safe, ${b} becomes one of its owners in place of ${a}.`,
		],
		[
			encode.changeThreshold(3n),
			"0",
			`Calls changeThreshold on ${dest}: if that is a Safe, from then on 3 owners must sign.`,
		],
		[
			"0xdeadbeef00",
			"0",
			`Calls ${dest} with 5 bytes of calldata (function 0xdeadbeef). The effect of this call is unknown.`,
		],
		[
			"0xdead",
			"0",
			`Calls ${dest} with 2 bytes of calldata (too short for a function selector). The effect of this call is unknown.`,
		],
	] as [Hex, string, string][])("%s with value %s", (data, value, sentence) => {
		expect(say(data, value).sentence).toEqual(sentence);
	});
});

test("describes a call in fields, in any letter case", () => {
	const upper = encode.approve(maxUint256).toUpperCase().replace("0X", "0x") as Hex;
	expect(describeCall({ dest: dest.toLowerCase(), value: "0x9", data: upper })).toEqual({
		kind: "approve",
		spender: a,
		amountOrId: String(maxUint256),
		isUnlimited: true,
		target: dest,
		value: "9",
		sentence: expect.any(String),
	});
	expect(say(encode.approve(maxUint256 - 1n))).toMatchObject({ isUnlimited: false });
});

describe("describes calldata that is not the exact encoding as an unknown call", () => {
	const all = Object.entries({
		...{ transfer: encode.transfer(5n), transferFrom: encode.transferFrom(5n), approve: encode.approve(5n) },
		...{ approveAll: encode.approveAll(true), nft: encode.nft(5n), nftData: encode.nftData(5n, "0x123456") },
		...{ multi: encode.multi(5n, 1n, "0x12"), batch: encode.batch([1n, 2n], [3n, 4n], "0x12") },
		...{ addOwner: encode.addOwner(2n), removeOwner: encode.removeOwner(2n), swapOwner: encode.swapOwner() },
		changeThreshold: encode.changeThreshold(2n),
	});
	const unknown = (data: string) => say(data as Hex).kind === "unknown_call";

	test.each(all)("%s", (name, data) => {
		expect(unknown(data)).toBe(false);
		for (let bytes = 1; bytes <= data.length / 2 - 6; bytes++)
			expect(unknown(data.slice(0, -2 * bytes))).toBe(true);
		for (const more of ["00", "01", "00".repeat(32)]) expect(unknown(data + more)).toBe(true);
		// Non-zero upper bytes of an address.
		if (name !== "changeThreshold") {
			for (const at of [0, 11]) {
				const from = 10 + at * 2;
				expect(unknown(`${data.slice(0, from)}01${data.slice(from + 2)}`)).toBe(true);
			}
		}
	});

	test.each([
		["a boolean of two", encode.approveAll(true).slice(0, -1).concat("2")],
		["non-zero padding after bytes", encode.nftData(5n, "0x123456").slice(0, -1).concat("1")],
		["fewer amounts than ids", encode.batch([1n, 2n], [3n], "0x")],
		["bytes at another offset", encode.nftData(5n, "0x").replace(/80(0{64})$/, "a0$1")],
		["bytes longer than memory", encode.nftData(5n, "0x").slice(0, -64) + "f".repeat(64)],
		["more numbers than memory", encode.batch([], [], "0x").replace(/0{64}/, "f".repeat(64))],
	])("%s", (_, data) => {
		expect(unknown(data)).toBe(true);
	});

	test("never throws for random calldata", () => {
		const bytes = fc.uint8Array({ maxLength: 260 }).map((array) => Buffer.from(array).toString("hex"));
		const selector = fc.constantFrom(...all.map(([, data]) => data.slice(0, 10)));
		fc.assert(
			fc.property(selector, bytes, (start, rest) => {
				const description = say(`${start}${rest}` as Hex);
				expect(description.sentence).toContain(dest);
			}),
			{ numRuns: 500 },
		);
	});

	test("returns the values that viem encoded", () => {
		const uint = fc.bigInt(0n, maxUint256);
		const data = fc
			.uint8Array({ maxLength: 100 })
			.map((array): Hex => `0x${Buffer.from(array).toString("hex")}`);
		fc.assert(
			fc.property(fc.array(fc.tuple(uint, uint), { maxLength: 5 }), data, (pairs, extra) => {
				const [ids, amounts] = [pairs.map(([id]) => id), pairs.map(([, amount]) => amount)];
				expect(say(encode.batch(ids, amounts, extra))).toMatchObject({
					kind: "transfer_multi",
					from: a,
					to: b,
					items: pairs.map(([id, amount]) => ({ tokenId: String(id), amount: String(amount) })),
					data: extra,
				});
			}),
		);
	});
});
