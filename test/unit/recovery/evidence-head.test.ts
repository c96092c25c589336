// recovery.md "Evidence keys".
import { base64url, CompactSign, importJWK } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/kernel/encoding/canonical-json.ts";
import { bytesToHex, hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import type { EvidenceBundle } from "../../../src/protocol/evidence/evidence-form.ts";
import { verifyHead } from "../../../src/protocol/evidence/verify-head.ts";
import { signHead } from "../../../src/recovery/evidence/sign-head.ts";
import { verifyEvidence, verifyEvidenceText } from "../../support/recovery/verify-evidence.ts";
import { bundleOf, createdCase, evidenceDigest, moved, newEvidenceKey, order } from "./evidence-cases.ts";

const key = await newEvidenceKey("evidence-1");
const stranger = await newEvidenceKey("evidence-1");
const jwks = { keys: [key.publicJwk] };
const HEADER = { alg: "ES256", kid: "evidence-1", typ: "replevin-evidence+jws" };

let bundle: EvidenceBundle;
let other: EvidenceBundle;
let payload: Uint8Array;
beforeAll(async () => {
	const story = await createdCase();
	bundle = await bundleOf(story, key.signer);
	other = await bundleOf(await moved(story, order()), key.signer);
	const { head: _, ...unsigned } = bundle;
	payload = new TextEncoder().encode(canonicalJson({ digest: await evidenceDigest(unsigned) }));
});

const failuresWith = async (head: string, keys: unknown = jwks) => {
	const verdict = await verifyEvidence({ ...bundle, head }, { jwks: keys });
	return verdict.ok ? [] : verdict.failures;
};
const signedWith = async (header: object, jwk: object = key.jwk) =>
	new CompactSign(payload).setProtectedHeader(header as { alg: string }).sign(await importJWK(jwk, "ES256"));

describe("the head", () => {
	it("is a JWS that another library verifies", async () => {
		const { compactVerify } = await import("jose");
		const verified = await compactVerify(bundle.head, await importJWK(key.publicJwk, "ES256"));
		expect(verified.protectedHeader).toEqual(HEADER);
		expect(verified.payload).toEqual(payload);
	});

	it("is rejected under another key with the same id", async () => {
		const { head: _, ...unsigned } = bundle;
		const head = await signHead(await evidenceDigest(unsigned), stranger.signer);
		expect(await failuresWith(head)).toEqual([
			{ where: "$.head", what: "was not signed by the key evidence-1" },
		]);
	});

	it("is rejected under an unpublished key", async () => {
		const { head: _, ...unsigned } = bundle;
		const head = await signHead(await evidenceDigest(unsigned), { ...key.signer, kid: "evidence-9" });
		expect(await failuresWith(head)).toEqual([
			{ where: "$.head", what: "names the key evidence-9, which is not in the given key set" },
		]);
	});

	it("is rejected in another bundle", async () => {
		expect(await failuresWith(other.head)).toEqual([
			{ where: "$", what: expect.stringContaining("but the head signs") },
		]);
	});

	it("is checked first: nothing else is read under a head that the service did not sign", async () => {
		const { head: _, ...unsigned } = bundle;
		const head = await signHead(await evidenceDigest(unsigned), stranger.signer);
		const text = canonicalJson({ ...bundle, head, history: [], events: "?" });
		expect(await verifyEvidenceText(text, { jwks })).toMatchObject({ failures: [{ where: "$.head" }] });
	});

	it("is followed by at most fifty faults, and by one in a text of over 3 MiB", async () => {
		const faultsWith = async (entries: number) => {
			const history = Array(entries).fill(bundle.history[0]?.entry);
			const verdict = await verifyEvidence({ ...bundle, history }, { jwks });
			return verdict.ok ? [] : verdict.failures.map(({ where }) => where);
		};
		expect(await faultsWith(100)).toHaveLength(50);
		expect(await faultsWith(10_000)).toEqual(["$"]);
	});

	it.each([
		["no algorithm", { ...HEADER, alg: "none" }],
		["a shared secret", { ...HEADER, alg: "HS256" }],
		["another type", { ...HEADER, typ: "at+jwt" }],
		["no type", { alg: "ES256", kid: "evidence-1" }],
		["no key", { alg: "ES256", typ: HEADER.typ }],
		["an embedded key", { ...HEADER, jwk: stranger.publicJwk }],
		["an extension", { ...HEADER, crit: ["exp"], exp: 1 }],
	])("is rejected with %s in its header", async (_, header) => {
		const [, body, signature] = bundle.head.split(".");
		const head = `${base64url.encode(JSON.stringify(header))}.${body}.${signature}`;
		const expected = [{ where: "$.head", what: expect.stringContaining("has a header other than") }];
		expect(await failuresWith(head)).toEqual(expected);
		expect(await failuresWith(`${head.slice(0, head.lastIndexOf("."))}.`)).toEqual(expected);
	});

	it("is rejected with a MAC under the published key", async () => {
		const secret = new TextEncoder().encode(JSON.stringify(key.publicJwk));
		const head = await new CompactSign(payload).setProtectedHeader({ ...HEADER, alg: "HS256" }).sign(secret);
		expect(await failuresWith(head)).toHaveLength(1);
	});

	it("is rejected if the right key signed another token type or payload", async () => {
		expect(await failuresWith(await signedWith({ ...HEADER, typ: "at+jwt" }))).toHaveLength(1);
		payload = new TextEncoder().encode(canonicalJson({ sub: "dev_1" }));
		// Only the low-s form is accepted, so this signs until it is that form.
		let head = "";
		do head = await signedWith(HEADER);
		while (!isLow(head));
		expect(await failuresWith(head)).toEqual([
			{ where: "$.head", what: "does not contain a digest and nothing else" },
		]);
	});

	it("is rejected with a high s, stray bits or padding", async () => {
		const [header, body, signature = ""] = bundle.head.split(".");
		const bytes = base64url.decode(signature);
		const s = (ORDER - BigInt(bytesToHex(bytes.subarray(32)))).toString(16).padStart(64, "0");
		const flipped = base64url.encode(new Uint8Array([...bytes.subarray(0, 32), ...hexToBytes(`0x${s}`)]));
		const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
		const stray = signature.slice(0, -1) + alphabet[alphabet.indexOf(signature.at(-1) ?? "") + 1];
		for (const text of [flipped, stray, `${signature}=`, `${signature}\n`, "", "AA", "%"]) {
			expect(await failuresWith(`${header}.${body}.${text}`)).toEqual([
				{
					where: "$.head",
					what: "has a signature that is not canonical (base64url without stray bits, lower s)",
				},
			]);
		}
	});

	it("is always signed with a low s", async () => {
		for (let round = 0; round < 20; round++) {
			const head = await signHead(bundle.jrcHash, key.signer);
			expect(await verifyHead(head, jwks)).toEqual({ ok: true, kid: "evidence-1", digest: bundle.jrcHash });
		}
		await expect(() =>
			signHead(bundle.jrcHash, { kid: "k", sign: async () => new Uint8Array(70) }),
		).rejects.toThrow(RangeError);
	});

	it.each(["", "..", "a.b", "a.b.c.d", `${"e30"}.e30.`])("is rejected as %j", async (head) => {
		expect(await failuresWith(head)).toMatchObject([{ where: "$.head" }]);
	});

	it.each([
		["null", null],
		["not a key set", {}],
		["no keys", { keys: [] }],
		["malformed keys", { keys: [null, 1, {}] }],
		["two keys with that id", { keys: [key.publicJwk, stranger.publicJwk] }],
		["a key for other things", { keys: [{ ...key.publicJwk, use: "enc" }] }],
		["a key of another curve", { keys: [{ ...key.publicJwk, crv: "P-384" }] }],
		["a key that is not on the curve", { keys: [{ ...key.publicJwk, x: "AA" }] }],
	])("is rejected if the given keys are %s", async (_, keys) => {
		expect(await failuresWith(bundle.head, keys)).toMatchObject([{ where: "$.head" }]);
	});
});

describe("a value that is not a bundle", () => {
	const cyclic: Record<string, unknown> = {};
	cyclic.self = cyclic;

	it.each([undefined, null, "text", 5, true, [], {}, cyclic, new Date(0)])(
		"is rejected: %#",
		async (value) => {
			const verdict = await verifyEvidence(value, { jwks });
			expect(verdict.ok).toBe(false);
		},
	);

	it("is rejected with a value that JSON cannot represent", async () => {
		const lone = structuredClone(other);
		const attach = lone.history[1]?.payload;
		if (attach?.kind !== "attach_order") throw new Error("it attaches an order");
		attach.typedData.message.title = "\ud800";
		const verdict = await verifyEvidence(lone, { jwks });
		expect(verdict).toMatchObject({ ok: false, failures: [{ where: "$" }] });
	});

	it("is rejected as text in another form than the canonical one", async () => {
		const text = canonicalJson(bundle);
		expect(await verifyEvidenceText(text, { jwks })).toMatchObject({ ok: true });
		const status = '"status":"created"';
		for (const variant of [
			JSON.stringify(bundle, null, 2),
			`${text}\n`,
			text.replace(status, `"status":"executed",${status}`),
			text.slice(1),
			"",
		]) {
			expect(await verifyEvidenceText(variant, { jwks })).toMatchObject({
				ok: false,
				failures: [{ where: "$" }],
			});
		}
	});
});

/** Order of P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

function isLow(head: string): boolean {
	const signature = base64url.decode(head.split(".")[2] ?? "");
	return BigInt(bytesToHex(signature.subarray(32))) <= ORDER / 2n;
}
