// estates.md "What a read stores".
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { bareProfileMac, nonceMac, ownerMac, privacyCodeMac } from "../../../src/estates/estate-macs.ts";
import type { Hex } from "../../../src/kernel/hex.ts";
import { createPeppers } from "../../../src/kernel/pepper.ts";
import { ownerAddress, recoveryAccount } from "../../support/signing/vectors.ts";

const key = new Uint8Array(32).fill(5);
const nonce: Hex = `0x${"ab".repeat(32)}`;
const hmac = (text: string) => createHmac("sha256", key).update(text).digest("hex");

describe("MACs of a tombstone", () => {
	it("stores the owner and each nonce as separate HMAC-SHA256 values", () => {
		const lower = ownerAddress.toLowerCase();
		expect(ownerMac(key, ownerAddress)).toBe(hmac(`owner\0${lower}`));
		expect(nonceMac(key, ownerAddress, nonce)).toBe(hmac(`nonce\0${lower}\0${nonce}`));
	});

	it("ignores the letter case of addresses and nonces", () => {
		expect(ownerMac(key, ownerAddress.toLowerCase())).toBe(ownerMac(key, ownerAddress));
		const shouting: Hex = `0x${"AB".repeat(32)}`;
		expect(nonceMac(key, ownerAddress.toLowerCase(), shouting)).toBe(nonceMac(key, ownerAddress, nonce));
	});

	it("differ by owner, nonce and key", () => {
		const macs = [
			ownerMac(key, ownerAddress),
			ownerMac(key, recoveryAccount),
			ownerMac(new Uint8Array(32), ownerAddress),
			nonceMac(key, ownerAddress, nonce),
			nonceMac(key, recoveryAccount, nonce),
			nonceMac(key, ownerAddress, `0x${"cd".repeat(32)}`),
		];
		expect(new Set(macs).size).toBe(macs.length);
	});
});

describe("bareProfileMac", () => {
	it("differs by reader, owner and key, and ignores letter case", () => {
		const owner = `0:${ownerAddress}`;
		expect(bareProfileMac(key, "dev_1", owner)).toBe(hmac(`dev_1\0${owner.toLowerCase()}`));
		const macs = [
			bareProfileMac(key, "dev_1", owner),
			bareProfileMac(key, "dev_2", owner),
			bareProfileMac(key, "owner", owner),
			bareProfileMac(key, "dev_1", `10:${ownerAddress}`),
			bareProfileMac(new Uint8Array(32), "dev_1", owner),
		];
		expect(new Set(macs).size).toBe(macs.length);
	});
});

describe("privacyCodeMac", () => {
	const peppers = createPeppers({ currentVersion: 1, byVersion: new Map([[1, new Uint8Array(32).fill(7)]]) });
	const codeKey = peppers.keyFor("privacy-code", 1) ?? new Uint8Array(0);
	const canonical = "RPL-00000-00000-00000-00000-00000-00";

	it("is the HMAC-SHA256 of the canonical code, in hex", () => {
		expect(privacyCodeMac(codeKey, canonical)).toBe(
			createHmac("sha256", codeKey).update(canonical).digest("hex"),
		);
		expect(privacyCodeMac(codeKey, canonical)).toMatch(/^[0-9a-f]{64}$/);
	});

	it("differs between keys, and each purpose has its own key", () => {
		const other = peppers.keyFor("estate-tombstone", 1) ?? new Uint8Array(0);
		expect(other).toHaveLength(32);
		expect(privacyCodeMac(other, canonical)).not.toBe(privacyCodeMac(codeKey, canonical));
	});
});
