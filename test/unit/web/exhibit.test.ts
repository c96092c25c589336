// The exhibit's code and its transactions in words (hosted-app.md "Checking evidence").
import decodeQR from "qr/decode.js";
import { encodeFunctionData, erc20Abi, getAddress, maxUint256 } from "viem";
import { describe, expect, it } from "vitest";
import { acts as en } from "../../../src/web/app/copy/en/acts.ts";
import { acts as es } from "../../../src/web/app/copy/es/acts.ts";
import { qrPath } from "../../../src/web/app/core/qr.tsx";
import { callInWords } from "../../../src/web/app/words/call-words.ts";

const PIXELS = 4;

/** Draws the path as a browser would: black rectangles on white. */
function drawn({ size, path }: { size: number; path: string }) {
	const width = size * PIXELS;
	const data = new Uint8Array(width * width * 4).fill(255);
	for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
		for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
			const start = (row * width + Number(x) * PIXELS) * 4;
			for (let at = start; at < start + Number(length) * PIXELS * 4; at++) if (at % 4 < 3) data[at] = 0;
		}
	}
	return { width, height: width, data };
}

it("the code on the exhibit is read as the address that was written", () => {
	const address = `https://recovery.example.org/verify#jrcHash=0x${"c5".repeat(32)}`;
	const code = qrPath(address);
	expect(decodeQR(drawn(code))).toBe(address);
	expect(code.path.replaceAll(/M\d+ \d+h\d+v1h-\d+z/g, "")).toBe("");
});

describe("a transaction in words", () => {
	const dest = getAddress(`0x${"d0".repeat(20)}`);
	const other = getAddress(`0x${"a1".repeat(20)}`);
	const transfer = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [other, 1000000n] });
	const approve = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [other, maxUint256] });

	const approveSome = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [other, 7n] });

	it.each([
		["0", "0x", `Calls ${dest} with no amount and no data.`],
		["1500000000000000000", "0x", `Sends 1.5 of the network’s own coin to ${dest}.`],
		["0", transfer, `Sends 1000000 smallest units of the token ${dest} to ${other}.`],
		[
			"0x1",
			transfer,
			`Sends 1000000 smallest units of the token ${dest} to ${other}. It also sends 0.000000000000000001 of the network’s own coin there.`,
		],
		[
			"0",
			approveSome,
			`Allows ${other} to spend up to 7 smallest units of the token ${dest}, or, if it is a collection, to move the piece with number 7.`,
		],
		["0", approve, `Allows ${other} to spend an unlimited amount of the token ${dest}.`],
		[
			"0",
			"0x12345678ff",
			`Calls ${dest} with 5 bytes of data (function 0x12345678). What this does cannot be told from the data.`,
		],
	])("value %s, data %s", (value, data, words) => {
		expect(callInWords({ dest, value, data }, { acts: en }).sentence).toBe(words);
	});

	it.each([
		[
			"the claimant's word",
			{ stated: 6 },
			"1 (token 0xD0D0…D0D0, with 6 decimals, as the claimant stated)",
			"",
		],
		[
			"the reader's own word",
			{ stated: 6, isOwn: true },
			"1 (token 0xD0D0…D0D0, with 6 decimals, as you stated)",
			"",
		],
		[
			"the contract's word before the claimant's",
			{ told: 8, stated: 6 },
			"0.01 (token 0xD0D0…D0D0, with 8 decimals, by its own word)",
			" The claim was filed with 6 decimals instead; the amount would then be 1.",
		],
	])(
		"tells an amount by %s, with the exact one and the whole address as small print",
		(_, known, amount, more) => {
			const { sentence, smallPrint } = callInWords({ dest, value: "0", data: transfer }, { acts: en }, known);
			expect(sentence).toBe(`Sends ${amount} to ${other}.`);
			expect(smallPrint.join(" ")).toBe(`Exactly: 1000000 smallest units of the token ${dest}.${more}`);
		},
	);

	it("says that the decimals are not known where nobody has stated them", () => {
		const { smallPrint } = callInWords({ dest, value: "0", data: transfer }, { acts: en });
		expect(smallPrint).toEqual([en.amount.unknown]);
	});

	it("says the same in Spanish", () => {
		expect(callInWords({ dest, value: "0", data: transfer }, { acts: es }).sentence).toBe(
			`Envía 1000000 unidades mínimas del token ${dest} a ${other}.`,
		);
		expect(Object.keys(es.words)).toEqual(Object.keys(en.words));
	});
});
