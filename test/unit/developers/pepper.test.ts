// auth.md "Rotation by the pair itself".
import { describe, expect, it } from "vitest";
import { isSecretOf, lookupOf, secretMacOf } from "../../../src/developers/api-keys/key-digests.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";

const pepper = (byte: number) => new Uint8Array(32).fill(byte);
const one = createPeppers({ currentVersion: 1, byVersion: new Map([[1, pepper(1)]]) });
const two = createPeppers({
	currentVersion: 2,
	byVersion: new Map([
		[1, pepper(1)],
		[2, pepper(2)],
	]),
});

describe("createPeppers", () => {
	it("knows no key of a version that is not configured", () => {
		expect(one.keyFor("password", 2)).toBeUndefined();
		expect(lookupOf(one, 2, "sk_")).toBeUndefined();
	});

	it("tries the current version first, then the newest", () => {
		const byVersion = new Map([3, 1, 2].map((version) => [version, pepper(version)] as const));
		expect(createPeppers({ currentVersion: 3, byVersion }).versions).toEqual([3, 2, 1]);
	});
});

describe("digests of an API key", () => {
	const keyId = "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10";
	const secretMac = secretMacOf(one, 1, { keyId, apiSecret: "ss_1" }) ?? "";
	const record = { keyId, secretMac, pepperVersion: 1 };

	it("fit only their own key id, secret and pepper", () => {
		expect(isSecretOf(one, record, "ss_1")).toBe(true);
		expect(isSecretOf(two, record, "ss_1")).toBe(true);
		expect(isSecretOf(one, record, "ss_2")).toBe(false);
		expect(isSecretOf(one, { ...record, keyId: keyId.replace("0", "1") }, "ss_1")).toBe(false);
		expect(isSecretOf(two, { ...record, pepperVersion: 2 }, "ss_1")).toBe(false);
		expect(isSecretOf(one, { ...record, pepperVersion: 9 }, "ss_1")).toBe(false);
		expect(isSecretOf(one, { ...record, secretMac: "00" }, "ss_1")).toBe(false);
		expect(isSecretOf(one, undefined, "ss_1")).toBe(false);
	});
});
