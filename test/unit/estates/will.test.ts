// estates.md "POST …/will".
import { describe, expect, it } from "vitest";
import { nextWillVersion, willContext, willFileName } from "../../../src/estates/will/will.ts";
import { ownerAddress } from "../../support/signing/vectors.ts";

const PDF = "application/pdf";
const TEXT = "text/plain";

describe("nextWillVersion", () => {
	it.each([
		["the first will", 0, 0, 1],
		["the second", 1, 0, 2],
		["the first after an erasure", 0, 7, 8],
		["the second after an erasure", 8, 7, 9],
	])("increments the version for %s", (_, current, erased, expected) => {
		expect(nextWillVersion({ current, erased })).toBe(expected);
	});
});

describe("willFileName", () => {
	it("names owner and version in ASCII", () => {
		const will = { ownerAddress: ownerAddress.toLowerCase(), version: 12 };
		expect(willFileName({ ...will, mimeType: PDF })).toBe(`will-${ownerAddress}-12.pdf`);
		expect(willFileName({ ...will, mimeType: TEXT })).toBe(`will-${ownerAddress}-12.txt`);
	});
});

describe("willContext", () => {
	it("differs by estate and version, but not by the letter case of the address", () => {
		const estate = { estateId: "est_1", chainId: 0, ownerAddress };
		const context = willContext(estate, 3);
		expect(context).toBe(`estate-will/est_1/0/${ownerAddress.toLowerCase()}/3`);
		expect(willContext({ ...estate, ownerAddress: ownerAddress.toLowerCase() }, 3)).toBe(context);
		for (const other of [
			{ ...estate, chainId: 10 },
			{ ...estate, estateId: "est_2" },
		]) {
			expect(willContext(other, 3)).not.toBe(context);
		}
		expect(willContext(estate, 31)).not.toBe(context);
	});
});
