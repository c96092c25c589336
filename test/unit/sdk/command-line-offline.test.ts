/**
 * sdk.md "Command line": `verify` and `hash`, which need no service.
 * Over 300 lines, because both commands share their files and their runner.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, describe, expect, it, vi } from "vitest";
import { createArchiver, textFile } from "../../../src/archives/archiver.ts";
import { zipStream } from "../../../src/archives/zip-stream.ts";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import { signCaseHead } from "../../../src/recovery/evidence/sign-head.ts";
import { commandFolder } from "../../support/sdk/run-command.ts";
import { json } from "../../support/sdk/scripted-fetch.ts";
import { blocksOf, cellOf } from "../../support/signing/signing-document.ts";
import { vectorIntent } from "../../support/signing/vectors.ts";
import { bundleOf, createdCase, newEvidenceKey } from "../recovery/evidence-cases.ts";

const ROOT = join(import.meta.dirname, "../../..");
const BUNDLE = join(ROOT, "docs/evidence-example.json");
const { folder, write, replevin, remove } = commandFolder();
afterAll(remove);

const keys = write("keys.json", blocksOf("The head of a bundle", "json")[0] ?? "");
const MISTYPED = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2B";

describe("verify", () => {
	it("says of the published bundle that it is genuine, without the network", async () => {
		const { code, out, sent } = await replevin(["verify", BUNDLE, "--keys", keys], [], { env: {} });
		expect(code).toBe(0);
		expect(out).toMatch(/^Complete up to 2026-\S+, entry 2\. What happened later is not in this file\.\n/);
		expect(out).toContain("The evidence is genuine: case rc_74ac76c7f29219667d32ccbdbc8a780f");
		expect(out).toContain("2 of 2 signatures");
		expect(sent).toEqual([]);
	});

	it("exits with 1 and names the entry that fails", async () => {
		const text = readFileSync(BUNDLE, "utf8");
		const at = text.lastIndexOf('"payloadHash":"0x') + '"payloadHash":"0x'.length;
		const changed = write(
			"changed.json",
			`${text.slice(0, at)}${text[at] === "0" ? 1 : 0}${text.slice(at + 1)}`,
		);
		const { code, out } = await replevin(["verify", changed, "--keys", keys]);
		expect(code).toBe(1);
		expect(out).toContain("$.history[1].payload does not match the payloadHash of its entry.");
		const machine = await replevin(["verify", changed, "--keys", keys, "--json"]);
		expect(JSON.parse(machine.out)).toMatchObject({ ok: false, faults: expect.any(Array) });
		expect(machine.code).toBe(1);
	});

	it.each([
		["is not JSON", "Dear court,", keys],
		["is an intent", JSON.stringify(vectorIntent), keys],
		["is null", "null", keys],
		["has keys in place of a bundle", readFileSync(keys, "utf8"), keys],
	])("exits with 2 and gives no verdict if the bundle %s", async (_, text, given) => {
		const path = write("other.json", text);
		const { code, out, err } = await replevin(["verify", path, "--keys", given]);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(`${path} is no evidence bundle`);
		expect(err).not.toContain("genuine");
	});

	it.each([
		["is not JSON", "-----BEGIN PUBLIC KEY-----"],
		["is null", "null"],
		["is the bundle", readFileSync(BUNDLE, "utf8")],
	])("exits with 2 and gives no verdict if the file with the keys %s", async (_, text) => {
		const path = write("wrong-keys.json", text);
		const { code, out, err } = await replevin(["verify", BUNDLE, "--keys", path, "--json"]);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toContain(`${path} is not a JSON Web Key Set, such as the issuer's /.well-known/`);
		expect(err).not.toContain("genuine");
	});

	it("does not wait for ever for the issuer's keys", async () => {
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		try {
			const fetch = (_: string, { signal }: RequestInit) =>
				new Promise<Response>((_, reject) => {
					signal?.addEventListener("abort", () => reject(signal.reason));
				});
			const verdict = replevin(["verify", BUNDLE, "--issuer", "https://replevin.example"], [], { fetch });
			await vi.advanceTimersByTimeAsync(30_000);
			expect(await verdict).toMatchObject({ code: 3, err: expect.stringContaining("more than 30 s") });
		} finally {
			vi.useRealTimers();
		}
	});

	it("exits with 3 if the issuer's response is not a key set", async () => {
		const issuer = "https://replevin.example";
		const { code, err } = await replevin(["verify", BUNDLE, "--issuer", issuer], [json({ page: 1 })]);
		expect([code, err]).toEqual([3, expect.stringContaining("no JSON Web Key Set")]);
	});

	it("does not accept evidence with the keys of another issuer, and does not call it a forgery", async () => {
		const other = write("other-keys.json", '{"keys":[]}');
		const { code, out, err } = await replevin(["verify", BUNDLE, "--keys", other]);
		expect(code).toBe(1);
		expect(out).toContain("which is not in the given key set");
		expect(err).toContain(`Nothing shows who issued ${BUNDLE}`);
		expect(err).not.toContain("genuine");
	});

	it("does not accept evidence that an editor has reformatted, and says what to do", async () => {
		const pretty = write("pretty.json", JSON.stringify(JSON.parse(readFileSync(BUNDLE, "utf8")), null, 2));
		const { code, err } = await replevin(["verify", pretty, "--keys", keys]);
		expect([code, err]).toEqual([1, expect.stringContaining("Download it again.")]);
	});

	it("says in JSON, too, that a bundle is not genuine whose issuer is nested deeper than JSON can be written", async () => {
		const deep = `"issuer":${"[".repeat(200_000)}${"]".repeat(200_000)}`;
		const file = write("deep.json", readFileSync(BUNDLE, "utf8").replace(/"issuer":"[^"]*"/, deep));
		const { code, out } = await replevin(["verify", file, "--keys", keys, "--json"]);
		expect([code, JSON.parse(out).ok]).toEqual([1, false]);
	});

	it("calls a bundle without its signature not genuine", async () => {
		const { head: _, ...unsigned } = JSON.parse(readFileSync(BUNDLE, "utf8"));
		const { code, out, err } = await replevin([
			...["verify", write("unsigned.json", JSON.stringify(unsigned)), "--keys", keys],
		]);
		expect([code, out]).toEqual([1, "$.head is required."]);
		expect(err).toContain("is not genuine");
	});

	it("gets the keys from an issuer only if it is told to", async () => {
		const published = json(JSON.parse(readFileSync(keys, "utf8")));
		const issuer = "https://replevin.example";
		const { code, sent } = await replevin(["verify", BUNDLE, "--issuer", issuer], [published]);
		expect([code, sent[0]?.url]).toEqual([0, `${issuer}/.well-known/evidence-jwks.json`]);
		expect((await replevin(["verify", BUNDLE, "--issuer", issuer])).code).toBe(3);
		expect((await replevin(["verify", BUNDLE])).code).toBe(2);
		const unsafe = await replevin(["verify", BUNDLE, "--issuer", "http://replevin.example"], [published]);
		expect([unsafe.code, unsafe.sent]).toEqual([2, []]);
		expect((await replevin(["verify", BUNDLE, "--keys", keys, "--issuer", issuer])).code).toBe(2);
	});
});

it("rejects a bundle that names an issuer other than --issuer", async () => {
	const published = () => json(JSON.parse(readFileSync(keys, "utf8")));
	const args = ["verify", BUNDLE, "--issuer", "https://replevin.example.evil"];
	const { code, out } = await replevin(args, [published()]);
	expect([code, out]).toEqual([
		1,
		"The bundle was signed with a key of https://replevin.example.evil, and says that https://replevin.example issued it.",
	]);
	const machine = await replevin([...args, "--json"], [published()]);
	expect(JSON.parse(machine.out)).toMatchObject({ ok: false, faults: [{ kind: "issuer_differs" }] });
});

describe("verify of an archive", async () => {
	const key = await newEvidenceKey("evidence-1");
	const bundle = await bundleOf(await createdCase(), key.signer);
	const { caseId: subject } = bundle;
	const keySet = { keys: [key.publicJwk] };
	const archive = createArchiver({
		issuer: "https://replevin.example",
		signer: async () => key.signer,
		keySet,
		load: async () => ({ zipStream }),
	});
	const files = [textFile("evidence.json", canonicalJson(bundle)), textFile("case.json", "{}")];
	const stream = await archive({ kind: "case", subject, files, now: Date.UTC(2026, 10, 28) });
	const zip = join(folder, "case.zip");
	writeFileSync(zip, new Uint8Array(await new Response(stream).arrayBuffer()));
	const published = write("published.json", JSON.stringify(keySet));
	const unpacked = join(folder, "unpacked");
	mkdirSync(unpacked);
	for (const [path, bytes] of Object.entries(unzipSync(readFileSync(zip))))
		writeFileSync(join(unpacked, path), bytes);

	it("proves a ZIP file complete, with the issuer's keys", async () => {
		const { code, out, sent } = await replevin(["verify", zip, "--keys", published], [], { env: {} });
		expect([code, sent]).toEqual([0, []]);
		expect(out).toContain(`The archive is complete: 4 files`);
		expect(out).toContain("The evidence is genuine: the case was created after 1 moves.");
		expect(out).not.toContain("came with the archive");
		const machine = await replevin(["verify", zip, "--keys", published, "--json"]);
		expect(JSON.parse(machine.out)).toMatchObject({ ok: true, isIssuerProven: true, report: { subject } });
	});

	it("proves a folder complete with its own keys, and says that they do not show who the issuer is", async () => {
		const { code, out } = await replevin(["verify", unpacked]);
		expect(code).toBe(0);
		expect(out).toContain("The keys came with the archive.");
	});

	it("exits with 1 and names the file that was changed, or added", async () => {
		writeFileSync(join(unpacked, "case.json"), "{ }");
		writeFileSync(join(unpacked, "more.txt"), "");
		const { code, out } = await replevin(["verify", unpacked]);
		expect(code).toBe(1);
		expect(out).toContain("case.json has other bytes than the signed list says.");
		expect(out).toContain("more.txt is not in the signed list");
	});
});

describe("verify --online", async () => {
	const issuer = "https://replevin.example";
	const key = await newEvidenceKey("evidence-1");
	const bundle = await bundleOf(await createdCase(), key.signer);
	const { jrcHash } = bundle;
	const historyHash = bundle.history[0]?.entry.hash ?? jrcHash;
	const at = "2026-11-21T09:30:00.000Z";
	const entry = { sequence: 1, historyHash, at };
	const head = { jrcHash, ...entry, issuedAt: at, entry };
	const online = async (response: Response, form = ["--json"]) =>
		replevin(
			["verify", write("online.json", canonicalJson(bundle)), "--issuer", issuer, "--online", ...form],
			[json({ keys: [key.publicJwk] }), response],
		);
	const signed = async (content: typeof head) =>
		json({ ...content, signature: await signCaseHead(content, key.signer) });

	it.each([
		["the latest", head, 0, true, "latest", "This is still the latest"],
		["not the latest", { ...head, sequence: 4 }, 1, true, "later_entries", "There are 3 later entries"],
		["one of two stories", { ...head, historyHash: jrcHash }, 1, false, "two_stories", "two stories"],
	])("says that the bundle is %s", async (_, content, code, ok, kind, words) => {
		const result = await online(await signed(content));
		expect(result.code).toBe(code);
		expect(JSON.parse(result.out)).toMatchObject({ ok, freshness: { kind } });
		expect(result.sent[1]?.url).toBe(`${issuer}/api/v1/recovery-cases/${jrcHash}/head?sequence=1`);
		expect((await online(await signed(content), [])).out).toContain(words);
	});

	it("proves nothing later without a response, and asks no service but --issuer", async () => {
		const { code, out } = await online(new Response("", { status: 503 }));
		expect([code, JSON.parse(out).freshness.kind]).toEqual([1, "unproven"]);
		const unnamed = await replevin(["verify", BUNDLE, "--keys", keys, "--online"]);
		expect([unnamed.code, unnamed.sent]).toEqual([2, []]);
	});
});

describe("hash", () => {
	it.each([
		["of an intent", { rec: vectorIntent.rec, txs: vectorIntent.txs }],
		["of the body of new-case", { case: vectorIntent.rec, transactions: vectorIntent.txs, signature: "0x" }],
	])("prints the ids %s", async (_, body) => {
		const { code, out } = await replevin(["hash", write("intent.json", JSON.stringify(body)), "--json"], [], {
			env: {},
		});
		expect(code).toBe(0);
		expect(JSON.parse(out)).toEqual({
			jrcHash: cellOf("jrcHash", "jrcHash"),
			caseId: cellOf("caseId and eventId", "caseId"),
		});
	});

	it("prints the caseId before the jrcHash, as cases file does", async () => {
		const { out } = await replevin(["hash", write("intent.json", JSON.stringify(vectorIntent))]);
		expect(out.split("\n").map((line) => line.split(" ")[0])).toEqual(["caseId", "jrcHash"]);
	});

	it.each([
		["rec.lostAccount", { rec: { ...vectorIntent.rec, lostAccount: MISTYPED }, txs: [] }],
		["case.lostAccount", { case: { ...vectorIntent.rec, lostAccount: MISTYPED }, transactions: [] }],
		["txs.0.dest", { rec: vectorIntent.rec, txs: [{ ...vectorIntent.txs[0], dest: "0x1" }] }],
		[
			"typedData.message.intent.lostAccount",
			{ typedData: { primaryType: "NewCase", message: { intent: { lostAccount: MISTYPED } } } },
		],
	])("names the wrong address %s as the file does, in every command", async (place, body) => {
		const path = write("mistyped.json", JSON.stringify(body));
		const commands = place.startsWith("typedData") ? [["sign"]] : [["hash"], ["sign"], ["cases", "file"]];
		for (const command of commands) {
			const { code, err, sent } = await replevin([...command, path]);
			expect([code, sent]).toEqual([2, []]);
			expect(err).toContain(`${path}: ${place} `);
		}
	});

	it.each([
		["is missing", undefined, "could not be read"],
		["is no JSON", "{", "is not JSON"],
		["is a key", "c0ffee00".repeat(8), /^\S+ is not JSON\.$/m],
		["is null", "null", "neither rec and txs"],
		[
			"has a mistyped address",
			JSON.stringify(vectorIntent).replace(vectorIntent.rec.lostAccount, MISTYPED),
			"rec.lostAccount must have a valid EIP-55 checksum",
		],
		[
			"lacks a text, which would be hashed as undefined",
			JSON.stringify({ ...vectorIntent, rec: { ...vectorIntent.rec, reasonForRecovery: undefined } }),
			"intent.json lacks rec.reasonForRecovery.",
		],
		[
			"lacks fields of a transaction",
			JSON.stringify({ case: vectorIntent.rec, transactions: [{ dest: vectorIntent.txs[0].dest }, null] }),
			"transactions.1 must be an object, and is null; it lacks transactions.0.value, transactions.0.data.",
		],
		[
			"has a chain as text",
			JSON.stringify({ ...vectorIntent, rec: { ...vectorIntent.rec, chainId: "8453" } }),
			"rec.chainId must be a number, not text: write it without quotes",
		],
		[
			"has a reason that the service does not know",
			JSON.stringify({ ...vectorIntent, rec: { ...vectorIntent.rec, reasonForRecovery: "lostkey" } }),
			'rec.reasonForRecovery must be "lost key" or "inheritance" or "other", and is "lostkey"',
		],
		["has no transactions", JSON.stringify({ ...vectorIntent, txs: [] }), "txs must be a list of at least"],
	])("exits with 2 if the file %s", async (_, text, words) => {
		const path = text === undefined ? join(folder, "none") : write("intent.json", text);
		const { code, out, err } = await replevin(["hash", path]);
		expect([code, out]).toEqual([2, ""]);
		expect(err).toMatch(words);
	});
});
