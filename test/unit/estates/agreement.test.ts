// estates.md "POST …/agreement".
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { problemsWith, renderList, versionsIn } from "../../../scripts/terms.ts";
import { agreements, currentAgreement, findAgreement } from "../../../src/estates/agreement/agreement.ts";
import { AGREEMENT_VERSIONS } from "../../../src/estates/agreement/agreement-versions.ts";
import type { Hex } from "../../../src/kernel/encoding/hex.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TERMS = join(ROOT, "public/terms");
const hashOf = (bytes: Uint8Array) => `0x${createHash("sha256").update(bytes).digest("hex")}`;

describe("published terms", () => {
	it("lists for each version the hash of the served file", () => {
		expect(agreements.map(({ path }) => path.replace("/terms/", ""))).toEqual(readdirSync(TERMS).sort());
		for (const { path, documentHash } of agreements) {
			expect(documentHash).toBe(hashOf(readFileSync(join(ROOT, "public", path))));
		}
	});

	it("serves plain ASCII text that names its version", () => {
		for (const { path, version } of agreements) {
			const text = readFileSync(join(ROOT, "public", path), "utf8");
			expect(text).toMatch(/^[\n -~]*\n$/);
			expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(81);
			expect(text).toContain(`Version ${version}\n`);
		}
	});

	it("never changes a published version", () => {
		// One line per version, never changed, because the service must serve the signed text.
		expect(agreements.map(({ version, documentHash }) => `${version} ${documentHash}`)).toEqual([
			"2026-11-01 0xa6712d86ae1f04defd35c057ff63f98e0cd03c1bd68722699a11b2368199e490",
		]);
	});

	it("uses the newest version as the current one", () => {
		const versions = agreements.map(({ version }) => version);
		expect(versions).toEqual([...new Set(versions)].sort());
		expect(currentAgreement.version).toBe(versions.at(-1));
		expect(currentAgreement.path).toBe(`/terms/${currentAgreement.version}.txt`);
	});
});

describe("findAgreement", () => {
	const { version, documentHash } = currentAgreement;
	const shouting: Hex = `0x${documentHash.slice(2).toUpperCase()}`;
	const other: Hex = `0x${"0".repeat(64)}`;

	it.each([
		["a version and its hash", version, documentHash, currentAgreement],
		["its hash in upper case", version, shouting, currentAgreement],
		["another hash", version, other, undefined],
		["another version", "2020-01-01", documentHash, undefined],
		["a version with a trailing space", `${version} `, documentHash, undefined],
		["no version", "", documentHash, undefined],
	] as const)("finds terms by %s", (_, version, hash, expected) => {
		expect(findAgreement(agreements, version, hash)).toBe(expected);
	});
});

describe("scripts/terms.ts", () => {
	let folder = "";
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "terms-"));
	});
	afterEach(() => rmSync(folder, { recursive: true, force: true }));

	it("renders the committed list", () => {
		const committed = readFileSync(join(ROOT, "src/estates/agreement/agreement-versions.ts"), "utf8");
		expect(renderList(versionsIn(TERMS))).toBe(committed);
	});

	it("sorts versions by date", () => {
		writeFileSync(join(folder, "2027-02-01.txt"), "later\n");
		writeFileSync(join(folder, "2026-11-01.txt"), "first\n");
		expect(versionsIn(folder)).toEqual([
			{ version: "2026-11-01", documentHash: hashOf(Buffer.from("first\n")) },
			{ version: "2027-02-01", documentHash: hashOf(Buffer.from("later\n")) },
		]);
	});

	it.each(["terms.txt", "2026-11-01.md", "2026-11-1.txt", "2026-11-01.txt.bak"])(
		"rejects the file name %s",
		(name) => {
			writeFileSync(join(folder, name), "terms\n");
			expect(() => versionsIn(folder)).toThrow(`public/terms/${name}: a version is named YYYY-MM-DD.txt`);
		},
	);

	it("rejects CR LF line ends, because their hash differs between machines", () => {
		writeFileSync(join(folder, "2026-11-01.txt"), "terms\r\n");
		expect(() => versionsIn(folder)).toThrow("CR LF");
	});

	const first = { version: "2026-11-01", documentHash: "0x01" };
	const second = { version: "2027-02-01", documentHash: "0x02" };
	it.each([
		["nothing was published", [], [first], []],
		["nothing changed", [first], [first], []],
		["a version was appended", [first], [first, second], []],
		[
			"a version changed",
			[first],
			[{ ...first, documentHash: "0x03" }],
			["2026-11-01 was published and has changed"],
		],
		[
			"a version was removed",
			[first, second],
			[second],
			["2026-11-01 was published and is gone", "2027-02-01 was published before what now comes before it"],
		],
		[
			"a version was inserted before others",
			[second],
			[first, second],
			["2027-02-01 was published before what now comes before it"],
		],
	])("reports the problems if %s", (_, published, present, problems) => {
		expect(problemsWith(published, present)).toEqual(problems);
	});

	it("finds no problem in the committed list", () => {
		expect(problemsWith(AGREEMENT_VERSIONS, versionsIn(TERMS))).toEqual([]);
	});
});
