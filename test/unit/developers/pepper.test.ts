// auth.md "Rotation by the pair itself".
import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSecretOf, lookupOf, secretMacOf } from "../../../src/developers/api-keys/key-digests.ts";
import { parseKeyHint, serializeKeyHint } from "../../../src/developers/api-keys/key-hint.ts";
import { createPeppers } from "../../../src/kernel/pepper.ts";

const pepper = (byte: number) => new Uint8Array(32).fill(byte);
const one = createPeppers({ currentVersion: 1, byVersion: new Map([[1, pepper(1)]]) });
const two = createPeppers({
	currentVersion: 2,
	byVersion: new Map([
		[1, pepper(1)],
		[2, pepper(2)],
	]),
});
const hex = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString("hex");

describe("createPeppers", () => {
	it("derives a key per purpose and version, by HKDF", () => {
		const lookup = one.keyFor("api-key-lookup", 1);
		const info = "replevin/pepper/api-key-lookup/v1";
		expect(hex(lookup)).toBe(Buffer.from(hkdfSync("sha256", pepper(1), "", info, 32)).toString("hex"));
		expect(one.keyFor("api-key-lookup", 1)).toBe(lookup);
		const keys = (["password", "api-key-lookup", "api-key-secret"] as const).flatMap((purpose) =>
			[1, 2].map((version) => hex(two.keyFor(purpose, version))),
		);
		expect(new Set(keys).size).toBe(6);
		expect(keys).not.toContain(hex(pepper(1)));
	});

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

	it("are HMACs under their own keys", () => {
		const key = one.keyFor("api-key-secret", 1) ?? new Uint8Array();
		expect(secretMac).toBe(createHmac("sha256", key).update(`${keyId}\0ss_1`).digest("hex"));
		expect(lookupOf(one, 1, "sk_1")).toMatch(/^[0-9a-f]{64}$/);
		expect(lookupOf(two, 2, "sk_1")).not.toBe(lookupOf(two, 1, "sk_1"));
	});

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

describe("the hint of an API key", () => {
	const hint = {
		keyId: "0b9c7a52-6a3e-4f0e-9d43-7b1a5c2f8e10",
		developerId: `dev_${"a".repeat(32)}`,
		secretMac: "0".repeat(64),
		pepperVersion: 1,
	};

	it("comes back as it went in, without what does not belong to it", () => {
		expect(parseKeyHint(serializeKeyHint(hint))).toEqual(hint);
		expect(serializeKeyHint({ ...hint, label: "private" } as typeof hint)).not.toContain("private");
	});

	it.each(["", "{", "null", "[]", "{}", JSON.stringify({ ...hint, secretMac: "zz" })])(
		"is a miss as %j",
		(text) => {
			expect(parseKeyHint(text)).toBeUndefined();
		},
	);
});
