import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { erasedOwnerMac, usedNonceMac } from "../../../src/estates/erasure/tombstone.ts";
import type { Hex } from "../../../src/kernel/hex.ts";
import { ownerAddress, recoveryAccount } from "../../support/signing/vectors.ts";

const key = new Uint8Array(32).fill(5);
const nonce: Hex = `0x${"ab".repeat(32)}`;
const hmac = (text: string) => createHmac("sha256", key).update(text).digest("hex");

describe("a tombstone", () => {
	it("has HMAC-SHA256 of the address and of each nonce, each for itself", () => {
		const lower = ownerAddress.toLowerCase();
		expect(erasedOwnerMac(key, ownerAddress)).toBe(hmac(`owner\0${lower}`));
		expect(usedNonceMac(key, ownerAddress, nonce)).toBe(hmac(`nonce\0${lower}\0${nonce}`));
	});

	it("is found in any letter case", () => {
		expect(erasedOwnerMac(key, ownerAddress.toLowerCase())).toBe(erasedOwnerMac(key, ownerAddress));
		const shouting: Hex = `0x${"AB".repeat(32)}`;
		expect(usedNonceMac(key, ownerAddress.toLowerCase(), shouting)).toBe(
			usedNonceMac(key, ownerAddress, nonce),
		);
	});

	it("differs by owner, nonce and key", () => {
		const macs = [
			erasedOwnerMac(key, ownerAddress),
			erasedOwnerMac(key, recoveryAccount),
			erasedOwnerMac(new Uint8Array(32), ownerAddress),
			usedNonceMac(key, ownerAddress, nonce),
			usedNonceMac(key, recoveryAccount, nonce),
			usedNonceMac(key, ownerAddress, `0x${"cd".repeat(32)}`),
		];
		expect(new Set(macs).size).toBe(macs.length);
	});
});
