// auth.md "Rotation by the pair itself".
// The isolate's memory of keys that D1 has proven. worker/developers/api-keys.test.ts holds what callers see of it.
import { expect, test } from "vitest";
import { createProvenKeys } from "../../../src/developers/api-keys/proven-keys.ts";

const key = { keyId: "key", developerId: "dev", secretMac: "mac", pepperVersion: 1 };

test("caches a key for a minute, and finds it by any of its lookups", () => {
	const proven = createProvenKeys();
	proven.remember("lookup", key, 1);
	expect(proven.find(["other", "lookup"], 60_000)).toEqual(key);
	expect(proven.find(["lookup"], 60_001)).toBeUndefined();
});

test("caches the latest thousand keys only", () => {
	const proven = createProvenKeys();
	for (let count = 0; count <= 1_000; count++) proven.remember(`l${count}`, key, 1);
	expect([proven.find(["l0"], 2), proven.find(["l1"], 2), proven.find(["l1000"], 2)]).toEqual([
		undefined,
		key,
		key,
	]);
});
