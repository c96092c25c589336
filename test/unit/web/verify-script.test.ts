// hosted-app.md "Checking evidence".
// The script of /verify: what it reads from the address, how it words faults, and what it weighs.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import type { EvidenceFault } from "../../../src/protocol/evidence/faults.ts";
import { createEvidenceVerifier } from "../../../src/protocol/evidence/verify-evidence.ts";
import { keccak256 } from "../../../src/protocol/noble/keccak256.ts";
import { recoverAddress } from "../../../src/protocol/noble/recover-address.ts";
import { verify as en } from "../../../src/web/app/copy/en/verify.ts";
import { verify as es } from "../../../src/web/app/copy/es/verify.ts";
import { faultSentence, sortFaults, valueInText } from "../../../src/web/browser/verify/fault-text.ts";
import { readFragment } from "../../../src/web/browser/verify/fragment.ts";
import { compareTyped, readTyped, wordsOf } from "../../../src/web/browser/verify/typed-fingerprint.ts";
import { bundleOf, newEvidenceKey, STORIES } from "../recovery/evidence-cases.ts";

const MAX_GZIPPED_BYTES = 60 * 1024;

const hash = `0x${"aB".repeat(32)}`;
const token = "A-_9".repeat(10).concat("abc");

describe("the address of /verify", () => {
	it.each([
		["", { kind: "none" }],
		["#", { kind: "none" }],
		[`#jrcHash=${hash}`, { kind: "fingerprint", jrcHash: hash.toLowerCase() }],
		[`#${token}`, { kind: "link", token }],
		[`#jrcHash=${hash.slice(0, -1)}`, { kind: "malformed" }],
		[`#jrcHash=${hash}0`, { kind: "malformed" }],
		[`#${token}a`, { kind: "malformed" }],
		["#https://example.com/bundle.json", { kind: "malformed" }],
		[`#typed=${hash}`, { kind: "malformed" }],
		[`#${"%".repeat(43)}`, { kind: "malformed" }],
	])("%j", (text, fragment) => {
		expect(readFragment(text)).toEqual(fragment);
	});
});

describe("a fingerprint typed from paper", () => {
	const paper = `0x${"1a0b".repeat(16)}`;
	const typed = (text: string) => readTyped(text);
	const compared = (text: string) => compareTyped(typed(text), paper);

	it.each([
		["in groups and lines", paper.replace(/(.{8})/g, "$1 ").replace(/(.{20})/g, "$1-\n")],
		["in capital letters, without 0x", paper.slice(2).toUpperCase()],
		["with long dashes", paper.replace(/(.{16})/g, "$1–")],
		["as the address of the code", `https://recovery.example.org/verify#jrcHash=${paper}`],
		["with look-alikes", paper.replaceAll("0", "O").replaceAll("1", "l")],
	])("is the same %s", (_name, text) => {
		expect(compared(text)).toEqual({ kind: "same" });
	});

	it("names what is read as another digit, what no fingerprint has, and how much is missing", () => {
		expect(wordsOf(typed("0xlaOzz"), en)).toBe(
			"“zz” at place 4, 5 cannot be right: a fingerprint has only 0 to 9 and a to f. “l” at place 1 is read as 1. “O” at place 3 is read as 0. 3 of 64 so far.",
		);
		expect(wordsOf(typed(`${paper}00`), es)).toBe("66 signos son demasiados: son 64.");
	});

	it("is no proof in part, and names a few differences", () => {
		expect(compared("0x1a0b1a")).toEqual({ kind: "part", count: 6, agree: 6, differs: null });
		expect(compared(paper.replace("b", "6"))).toEqual({
			kind: "few",
			places: [{ place: 4, paper: "6", file: "b" }],
		});
		expect(compared(paper.replaceAll("b", "6"))).toEqual({ kind: "other" });
		expect(compared(" ")).toEqual({ kind: "none" });
	});

	it.each([
		["is missing", paper.slice(2, 30) + paper.slice(31), 63, { number: 4, typed: "1a0ba0b1" }],
		["is too many", `${paper}0`, 65, { number: 8, typed: "1a0b1a0b0" }],
		["is none", paper.replace("b", "z"), 63, { number: 1, typed: "1a0z1a0b" }],
	])("gets no verdict where a digit %s, only the block to look at", (_name, text, count, differs) => {
		expect(compared(text)).toMatchObject({ kind: "part", count, differs });
	});
});

