// webhooks.md "Secrets at rest".
import { createDecipheriv, hkdfSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSealer, type Sealed, sealedSchema } from "../../../src/kernel/crypto/sealing.ts";

const KEK_1 = new Uint8Array(32).fill(1);
const KEK_2 = Uint8Array.from({ length: 32 }, (_, i) => i);
const PLAIN = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);
const CONTEXT = "we_0a1b2c3d4e5f60718293a4b5c6d7e8f9 1";

const first = createSealer({ currentVersion: 1, byVersion: new Map([[1, KEK_1]]) }, "webhook-secret");
const rotated = createSealer(
	{
		currentVersion: 2,
		byVersion: new Map([
			[1, KEK_1],
			[2, KEK_2],
		]),
	},
	"webhook-secret",
);

const BROKEN = /^a seal of webhook-secret under key version \d+ is broken$/;

/** `text` in base64 with one bit of one byte turned. */
function turned(text: string, byte: number, bit: number): string {
	const bytes = Buffer.from(text, "base64");
	bytes[byte] = (bytes[byte] ?? 0) ^ (1 << bit);
	return bytes.toString("base64");
}

describe("a seal", () => {
	test("opens after a way through storage", async () => {
		const stored = JSON.stringify(await first.seal(PLAIN, CONTEXT));
		const sealed = sealedSchema().parse(JSON.parse(stored));
		expect(await first.open(sealed, CONTEXT)).toEqual(PLAIN);
	});

	test("shows its version, 12 bytes of nonce, and as many bytes as the plain and its tag", async () => {
		const sealed = await rotated.seal(PLAIN, CONTEXT);
		expect(sealed.keyVersion).toBe(2);
		expect(rotated.currentVersion).toBe(2);
		expect(Buffer.from(sealed.iv, "base64")).toHaveLength(12);
		expect(Buffer.from(sealed.ciphertext, "base64")).toHaveLength(PLAIN.length + 16);
	});

	test("is another one each time", async () => {
		const seals = await Promise.all(Array.from({ length: 50 }, () => first.seal(PLAIN, CONTEXT)));
		expect(new Set(seals.map(({ iv }) => iv)).size).toBe(50);
		expect(new Set(seals.map(({ ciphertext }) => ciphertext)).size).toBe(50);
	});

	test("takes of a buffer only what it is shown", async () => {
		const view = new Uint8Array(96).fill(7).subarray(32, 64);
		expect(await first.open(await first.seal(view, CONTEXT), CONTEXT)).toEqual(new Uint8Array(32).fill(7));
	});

	test("holds any bytes in any context", async () => {
		const context = fc.string({ unit: "binary" });
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), context, async (plain, text) => {
				expect(await first.open(await first.seal(plain, text), text)).toEqual(Uint8Array.from(plain));
			}),
		);
	});

	test("is what Node's own cipher reads", async () => {
		const context = "endpoint é 7";
		const { iv, ciphertext } = await rotated.seal(PLAIN, context);
		const info = "replevin/kek/webhook-secret/v1";
		const key = new Uint8Array(hkdfSync("sha256", KEK_2, new Uint8Array(0), info, 32));
		const bytes = Buffer.from(ciphertext, "base64");
		const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64"));
		// Twelve letters, thirteen bytes.
		decipher.setAAD(Buffer.from("2.13.endpoint é 7"));
		decipher.setAuthTag(bytes.subarray(-16));
		const plain = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
		expect(Uint8Array.from(plain)).toEqual(PLAIN);
	});
});

