// recovery.md "What a reviewer compared": which values a claim offers, what counts as equal, and what the evidence's verifier rejects.
import { encodeFunctionData, erc20Abi, type Hex } from "viem";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import {
	type ClaimedValue,
	type ComparedValue,
	claimedValues,
	comparisonFaults,
	isSameValue,
} from "../../../src/protocol/comparison.ts";
import { hashRecoveryIntent } from "../../../src/recovery/intent/typed-data.ts";
import { verifyEvidence } from "../../support/recovery/verify-evidence.ts";
import { courtOrder, ownerAddress, vectorIntent } from "../../support/signing/vectors.ts";
import { bundleOf, createdCase, moved, newEvidenceKey, order } from "./evidence-cases.ts";

const { lostAccount, recoveryAccount } = vectorIntent.rec;
const jrcHash = hashRecoveryIntent(vectorIntent);
const claim = { ...vectorIntent, jrcHash, courtOrder };
const transfer = (to: Hex, amount: bigint) =>
	encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amount] });

describe("the values that can be compared", () => {
	it("are those that the case has: accounts, amounts, and the order's own", () => {
		const token = vectorIntent.txs[0].dest;
		const txs = [
			{ dest: recoveryAccount.toLowerCase(), value: "0x10", data: "0x" },
			{ dest: token, value: "0", data: transfer(ownerAddress, 7n) },
			{ dest: token, value: "5", data: "0x12345678" },
		];
		const named = claimedValues({ ...claim, txs }).map(({ value, claimed }) => [value, claimed]);
		expect(named).toEqual([
			["courtOrder.title", "In re Estate of Doe"],
			["courtOrder.fullCaseNumber", "1:26-cv-00042"],
			["courtOrder.courtId", "nysd"],
			["courtOrder.docketNumber", "17"],
			["jrcHash", jrcHash],
			["case.lostAccount", lostAccount],
			["case.recoveryAccount", recoveryAccount],
			["transactions[0].amount", "16"],
			["transactions[1].receiver", ownerAddress.toLowerCase()],
			["transactions[1].amount", "7"],
		]);
		expect(claimedValues({ ...claim, txs: [], courtOrder: null })).toHaveLength(3);
	});

	it.each<[ClaimedValue["kind"], string, string, boolean]>([
		["account", lostAccount, lostAccount.toLowerCase(), true],
		["account", lostAccount, lostAccount.slice(0, -1), false],
		["account", lostAccount, recoveryAccount, false],
		["hash", jrcHash, jrcHash.toUpperCase().replace("0X", "0x"), true],
		["hash", jrcHash, jrcHash.slice(2), false],
		["number", "1000000", "0001000000", true],
		["number", "1000000", "1000001", false],
		["number", "1000000", "1e6", false],
		["number", "1000000", "", false],
		["text", "In re  Estate of Doe", "in RE estate\u00a0of doe ", true],
		["text", "Jos\u00e9", "JOSE\u0301", true],
		["text", "In re Estate of Doe", "In re Estate of D\u043ee", false],
		["text", "1:26-cv-00042", "1:26 cv 00042", false],
	])("of the kind %s: %j and %j are the same: %j", (kind, claimed, found, isSame) => {
		expect(isSameValue(kind, claimed, found)).toBe(isSame);
	});
});

const SAME = { value: "courtOrder.courtId", found: "NYSD" };
const OTHER_TEXT = { value: "courtOrder.courtId", found: "SDNY", differs: "its short name" };
const OTHER_HASH = { value: "jrcHash", found: `0x${"0".repeat(64)}`, differs: "the order is older" };
const OTHER_ACCOUNT = { value: "case.lostAccount", found: recoveryAccount, differs: "the order is older" };

describe("a comparison", () => {
	it.each<[string, ComparedValue[], boolean, string[]]>([
		["of equal values", [SAME], true, []],
		["of an explained other text", [OTHER_TEXT], true, []],
		["of an explained other account, when the order is not verified", [OTHER_ACCOUNT], false, []],
		["of an explained other account, when it is", [OTHER_ACCOUNT], true, ["0 found other_order"]],
		["of an explained other fingerprint, when it is", [OTHER_HASH], true, ["0 found other_order"]],
		["that says equal of another text", [{ ...SAME, found: "SDNY" }], true, ["0 found unequal"]],
		["that explains equal values", [{ ...SAME, differs: "none" }], false, ["0 differs equal"]],
		["of what the case has not", [SAME, { value: "case.email", found: "x" }], true, ["1 value unknown"]],
		["of one value twice", [SAME, SAME], true, ["1 value repeated"]],
	])("%s", (_, compared, isVerification, faults) => {
		const found = comparisonFaults(compared, claim, isVerification);
		expect(found.map(({ at, field, problem }) => `${at} ${field} ${problem}`)).toEqual(faults);
	});

	it("in evidence is held to the rules, whatever the service's head signs", async () => {
		const key = await newEvidenceKey("evidence-1");
		const reviewed = { reviewerId: "dev_reviewer", note: "seen" };
		const placesOf = async (compared: ComparedValue[]) => {
			const step = async () => ({ kind: "verify_order" as const, ...reviewed, compared });
			const story = await moved(await moved(await createdCase(), order()), step);
			const bundle = JSON.parse(canonicalJson(await bundleOf(story, key.signer)));
			const verdict = await verifyEvidence(bundle, { jwks: { keys: [key.publicJwk] } });
			return verdict.ok ? [] : verdict.failures.map(({ where }) => where);
		};
		const amount = { value: "transactions[0].amount", found: "1000000" };
		const own = { value: "jrcHash", found: hashRecoveryIntent((await createdCase()).intent) };
		expect(await placesOf([SAME, own, amount])).toEqual([]);
		expect(await placesOf([SAME, OTHER_HASH])).toEqual(["$.history[2].payload.compared[1].found"]);
		expect(await placesOf([SAME, OTHER_ACCOUNT])).toEqual(["$.history[2].payload.compared[1].found"]);
		expect(await placesOf([{ ...SAME, found: "SDNY" }])).toEqual(["$.history[2].payload.compared[0].found"]);
	});
});
