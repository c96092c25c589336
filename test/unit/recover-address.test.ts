// signatures.md "2. Contract signatures".
import fc from "fast-check";
import { recoverAddress as recoverByViem } from "viem";
import { privateKeyToAddress, sign } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { malleatedForm, recoverAddress } from "../../src/kernel/crypto/secp256k1/recover-address.ts";
import { bytesToHex, hexToBytes } from "../../src/kernel/encoding/hex.ts";
import { lostAccountKey } from "../support/signing/vectors.ts";

const ORDER = 0xffffffff_ffffffff_ffffffff_fffffffe_baaedce6_af48a03b_bfd25e8c_d0364141n;
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const word = (value: bigint) => hexToBytes(`0x${value.toString(16).padStart(64, "0")}`);
const uint = (bytes: Uint8Array) => BigInt(bytesToHex(bytes));

function signatureOf(r: Uint8Array, s: Uint8Array, v?: number): Uint8Array {
	return Uint8Array.from([...r, ...s, ...(v === undefined ? [] : [v])]);
}

async function signed(privateKey: `0x${string}`, digest: Uint8Array) {
	const { r, s, yParity: parity = 0 } = await sign({ hash: bytesToHex(digest), privateKey });
	return { r: hexToBytes(r), s: hexToBytes(s), parity };
}

describe("a valid signature", () => {
	test("recovers the signer from each encoding, for random keys and digests", async () => {
		const key = bytes32.filter((bytes) => uint(bytes) > 0n && uint(bytes) < ORDER);
		await fc.assert(
			fc.asyncProperty(key, bytes32, async (keyBytes, digest) => {
				const privateKey = bytesToHex(keyBytes);
				const signer = privateKeyToAddress(privateKey).toLowerCase();
				const { r, s, parity } = await signed(privateKey, digest);
				const compact = signatureOf(r, s);
				compact[32] = (compact[32] ?? 0) | (parity << 7);
				const forms = [signatureOf(r, s, parity), signatureOf(r, s, 27 + parity), compact];
				for (const form of forms) expect(recoverAddress(digest, form)).toBe(signer);
				expect(recoverAddress(digest, signatureOf(r, s, 1 - parity))).not.toBe(signer);
			}),
			{ numRuns: 200 },
		);
	});

	test("does not change its input", async () => {
		const digest = new Uint8Array(32).fill(7);
		const { r, s, parity } = await signed(lostAccountKey, digest);
		const compact = signatureOf(r, s);
		compact[32] = (compact[32] ?? 0) | (parity << 7);
		const copy = compact.slice();
		recoverAddress(digest, compact);
		expect(compact).toEqual(copy);
	});
});

test("agrees with viem on any r and any low s", async () => {
	await fc.assert(
		fc.asyncProperty(bytes32, bytes32, bytes32, fc.constantFrom(27, 28), async (digest, r, sSeed, v) => {
			const s = word((uint(sSeed) % (ORDER / 2n)) + 1n);
			const signature = signatureOf(r, s, v);
			const expected = await recoverByViem({ hash: digest, signature: bytesToHex(signature) }).catch(
				() => null,
			);
			expect(recoverAddress(digest, signature)).toBe(expected?.toLowerCase() ?? null);
		}),
		{ numRuns: 300 },
	);
});

describe("recoverAddress rejects without an exception", () => {
	const digest = new Uint8Array(32).fill(7);

	test("the malleated form of a valid signature", async () => {
		await fc.assert(
			fc.asyncProperty(bytes32, async (digest) => {
				const { r, s, parity } = await signed(lostAccountKey, digest);
				const high = word(ORDER - uint(s));
				for (const v of [0, 1, 27, 28]) expect(recoverAddress(digest, signatureOf(r, high, v))).toBeNull();
				expect(recoverAddress(digest, signatureOf(r, s, parity))).not.toBeNull();
				for (const base of [0, 27]) {
					const twin = signatureOf(r, high, base + 1 - parity);
					expect(malleatedForm(signatureOf(r, s, base + parity))).toEqual(twin);
					expect(malleatedForm(twin)).toEqual(signatureOf(r, s, base + parity));
				}
			}),
			{ numRuns: 100 },
		);
	});

	test("every v other than 0, 1, 27 and 28", async () => {
		const { r, s } = await signed(lostAccountKey, digest);
		for (let v = 0; v < 256; v++) {
			const accepted = recoverAddress(digest, signatureOf(r, s, v)) !== null;
			expect(accepted, `v of ${v}`).toBe([0, 1, 27, 28].includes(v));
		}
	});

	test("every length other than 64 and 65", async () => {
		const { r, s, parity } = await signed(lostAccountKey, digest);
		const long = Uint8Array.from([...signatureOf(r, s, parity), ...new Uint8Array(70)]);
		for (let length = 0; length <= long.length; length++) {
			if (length === 64 || length === 65) continue;
			expect(recoverAddress(digest, long.subarray(0, length)), `${length} bytes`).toBeNull();
		}
		expect(recoverAddress(digest.subarray(1), long.subarray(0, 65))).toBeNull();
	});

	test("r and s at and beyond their bounds", async () => {
		const { r, s } = await signed(lostAccountKey, digest);
		const half = ORDER / 2n;
		for (const bad of [0n, ORDER, ORDER + 1n, 2n ** 256n - 1n])
			expect(recoverAddress(digest, signatureOf(word(bad), s, 27)), `r of ${bad}`).toBeNull();
		for (const bad of [0n, half + 1n, ORDER - 1n, ORDER, 2n ** 256n - 1n])
			expect(recoverAddress(digest, signatureOf(r, word(bad), 27)), `s of ${bad}`).toBeNull();
		expect(recoverAddress(digest, signatureOf(r, word(half), 27))).not.toBeNull();
		// No point of the curve has x = 5.
		expect(recoverAddress(digest, signatureOf(word(5n), s, 27))).toBeNull();
	});

	test("arbitrary bytes", () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 40 }),
				fc.uint8Array({ maxLength: 100 }),
				(digest, signature) => {
					expect(() => recoverAddress(digest, signature)).not.toThrow();
				},
			),
		);
	});
});
