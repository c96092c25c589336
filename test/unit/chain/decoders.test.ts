// Decodes calldata that viem encoded, and malformed calldata (recovery.md "When the chain is checked").
import fc from "fast-check";
import { type Address, encodeAbiParameters, getAddress } from "viem";
import { describe, expect, test } from "vitest";
import { addressAt, bytesAt, tuplesAt, uintAt, uintsAt } from "../../../src/kernel/encoding/abi-reader.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { confirmedBatches, relevantLogs } from "../../../src/recovery/execution/decode-batches.ts";
import { decodeUserOperations } from "../../../src/recovery/execution/decode-handle-ops.ts";
import { decodeSafeTransaction } from "../../../src/recovery/execution/safe-transaction.ts";
import { execTransaction, MULTI_SEND, multiSendData } from "../../support/chain/safe.ts";
import { ENTRY_POINTS, executeData, handleOps, modeOf } from "../../support/chain/user-operation.ts";

const SAFE = `0x${"5a".repeat(20)}`;
const SENDER: Address = `0x${"5e".repeat(20)}`;
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString("hex")}`;
const bytes = fc.uint8Array({ maxLength: 80 }).map(hexOf);
const address = fc
	.uint8Array({ minLength: 20, maxLength: 20 })
	.map(hexOf)
	.filter((text) => BigInt(text) !== 0n);
const call = fc.record({
	dest: address.map((text) => getAddress(text)),
	value: fc.bigInt(0n, (1n << 256n) - 1n).map(String),
	data: bytes,
});
const calls = fc.array(call, { minLength: 1, maxLength: 6 });
const decodedCalls = (caller: string, wanted: readonly { dest: string; value: string; data: string }[]) =>
	wanted.map(({ dest, value, data }) => ({ caller, to: dest.toLowerCase(), value: BigInt(value), data }));

test("the ABI reader agrees with viem", () => {
	fc.assert(
		fc.property(fc.array(fc.bigInt(0n, (1n << 256n) - 1n)), bytes, address, (numbers, content, party) => {
			const types = [{ type: "uint256[]" }, { type: "bytes" }, { type: "address" }] as const;
			const digits = encodeAbiParameters(types, [numbers, content, party]).slice(2);
			const tuple = { digits, start: 0 };
			expect(uintsAt(tuple, 0)).toEqual(numbers);
			expect(bytesAt(tuple, 1)).toEqual(content.slice(2));
			expect(addressAt(tuple, 2)).toEqual(party);
			expect(uintAt(tuple, digits.length / 64)).toBeUndefined();
		}),
	);
});

test("never throws for arbitrary calldata", () => {
	const word = fc.oneof(
		fc.constantFrom(0n, 1n, 32n, 64n, 96n, (1n << 256n) - 1n, 1n << 255n, 1n << 53n),
		fc.bigInt(0n, 300n),
	);
	const words = fc.array(
		word.map((number) => number.toString(16).padStart(64, "0")),
		{ maxLength: 12 },
	);
	fc.assert(
		fc.property(words, fc.string({ unit: fc.constantFrom("0", "f"), maxLength: 63 }), (whole, rest) => {
			const tuple = { digits: whole.join("") + rest, start: 0 };
			const decode = () => {
				for (let index = 0; index < 4; index++) {
					bytesAt(tuple, index);
					uintsAt(tuple, index);
					for (const inner of tuplesAt(tuple, index) ?? []) bytesAt(inner, 0);
				}
				decodeSafeTransaction(SAFE, `0x6a761202${tuple.digits}`);
				decodeUserOperations(ENTRY_POINTS["0.7"].toLowerCase(), `0x765e827f${tuple.digits}`);
			};
			expect(decode).not.toThrow();
		}),
		{ numRuns: 300 },
	);
});

describe("decodeSafeTransaction", () => {
	const packed = (data: Hex) => execTransaction({ to: MULTI_SEND, data, operation: 1 });

	test("decodes single calls and batches", () => {
		fc.assert(
			fc.property(calls, (wanted) => {
				expect(decodeSafeTransaction(SAFE, packed(multiSendData(wanted)))?.calls).toEqual(
					decodedCalls(SAFE, wanted),
				);
				const [{ dest, value, data }] = wanted as [(typeof wanted)[number]];
				const single = execTransaction({ to: dest as Address, value: BigInt(value), data });
				expect(decodeSafeTransaction(SAFE, single)).toEqual({
					calls: decodedCalls(SAFE, wanted.slice(0, 1)),
					multiSend: null,
				});
			}),
		);
	});

	const one = multiSendData([{ dest: SENDER, value: "1", data: "0x1234" }]);
	const zero = multiSendData([{ dest: `0x${"0".repeat(40)}`, value: "1", data: "0x" }]);
	/** With a byte of the batch replaced, counted from its start. */
	const changed = (at: number, byte: string): Hex => {
		const from = 2 + 8 + 128 + at * 2;
		return `0x${one.slice(2, from)}${byte}${one.slice(from + 2)}`;
	};
	test.each([
		["another function", one, undefined],
		["an unknown operation", packed(changed(0, "02")), undefined],
		["a length beyond the end", packed(changed(84, "03")), undefined],
		["a length that leaves trailing bytes", packed(changed(84, "01")), undefined],
		["an unknown batch contract", execTransaction({ to: SENDER, data: one, operation: 1 }), undefined],
		["another function of MultiSend", packed(`0xdeadbeef${one.slice(10)}`), undefined],
		["an entry to the zero address", packed(zero), []],
		["an entry that is a delegatecall", packed(changed(0, "01")), []],
		["an empty batch", packed(multiSendData([])), []],
	] as const)("does not decode calls from %s", (_, data, expected) => {
		expect(decodeSafeTransaction(SAFE, data)?.calls).toEqual(expected);
	});
});

describe("decodeUserOperations", () => {
	test.each(["0.6", "0.7", "0.8"] as const)(
		"decodes single calls and batches for EntryPoint %s",
		(version) => {
			const entryPoint = ENTRY_POINTS[version].toLowerCase();
			fc.assert(
				fc.property(fc.array(calls, { maxLength: 3 }), (batches) => {
					const operations = batches.map((wanted, at) => {
						return { sender: SENDER, nonce: BigInt(at), callData: executeData(wanted) };
					});
					const decoded = decodeUserOperations(entryPoint, handleOps(version, operations, SENDER));
					expect(decoded.map((operation) => operation.calls)).toEqual(
						batches.map((wanted) => decodedCalls(SENDER, wanted)),
					);
					expect(decoded.map(({ sender, nonce }) => ({ sender, nonce }))).toEqual(
						operations.map(({ nonce }) => ({ sender: SENDER, nonce })),
					);
				}),
				{ numRuns: 30 },
			);
		},
	);

	const wanted = [{ dest: SENDER, value: "1", data: "0x1234" }];
	const bundle = (callData: Hex) => handleOps("0.7", [{ sender: SENDER, nonce: 1n, callData }], SENDER);
	const entryPoint = ENTRY_POINTS["0.7"].toLowerCase();
	test.each([
		["in try mode", bundle(executeData(wanted, modeOf(0, 1)))],
		["as a batch in try mode", bundle(executeData(wanted, modeOf(1, 1)))],
		["by delegatecall", bundle(executeData(wanted, modeOf(0xff)))],
		["by staticcall", bundle(executeData(wanted, modeOf(0xfe)))],
		["with a mode selector", bundle(executeData(wanted, `0x01000000000078210001${"00".repeat(22)}`))],
		["with another function", bundle("0xb61d27f6")],
		["with empty calldata", bundle("0x")],
		["with a single execution that is too short", bundle(executeData(wanted).slice(0, 10) as Hex)],
		[
			"that call the zero address, which some accounts take for themselves",
			bundle(executeData([{ dest: `0x${"0".repeat(40)}`, value: "1", data: "0x" }])),
		],
		[
			"of another EntryPoint version",
			handleOps("0.6", [{ sender: SENDER, nonce: 1n, callData: executeData(wanted) }], SENDER),
		],
	])("does not decode operations %s", (_, data) => {
		expect(decodeUserOperations(entryPoint, data).flatMap((operation) => operation.calls)).toEqual([]);
	});

	test("decodes only transactions to a known EntryPoint", () => {
		const data = bundle(executeData(wanted));
		expect(decodeUserOperations(entryPoint, data)).toHaveLength(1);
		expect(decodeUserOperations(SENDER, data)).toEqual([]);
		expect(decodeUserOperations(null, data)).toEqual([]);
	});

	test("rejects overlapping operations that would decode to too many calls", () => {
		// 2,000 operations share one calldata with a batch of 20 entries.
		const callData = executeData(
			Array.from({ length: 20 }, () => ({ dest: SENDER, value: "1", data: "0x" })),
		);
		const honest = bundle(callData).slice(10);
		const words = honest.match(/.{64}/g) ?? [];
		const [first, beneficiary, , , ...operation] = words;
		const count = 2_000;
		const word = (number: number) => number.toString(16).padStart(64, "0");
		const offsets = Array.from({ length: count }, () => word(count * 32));
		const digits = [first, beneficiary, word(count), ...offsets, ...operation].join("");
		expect(decodeUserOperations(entryPoint, `0x765e827f${digits}`)).toEqual([]);
	});
});

describe("a Safe's events", () => {
	const SUCCESS = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";
	const FAILURE = "0x23428b18acfb3ea64b08dc0c1d296ea9c09702c09083ca5272e64d115b687d23";
	const hash = `0x${"11".repeat(32)}` as const;
	const batchesAfter = (...events: readonly (readonly [by: string, topic: string])[]) => {
		const input = execTransaction({ to: SENDER, value: 1n });
		const place = { hash, blockHash: hash, from: SENDER, to: SAFE as Hex };
		const transaction = { ...place, value: 0n, input, type: 2 };
		const logs = events.map(([address, topic]) => ({ address, topics: [topic], data: "0x" }));
		const relevant = relevantLogs(transaction, logs);
		return relevant && confirmedBatches(transaction, relevant).length;
	};

	test("confirm a batch only by the Safe's own success without a failure", () => {
		expect(batchesAfter([SAFE, SUCCESS])).toBe(1);
		expect(batchesAfter()).toBe(0);
		expect(batchesAfter([SAFE, FAILURE])).toBe(0);
		// Nested executions, one of which failed.
		expect(batchesAfter([SAFE, FAILURE], [SAFE, SUCCESS])).toBe(0);
		expect(batchesAfter([SAFE, SUCCESS], [SAFE, FAILURE])).toBe(0);
		expect(batchesAfter([SENDER, SUCCESS])).toBe(0);
		expect(batchesAfter([SAFE, SUCCESS], [SENDER, FAILURE])).toBe(1);
		expect(batchesAfter([SAFE, "0x12"])).toBeUndefined();
	});
});
