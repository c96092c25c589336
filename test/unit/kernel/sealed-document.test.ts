// estates.md "POST …/will".
import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	DOCUMENT_HEADER_BYTES,
	keyVersionOf,
	openDocument,
	rewrapDocument,
	sealDocument,
} from "../../../src/document-store/sealed-document.ts";
import { createSealer, type Sealer } from "../../../src/kernel/crypto/sealing.ts";

const KEK_1 = new Uint8Array(32).fill(1);
const KEK_2 = Uint8Array.from({ length: 32 }, (_, i) => i);
const CONTEXT = "estate-will/0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb/1";
const PLAIN = new TextEncoder().encode("I leave everything to my cat, and nothing to my brother.");

const sealerOf = (currentVersion: number, keys: Record<number, Uint8Array>): Sealer =>
	createSealer(
		{ currentVersion, byVersion: new Map(Object.entries(keys).map(([at, key]) => [Number(at), key])) },
		"document-key",
	);
const first = { sealer: sealerOf(1, { 1: KEK_1 }), context: CONTEXT };
const rotated = { sealer: sealerOf(2, { 1: KEK_1, 2: KEK_2 }), context: CONTEXT };
const second = { sealer: sealerOf(2, { 2: KEK_2 }), context: CONTEXT };

const BROKEN = /^a seal of document-key under key version \d+ is broken$|^a sealed document is broken$/;
const UNKNOWN = /^not a sealed document of a known version$|^no key of version \d+ is configured/;
const sealed = async (plain: Uint8Array = PLAIN) => (await sealDocument(plain, first)).bytes;

describe("a sealed document", () => {
	test("opens with what it was made of", async () => {
		expect(await openDocument(await sealed(), first)).toEqual(PLAIN);
	});

	const CHUNK = 256 * 1024;
	test.each([0, 1, 15, 16, 17, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 5])(
		"holds %i bytes, and adds what its form says",
		async (length) => {
			const plain = new Uint8Array(randomBytes(length));
			const container = await sealed(plain);
			expect(container).toHaveLength(81 + length + 16);
			expect(Buffer.compare(await openDocument(container, first), plain)).toBe(0);
		},
	);

	test("holds any bytes in any context", async () => {
		const context = fc.string({ unit: "binary" }).filter((text) => text.isWellFormed());
		await fc.assert(
			fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), context, async (plain, context) => {
				const seal = { ...first, context };
				const { bytes } = await sealDocument(plain, seal);
				expect(await openDocument(bytes, seal)).toEqual(Uint8Array.from(plain));
			}),
		);
	});

	test("is laid out as its table says, and read by Web Crypto", async () => {
		const { header, bytes } = await sealDocument(PLAIN, rotated);
		expect(Buffer.from(bytes.subarray(0, 9)).toString("latin1")).toBe("RPLD\x01\0\0\0\x02");
		expect(header).toEqual({
			keyVersion: 2,
			iv: Buffer.from(bytes.subarray(9, 21)).toString("base64"),
			ciphertext: Buffer.from(bytes.subarray(21, 69)).toString("base64"),
		});
		const key = await rotated.sealer.open(header, CONTEXT);
		const iv = bytes.subarray(69, 81);
		const additionalData = new Uint8Array(Buffer.from(`RPLD\x01${CONTEXT}`));
		const usages = ["decrypt"] as const;
		const secret = await crypto.subtle.importKey("raw", Uint8Array.from(key), "AES-GCM", false, [...usages]);
		const algorithm = { name: "AES-GCM", iv, additionalData };
		const plain = await crypto.subtle.decrypt(algorithm, secret, bytes.subarray(81));
		expect(new Uint8Array(plain)).toEqual(PLAIN);
	});

	test("shows nothing of what is in it", async () => {
		const plain = new TextEncoder().encode(`${"A will. ".repeat(100)}The end.`);
		const container = Buffer.from(await sealed(plain));
		for (let at = 0; at + 6 <= plain.length; at++) {
			expect(container.includes(plain.subarray(at, at + 6))).toBe(false);
		}
		expect(container.includes("estate-will")).toBe(false);
	});

	test("has another key, nonce and ciphertext each time, of zeros too", async () => {
		const containers = await Promise.all(Array.from({ length: 20 }, () => sealed(new Uint8Array(64))));
		for (const [from, to] of [
			[9, 21],
			[21, 69],
			[69, 81],
			[81, 145],
		] as const) {
			const parts = containers.map((container) => Buffer.from(container.subarray(from, to)).toString("hex"));
			expect(new Set(parts).size).toBe(20);
		}
	});

	test("is sealed and opened from the middle of larger buffers", async () => {
		const larger = new Uint8Array(PLAIN.length + 20);
		larger.set(PLAIN, 10);
		const container = await sealed(larger.subarray(10, 10 + PLAIN.length));
		const around = new Uint8Array(container.length + 14);
		around.set(container, 7);
		const within = around.subarray(7, 7 + container.length);
		expect(await openDocument(within, first)).toEqual(PLAIN);
		expect(keyVersionOf(within)).toBe(1);
		expect(await openDocument((await rewrapDocument(within, rotated)).bytes, second)).toEqual(PLAIN);
	});

	test("leaves what it is made of as it was", async () => {
		const plain = Uint8Array.from(PLAIN);
		const container = await sealed(plain);
		const before = Uint8Array.from(container);
		await openDocument(container, first);
		await rewrapDocument(container, rotated);
		expect(plain).toEqual(PLAIN);
		expect(container).toEqual(before);
	});
});

