// hosted-app.md "Reviewers": what a reviewer types as papers write it, and what is compared.
import { expect, it } from "vitest";
import { amountInWords, readAmount } from "../../../src/web/app/core/amounts.ts";
import { foundValue } from "../../../src/web/app/review/found-value.ts";
import { courtName } from "../../../src/web/app/words/court-words.ts";

it.each([
	["2,500.00", ".", "2500000000"],
	["2500", ".", "2500000000"],
	["2.500,00", ".", "2500000000"],
	["2 500,00", ".", "2500000000"],
	["1'002'500.5", ".", "1002500500000"],
	["2,500", ".", "2500000000"],
	["2.500", ".", ["2500", "2.5"]],
	["2.500", ",", ["2500", "2,5"]],
	["2,500", ",", ["2500", "2,5"]],
	["1.234", ".", ["1234", "1.2340"]],
	["1.2340", ".", "1234000"],
	["2500,123", ",", "2500123000"],
	["1.002.500", ".", "1002500000000"],
	["0,500", ".", "500000"],
	["25 00", ".", null],
	["2500.0000000", ".", "2500000000"],
	["2500.0000001", ".", null],
	["25,00.00", ".", null],
	["1.2.3", ".", null],
	["2,500 EUR", ".", null],
	["", ".", null],
])("an amount %j on a page with the decimal sign %j is %j of six decimals", (typed, sign, units) => {
	expect(foundValue({ kind: "number", claimed: "1", decimals: 6 }, typed, sign)).toEqual(units);
});

it.each([
	[".", "1,002,500.5"],
	[",", "1\u00a0002\u00a0500,5"],
])("an amount with the decimal sign %j is shown as %j, and read as the same", (decimalSign, shown) => {
	const acts = { decimalSign };
	expect(amountInWords(1_002_500_500_000n, 6, { acts })).toBe(shown);
	expect(readAmount(shown, 6, { acts })).toBe(1_002_500_500_000n);
});

it.each([
	["nysd", "Southern District of New York"],
	["mad", "District of Massachusetts"],
	["dcd", "District of Columbia"],
	["nysb", "Bankruptcy Court, Southern District of New York"],
	["LG Berlin", undefined],
	["xxsd", undefined],
])("the court %j has the name %j", (courtId, name) => {
	expect(courtName(courtId)).toBe(name);
});

it.each([
	["nysd", "UNITED STATES DISTRICT COURT\nSouthern District of New York", "nysd"],
	["nysd", "U.S. District Court for the Southern District of New York", "nysd"],
	["nysd", "Eastern District of New York", "Eastern District of New York"],
	[
		"nysd",
		"Bankruptcy Court, Southern District of New York",
		"Bankruptcy Court, Southern District of New York",
	],
	["nysb", "United States Bankruptcy Court, Southern District of New York", "nysb"],
	["nysb", "Southern District of New York", "Southern District of New York"],
])("for the court %j, %j counts as %j", (claimed, typed, found) => {
	const name = courtName(claimed);
	expect(foundValue({ kind: "text", claimed, name }, typed, ".")).toBe(found);
});

it("an account or a fingerprint may be copied with spaces", () => {
	expect(foundValue({ kind: "hash", claimed: "0xab" }, " 0xa b\n", ".")).toBe("0xab");
});