type Loose = { history: { entry: { move: string }; payload: { signature: string } }[] };

async function brokenFaults(name: string, change: (history: Loose["history"]) => void) {
	const key = await newEvidenceKey("evidence-1");
	const story = await STORIES[name]?.();
	if (!story) throw new Error(`no story ${name}`);
	const bundle: Loose = JSON.parse(canonicalJson(await bundleOf(story, key.signer)));
	change(bundle.history);
	const verifier = createEvidenceVerifier({ keccak256, recover: recoverAddress });
	const verdict = await verifier.verifyEvidence(bundle, { jwks: { keys: [key.publicJwk] } });
	if (verdict.ok) throw new Error("it verifies");
	return verdict.faults;
}

describe("faults in words", () => {
	it("name the first entry that fails, in both languages", async () => {
		const faults = await brokenFaults("withdrawn_by_claimant", ([created, attached]) => {
			if (created && attached) attached.payload.signature = created.payload.signature;
		});
		const [first] = sortFaults(faults);
		if (!first) throw new Error("no fault");
		expect(first).toMatchObject({ part: "history", index: 1 });
		expect(faultSentence(first, en)).toMatch(
			/^Entry 2 of the history \(entered the court order\) should be signed by 0x/,
		);
		expect(faultSentence(first, es)).toMatch(
			/^La entrada 2 del historial \(introdujo la resolución judicial\) debería estar firmada por 0x/,
		);
		expect(sortFaults(faults).at(-1)?.kind).toBe("digest_differs");
	});

	it("name an entry without its act where the file has none", async () => {
		const faults = await brokenFaults("created", ([created]) => {
			if (created) created.entry.move = "constructor";
		});
		expect(faults.map((fault) => faultSentence(fault, en))).toEqual([
			"Entry 1 of the history does not have the form that is prescribed here.",
		]);
	});

	it("hold no value that is nested too deep to be written again", async () => {
		const verifier = createEvidenceVerifier({ keccak256, recover: recoverAddress });
		const text = `{"intent":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
		const verdict = await verifier.verifyEvidenceText(text, { jwks: { keys: [] } });
		expect(verdict).toMatchObject({ ok: false, faults: [{ kind: "too_large", where: "$.intent" }] });
		expect(valueInText(JSON.parse("[".repeat(20_000) + "]".repeat(20_000)))).toBe("…");
		expect(valueInText("x".repeat(301))).toBe(`${"x".repeat(300)} …`);
		expect(valueInText(undefined)).toBe("–");
	});

	it("are whole sentences for every kind of fault", () => {
		for (const copy of [en, es]) {
			for (const kind of Object.keys(copy.faults)) {
				const values = { kid: "evidence-1", expected: "0xab", found: null };
				const fault = { kind, where: "$", part: "bundle", index: null, act: null, ...values };
				const sentence = faultSentence(fault as unknown as EvidenceFault, copy);
				expect(sentence).toMatch(/^(?:The file|El archivo) [a-zéí0-9][^{}]+\.$/);
			}
		}
	});
});

describe("the built script", async () => {
	const { outputFiles, metafile } = await build({
		entryPoints: ["src/web/browser/verify.ts"],
		bundle: true,
		minify: true,
		format: "esm",
		target: "es2024",
		legalComments: "none",
		metafile: true,
		write: false,
	});
	const text = outputFiles[0]?.text ?? "";

	it("has at most 60 KiB, gzipped", () => {
		const bytes = gzipSync(text).length;
		expect(bytes).toBeGreaterThan(10_000);
		expect(bytes).toBeLessThan(MAX_GZIPPED_BYTES);
	});

	it("carries neither zod nor jose nor WebAssembly, and parses no string as a document or as code", () => {
		const packages = Object.keys(metafile.inputs).flatMap(
			(path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
		);
		expect([...new Set(packages)].sort()).toEqual(["@noble/curves", "@noble/hashes", "canonicalize"]);
		expect(text).not.toMatch(
			/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|WebAssembly/,
		);
	});
});
