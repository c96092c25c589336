/** What a signed head says of a bundle (recovery.md "The head of a case"). */
import { describe, expect, it } from "vitest";
import { compareWithHead, type SignedCaseHead } from "../../../src/protocol/evidence/case-head.ts";
import { signCaseHead, signHead } from "../../../src/recovery/evidence/sign-head.ts";
import { newEvidenceKey } from "./evidence-cases.ts";

const key = await newEvidenceKey("evidence-1");
const stranger = await newEvidenceKey("evidence-1");
const jwks = { keys: [key.publicJwk] };
const hash = (digit: string) => `0x${digit.repeat(64)}` as const;
const report = { jrcHash: hash("c"), moves: 2, historyHash: hash("2") };
const at = "2026-11-21T09:30:00.000Z";
const asOf = "2026-11-21T09:31:00.000Z";
const second = { sequence: 2, historyHash: hash("2"), at };
const head: SignedCaseHead = { jrcHash: hash("c"), ...second, issuedAt: asOf };
const newer = { ...head, sequence: 5, historyHash: hash("5") };

const signed = async (content: SignedCaseHead, signer = key.signer) => ({
	...content,
	signature: await signCaseHead(content, signer),
});

describe("a bundle of two entries", () => {
	it.each<[string, SignedCaseHead, object]>([
		["is the latest by a head of its last entry", head, { kind: "latest", asOf }],
		[
			"has later entries by a newer head that knows its last one",
			{ ...newer, entry: second },
			{ kind: "later_entries", count: 3, asOf },
		],
		["is newer than a shorter head", { ...head, sequence: 1, entry: null }, { kind: "behind", asOf }],
		[
			"shows that the service tells two stories, by another hash of its last entry",
			{ ...head, historyHash: hash("9") },
			{ kind: "two_stories", sequence: 2, inBundle: hash("2"), inHead: hash("9"), asOf },
		],
		[
			"shows it also by the entry of a newer head",
			{ ...newer, entry: { ...second, historyHash: hash("9") } },
			{ kind: "two_stories", sequence: 2, inBundle: hash("2"), inHead: hash("9"), asOf },
		],
		["is unproven without its entry", newer, { kind: "unproven", reason: "no_entry" }],
		["is unproven with entry null", { ...newer, entry: null }, { kind: "unproven", reason: "no_entry" }],
		[
			"is unproven by the head of another case",
			{ ...head, jrcHash: hash("d") },
			{ kind: "unproven", reason: "other_case" },
		],
	])("%s", async (_, content, freshness) => {
		expect(await compareWithHead(report, await signed(content), jwks)).toEqual(freshness);
	});

	it("is unproven by whatever the service did not sign as a head", async () => {
		const good = await signed(head);
		const isUnproven = { kind: "unproven", reason: "not_signed", fault: expect.anything() };
		const bundleHead = await signHead(hash("2"), key.signer);
		for (const forged of [
			{ ...good, historyHash: hash("9") },
			{ ...good, entry: second },
			await signed(head, stranger.signer),
			{ ...head, signature: bundleHead },
		])
			expect(await compareWithHead(report, forged, jwks)).toEqual(isUnproven);
		for (const other of [null, {}, "head", { ...good, more: 1 }])
			expect(await compareWithHead(report, other, jwks)).toEqual({ kind: "unproven", reason: "no_head" });
	});
});
