/** sdk.md "Evidence": the published bundle, and changes of it. */
import { expect, it } from "vitest";
import { compareWithHead, verify } from "../../../sdk/src/evidence.ts";
import { signCaseHead } from "../../../src/recovery/evidence/sign-head.ts";
import { blocksOf, cellOf, readExampleBundle } from "../../support/signing/signing-document.ts";
import { bundleOf, createdCase, newEvidenceKey } from "../recovery/evidence-cases.ts";

const keys = JSON.parse(blocksOf("The head of a bundle", "json")[0] ?? "");
const text = readExampleBundle();

const kindsOf = (verdict: Awaited<ReturnType<typeof verify>>) =>
	verdict.ok ? [] : verdict.faults.map(({ kind }) => kind);

it("accepts the published bundle, as text and parsed", async () => {
	const seenHistoryHashes = [cellOf("History entries", "hash of entry 2")];
	for (const bundle of [text, JSON.parse(text)]) {
		const verdict = await verify(bundle, keys, { seenHistoryHashes });
		if (!verdict.ok) throw new Error(verdict.faults[0]?.message);
		expect(verdict.message).toMatch(/^Complete up to 2026-\S+, entry 2\. What happened later is not/);
		expect(verdict.report).toMatchObject({ caseId: JSON.parse(text).caseId, moves: 2 });
		expect(verdict.report.signatures.map(({ proof }) => proof)).toEqual(["recovered", "recovered"]);
		expect(verdict.bundle).toEqual(JSON.parse(text));
	}
});

it("compares the bundle with the head of its case, in words", async () => {
	const key = await newEvidenceKey("evidence-1");
	const jwks = { keys: [key.publicJwk] };
	const bundle = await bundleOf(await createdCase(), key.signer);
	const verdict = await verify(bundle, jwks);
	if (!verdict.ok) throw new Error(verdict.faults[0]?.message);
	const { jrcHash, historyHash } = verdict.report;
	const at = "2026-11-21T09:30:00.000Z";
	const head = { jrcHash, sequence: 1, historyHash, at, issuedAt: at } as const;
	const signed = { ...head, signature: await signCaseHead(head, key.signer) };
	const latest = { kind: "latest", message: expect.stringMatching(/^This is still the latest: /) };
	expect(await compareWithHead(verdict.report, signed, jwks)).toMatchObject(latest);
	const unproven = { kind: "unproven", message: expect.stringContaining("gave no head") };
	expect(await compareWithHead(verdict.report, null, jwks)).toMatchObject(unproven);
});

it("names the entry that was changed, in words", async () => {
	const bundle = JSON.parse(text);
	bundle.history[1].entry.at = "2026-11-21T09:31:00.001Z";
	const verdict = await verify(bundle, keys);
	if (verdict.ok) throw new Error("the bundle was changed");
	const fault = verdict.faults.find(({ kind }) => kind === "chain_broken");
	expect(fault).toMatchObject({ part: "history", index: 1 });
	expect(fault?.message).toBe("$.history[1].entry has a hash that does not follow from the previous entry.");
});

it("names the entry that was changed also if an editor has formatted the text anew", async () => {
	const bundle = JSON.parse(text);
	const formatted = (value: unknown) => JSON.stringify(value, null, "\t");
	expect(kindsOf(await verify(formatted(bundle), keys))).toEqual(["not_canonical"]);
	bundle.history[1].entry.at = "2026-11-21T09:31:00.001Z";
	const kinds = kindsOf(await verify(formatted(bundle), keys));
	expect(kinds[0]).toBe("not_canonical");
	expect(kinds).toContain("chain_broken");
});

it.each([
	["no keys", text, null, "keys_malformed"],
	["keys of another issuer", text, { keys: [] }, "key_unknown"],
	["white space", `${text} `, keys, "not_canonical"],
	["no JSON", "{", keys, "not_json"],
	["null", null, keys, "not_json"],
	["a number", 7, keys, "not_json"],
])("rejects %s without throwing", async (_, bundle, jwks, kind) => {
	expect(kindsOf(await verify(bundle, jwks))).toContain(kind);
});

it("finds a history that was rewritten after a webhook", async () => {
	const verdict = await verify(text, keys, { seenHistoryHashes: [`0x${"11".repeat(32)}`] });
	expect(kindsOf(verdict)).toEqual(["entry_missing"]);
});
