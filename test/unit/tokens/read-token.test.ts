/** Tokens on a real chain, and what hostile ones return (recovery.md "What a token's contract says"). */
import {
	encodeAbiParameters,
	encodeDeployData,
	type Hex,
	parseAbi,
	parseAbiParameters,
	stringToHex,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createJsonRpc } from "../../../src/chain/json-rpc.ts";
import { readToken } from "../../../src/tokens/read-token.ts";
import { tokenDecimals, tokenText } from "../../../src/tokens/token-text.ts";
import {
	failingTokenBytecode,
	namedTokenBytecode,
	oldTokenBytecode,
} from "../../support/chain/contracts/test-tokens.ts";
import { type PaymentChain, startPaymentChain } from "../../support/chain/execution-chain.ts";

let chain: PaymentChain;
beforeAll(async () => {
	chain = await startPaymentChain();
});
afterAll(() => chain?.stop());

const abi = parseAbi(["constructor(string, string, uint8)"]);

const named = (name: string, symbol: string, decimals: number) =>
	chain.deploy(encodeDeployData({ abi, bytecode: namedTokenBytecode, args: [name, symbol, decimals] }));
const read = (address: string, chainId = chain.chainId, url = chain.url) =>
	readToken(createJsonRpc({ url, timeoutMs: 5_000 }), { chainId, address });

describe("a token's contract on a chain", () => {
	it("tells its name, symbol and decimals", async () => {
		const address = await named("USD Coin", "USDC", 6);
		expect(await read(address)).toEqual({ kind: "token", name: "USD Coin", symbol: "USDC", decimals: 6 });
	});

	it("tells texts of 32 bytes, and null where it has no decimals", async () => {
		const address = await chain.deploy(oldTokenBytecode);
		expect(await read(address)).toEqual({ kind: "token", name: "Maker", symbol: "MKR", decimals: null });
	});

	it("tells null where its code fails, loops or returns too large a number", async () => {
		const address = await chain.deploy(failingTokenBytecode);
		expect(await read(address)).toEqual({ kind: "token", name: null, symbol: null, decimals: null });
	});

	it("cannot hide letters, turn the text around or fill a page", async () => {
		const address = await named(
			`  USD\u202E\u0000\n Coin\u200B${"x".repeat(1_000)}`,
			"\u2066\u3164\u202C",
			18,
		);
		const facts = await read(address);
		expect(facts).toMatchObject({ name: `USD Coin${"x".repeat(56)}`, symbol: null, decimals: 18 });
	});

	it("is not there at an address without code", async () => {
		expect(await read(`0x${"12".repeat(20)}`)).toEqual({ kind: "no_code" });
	});

	it("is not asked on another chain or at a silent node", async () => {
		const address = await named("USD Coin", "USDC", 6);
		expect(await read(address, 1)).toMatchObject({ kind: "unavailable" });
		const silent = await read(address, chain.chainId, "http://127.0.0.1:1");
		expect(silent).toMatchObject({ kind: "unavailable" });
		expect(JSON.stringify(silent)).not.toContain(address.slice(2).toLowerCase());
	});
});

describe("the text of a token", () => {
	const abiText = (text: string) => encodeAbiParameters(parseAbiParameters("string"), [text]);

	it.each<[string, string | null]>([
		["Tether €", "Tether €"],
		["\u0441\u0302", "\u0441\u0302"],
		["e\u0301", "\u00e9"],
		["💎 gem", "💎 gem"],
		["\u2028\u2029\u00AD", null],
		["\uE000", null],
		["", null],
	])("of %j is %j", (text, expected) => {
		expect(tokenText(abiText(text))).toBe(expected);
	});

	it.each<[string, Hex]>([
		["nothing", "0x"],
		["half a word", "0x1234"],
		["an offset outside", `0x${"f".repeat(128)}`],
		["a length outside", `0x${"20".padStart(64, "0")}${"ff".padStart(64, "0")}`],
		["bytes that are no UTF-8", `0x${"ff".repeat(32)}`],
	])("is null for %s", (_, result) => {
		expect(tokenText(result)).toBeNull();
	});

	it("of 32 bytes ends at its zeros", () => {
		expect(tokenText(stringToHex("MKR", { size: 32 }))).toBe("MKR");
	});

	it("counts characters, not halves of them", () => {
		expect(tokenText(abiText("💎".repeat(100)))).toBe("💎".repeat(64));
	});
});

describe("the decimals of a token", () => {
	it.each<[Hex, number | null]>([
		[`0x${"12".padStart(64, "0")}`, 18],
		[`0x${"ff".padStart(64, "0")}`, 255],
		[`0x${"100".padStart(64, "0")}`, null],
		["0x", null],
	])("of %s are %s", (result, expected) => {
		expect(tokenDecimals(result)).toBe(expected);
	});
});