describe("a sealed document does not open", () => {
	test("with any bit of any byte turned", async () => {
		const container = await sealed();
		for (let at = 0; at < container.length; at++) {
			for (const bit of [1, 128]) {
				const tampered = Uint8Array.from(container);
				tampered[at] = (tampered[at] ?? 0) ^ bit;
				// Magic and versions say what they are; whatever comes after them is sealed.
				await expect(openDocument(tampered, first)).rejects.toThrow(at < 9 ? UNKNOWN : BROKEN);
			}
		}
	});

	test("cut short anywhere", async () => {
		const container = await sealed();
		for (let length = 0; length < container.length; length++) {
			const problem = length < DOCUMENT_HEADER_BYTES ? UNKNOWN : BROKEN;
			await expect(openDocument(container.subarray(0, length), first)).rejects.toThrow(problem);
		}
	});

	test("cut short behind its first chunk", async () => {
		const container = await sealed(new Uint8Array(randomBytes(600_000)));
		for (const missing of [1, 16, 17, 300_000]) {
			const part = container.subarray(0, container.length - missing);
			await expect(openDocument(part, first)).rejects.toThrow(BROKEN);
		}
	});

	test("with something behind or before it", async () => {
		const container = await sealed();
		const longer = new Uint8Array(container.length + 1);
		longer.set(container);
		await expect(openDocument(longer, first)).rejects.toThrow(BROKEN);
		await expect(openDocument(longer.subarray(1), first)).rejects.toThrow(UNKNOWN);
	});

	test("with the document of one container and the key of another", async () => {
		const [one, other] = [await sealed(), await sealed()];
		const mixed = Uint8Array.from(one);
		mixed.set(other.subarray(0, 69));
		await expect(openDocument(mixed, first)).rejects.toThrow(/^a sealed document is broken$/);
	});

	test.each([
		["another owner", CONTEXT.replace("0x5", "0x6")],
		["another version", `${CONTEXT}1`],
		["a case", "case-document/rc_1/doc_1"],
		["nobody", ""],
	])("as that of %s", async (_, context) => {
		await expect(openDocument(await sealed(), { ...first, context })).rejects.toThrow(BROKEN);
	});

	test("with another key of the same version, or without that version's", async () => {
		const other = { sealer: sealerOf(1, { 1: KEK_2 }), context: CONTEXT };
		await expect(openDocument(await sealed(), other)).rejects.toThrow(BROKEN);
		await expect(openDocument(await sealed(), second)).rejects.toThrow(
			"no key of version 1 is configured for document-key",
		);
	});

	test("with a sealer of another purpose", async () => {
		const keys = { currentVersion: 1, byVersion: new Map([[1, KEK_1]]) };
		const other = { sealer: createSealer(keys, "webhook-secret"), context: CONTEXT };
		await expect(openDocument(await sealed(), other)).rejects.toThrow("a seal of webhook-secret");
	});

	test("where its key was sealed for it but is no key", async () => {
		const container = await sealed();
		const shorter = { ...first.sealer, open: async () => new Uint8Array(31) };
		await expect(openDocument(container, { sealer: shorter, context: CONTEXT })).rejects.toThrow(
			/^a sealed document is broken$/,
		);
	});

	test.each([
		["nothing", new Uint8Array(0)],
		["zeros", new Uint8Array(200)],
		["a PDF", new Uint8Array(Buffer.from(`%PDF-1.7\n${"x".repeat(200)}`))],
		["a header of a later version", new Uint8Array(Buffer.from(`RPLD\x02${"\0".repeat(200)}`))],
	])("where it is %s", async (_, bytes) => {
		await expect(openDocument(bytes, first)).rejects.toThrow(UNKNOWN);
		await expect(rewrapDocument(bytes, first)).rejects.toThrow(UNKNOWN);
		expect(() => keyVersionOf(bytes)).toThrow(UNKNOWN);
	});

	test("and tells nothing of what is in it", async () => {
		const container = await sealed();
		container[90] = (container[90] ?? 0) ^ 1;
		const error: unknown = await openDocument(container, first).catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(Error);
		expect((error as Error).message).toBe("a sealed document is broken");
		expect((error as Error).cause).toBeUndefined();
	});
});