describe("a seal does not open", () => {
	test.each([
		["another", "we_ffffffffffffffffffffffffffffffff 1"],
		["an empty", ""],
		["a longer", `${CONTEXT} `],
		["a shorter", CONTEXT.slice(0, -1)],
		["an otherwise written", CONTEXT.toUpperCase()],
	])("in %s context", async (_, context) => {
		const sealed = await first.seal(PLAIN, CONTEXT);
		await expect(first.open(sealed, context)).rejects.toThrow(BROKEN);
	});

	test("for another purpose", async () => {
		const keys = { currentVersion: 1, byVersion: new Map([[1, KEK_1]]) };
		const other = createSealer(keys, "document-key");
		const sealed = await first.seal(PLAIN, CONTEXT);
		await expect(other.open(sealed, CONTEXT)).rejects.toThrow(
			"a seal of document-key under key version 1 is broken",
		);
	});

	test("with another key of the same version", async () => {
		const keys = { currentVersion: 1, byVersion: new Map([[1, KEK_2]]) };
		const sealed = await first.seal(PLAIN, CONTEXT);
		await expect(createSealer(keys, "webhook-secret").open(sealed, CONTEXT)).rejects.toThrow(BROKEN);
	});

	test("under another version, even where both have the same key", async () => {
		const keys = { currentVersion: 1, byVersion: new Map([1, 2].map((version) => [version, KEK_1])) };
		const sealer = createSealer(keys, "webhook-secret");
		const sealed = await sealer.seal(PLAIN, CONTEXT);
		await expect(sealer.open({ ...sealed, keyVersion: 2 }, CONTEXT)).rejects.toThrow(BROKEN);
	});

	test("with any byte of it changed, one after the other", async () => {
		const sealed = await first.seal(PLAIN, CONTEXT);
		const all = [
			...Array.from({ length: 12 }, (_, byte) => ({ ...sealed, iv: turned(sealed.iv, byte, 0) })),
			...Array.from({ length: 48 }, (_, byte) => ({
				...sealed,
				ciphertext: turned(sealed.ciphertext, byte, 7),
			})),
		];
		for (const tampered of all) await expect(first.open(tampered, CONTEXT)).rejects.toThrow(BROKEN);
	});

	const changes: [string, (sealed: Sealed) => Partial<Sealed>][] = [
		["cut short", ({ ciphertext }) => ({ ciphertext: ciphertext.slice(0, -4) })],
		["without its tag", ({ ciphertext }) => ({ ciphertext: ciphertext.slice(0, 40) })],
		["shorter than a tag", () => ({ ciphertext: "AAAA" })],
		["empty", () => ({ ciphertext: "" })],
		["with bytes after it", ({ ciphertext }) => ({ ciphertext: `${ciphertext}AAAA` })],
		["without a nonce", () => ({ iv: "" })],
		["with a longer nonce", ({ iv }) => ({ iv: `${iv}AAAA` })],
		["with a space in it", ({ ciphertext }) => ({ ciphertext: ` ${ciphertext}` })],
		["written in base64url", ({ ciphertext }) => ({ ciphertext: `-_${ciphertext.slice(2)}` })],
	];
	test.each(changes)("%s", async (_, change) => {
		const sealed = await first.seal(PLAIN, CONTEXT);
		await expect(first.open({ ...sealed, ...change(sealed) }, CONTEXT)).rejects.toThrow(BROKEN);
	});

	test("with bits in its base64 that no byte has", async () => {
		// 31 bytes and the tag are 47: the last character before the padding has unused bits.
		const sealed = await first.seal(PLAIN.subarray(0, 31), CONTEXT);
		const at = sealed.ciphertext.indexOf("=") - 1;
		const last = sealed.ciphertext.charAt(at);
		const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
		const next = alphabet.charAt(alphabet.indexOf(last) + 1);
		const ciphertext = sealed.ciphertext.slice(0, at) + next + sealed.ciphertext.slice(at + 1);
		expect(Buffer.from(ciphertext, "base64")).toEqual(Buffer.from(sealed.ciphertext, "base64"));
		await expect(first.open({ ...sealed, ciphertext }, CONTEXT)).rejects.toThrow(BROKEN);
	});

	test("and tells nothing of what is in it", async () => {
		const plain = new TextEncoder().encode("the-secret-itself");
		const sealed = await first.seal(plain, CONTEXT);
		const error: unknown = await first.open(sealed, "elsewhere").catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(Error);
		expect((error as Error).cause).toBeUndefined();
		expect((error as Error).message).toBe("a seal of webhook-secret under key version 1 is broken");
	});
});

describe("versions", () => {
	test("an old one still opens, and a new one is sealed with", async () => {
		const old = await first.seal(PLAIN, CONTEXT);
		expect(await rotated.open(old, CONTEXT)).toEqual(PLAIN);
		expect((await rotated.seal(PLAIN, CONTEXT)).keyVersion).toBe(2);
	});

	test("one that is not configured is named", async () => {
		const sealed = await rotated.seal(PLAIN, CONTEXT);
		await expect(first.open(sealed, CONTEXT)).rejects.toThrow(
			"no key of version 2 is configured for webhook-secret",
		);
	});

	test("nothing is sealed with one that is not configured", async () => {
		const sealer = createSealer({ currentVersion: 3, byVersion: new Map([[1, KEK_1]]) }, "webhook-secret");
		await expect(sealer.seal(PLAIN, CONTEXT)).rejects.toThrow("no key of version 3 is configured");
	});
});

describe("a stored seal", () => {
	const stored = { keyVersion: 1, iv: "AAAAAAAAAAAAAAAA", ciphertext: `${"A".repeat(22)}==` };

	test("is read in its form", () => expect(sealedSchema().parse(stored)).toEqual(stored));

	test.each([
		["no version", { keyVersion: undefined }],
		["version 0", { keyVersion: 0 }],
		["half a version", { keyVersion: 1.5 }],
		["a version in text", { keyVersion: "1" }],
		["a short nonce", { iv: "AAAAAAAAAAAA" }],
		["a long nonce", { iv: "AAAAAAAAAAAAAAAAAAAA" }],
		["a nonce in base64url", { iv: "AAAAAAAAAAAAAAA_" }],
		["less than a tag", { ciphertext: "AAAAAAAAAAAAAAAAAAAA" }],
		["no base64", { ciphertext: `${"A".repeat(23)}!` }],
		["something more", { plain: "AAAA" }],
	])("is not read with %s", (_, change) => {
		expect(sealedSchema().safeParse({ ...stored, ...change }).success).toBe(false);
	});
});