describe("another key-encryption key", () => {
	test("seals only the document's key again", async () => {
		const container = await sealed();
		const { header, bytes } = await rewrapDocument(container, rotated);
		expect(header.keyVersion).toBe(2);
		expect([keyVersionOf(container), keyVersionOf(bytes)]).toEqual([1, 2]);
		expect(bytes.subarray(69)).toEqual(container.subarray(69));
		expect(bytes.subarray(0, 69)).not.toEqual(container.subarray(0, 69));
		expect(await openDocument(bytes, second)).toEqual(PLAIN);
		await expect(openDocument(bytes, first)).rejects.toThrow("no key of version 2 is configured");
	});

	test("still opens, while both are there, what the old one sealed", async () => {
		expect(await openDocument(await sealed(), rotated)).toEqual(PLAIN);
	});

	test("is not given to a document of another context, nor without the old key", async () => {
		const container = await sealed();
		await expect(rewrapDocument(container, { ...rotated, context: "elsewhere" })).rejects.toThrow(BROKEN);
		await expect(rewrapDocument(container, second)).rejects.toThrow("no key of version 1 is configured");
	});

	test("takes over a document that is broken, which stays so", async () => {
		const container = await sealed();
		container[DOCUMENT_HEADER_BYTES] = (container[DOCUMENT_HEADER_BYTES] ?? 0) ^ 1;
		const { bytes } = await rewrapDocument(container, rotated);
		await expect(openDocument(bytes, second)).rejects.toThrow(BROKEN);
	});

	test("is named by the header alone", async () => {
		const { bytes } = await sealDocument(PLAIN, rotated);
		expect(keyVersionOf(bytes.subarray(0, DOCUMENT_HEADER_BYTES))).toBe(2);
		expect(() => keyVersionOf(bytes.subarray(0, DOCUMENT_HEADER_BYTES - 1))).toThrow(UNKNOWN);
	});

	test("of a high version is named too", async () => {
		const high = { sealer: sealerOf(999_999, { 999999: KEK_1 }), context: CONTEXT };
		const { bytes } = await sealDocument(PLAIN, high);
		expect(keyVersionOf(bytes)).toBe(999_999);
		expect(await openDocument(bytes, high)).toEqual(PLAIN);
	});
});
