// auth.md "Wallet sessions".
import { describe, expect, it } from "vitest";
import { hashPassword, isPasswordOf, needsRehash } from "../../../src/developers/passwords/password-hash.ts";
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

const PASSWORD = "Lorem-ipsum-7";
const WRONG = "Lorem-ipsum-8";
const salt = new Uint8Array(16).fill(7);
const cheap = { memoryKib: 64, passes: 1, lanes: 1 };
const hash = hashPassword(one, PASSWORD, salt, cheap);

const millisecondsOf = (work: () => void) => {
	const startedAt = performance.now();
	work();
	return performance.now() - startedAt;
};

describe("a password hash", () => {
	it("names algorithm, cost and pepper version", () => {
		expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1,pv=1\$[\w-]{22}\$[\w-]{43}$/);
	});

	it("verifies with its own password and pepper only", () => {
		expect(isPasswordOf(one, hash, PASSWORD)).toBe(true);
		expect(isPasswordOf(two, hash, PASSWORD)).toBe(true);
		expect(isPasswordOf(one, hash, WRONG)).toBe(false);
		expect(isPasswordOf(two, hash.replace("pv=1", "pv=2"), PASSWORD)).toBe(false);
	});

	it("differs with the salt and the cost", () => {
		const macs = [hash, hashPassword(one, PASSWORD, new Uint8Array(16), cheap)].map((text) =>
			text.slice(-43),
		);
		const dearer = hashPassword(one, PASSWORD, salt, { ...cheap, passes: 2 }).slice(-43);
		expect(new Set([...macs, dearer]).size).toBe(3);
	});

	it("is Argon2id with 19 MiB and two passes, as OpenSSL computes it", () => {
		expect(hashPassword(one, PASSWORD, salt)).toBe(
			"$argon2id$v=19$m=19456,t=2,p=1,pv=1$BwcHBwcHBwcHBwcHBwcHBw$05EUCLINyfIl8ibFG02oquEGSZ34VdrojTb-Pq7-vBU",
		);
	});

	it("is replaced if cost or pepper are not the current ones", () => {
		const current = hashPassword(one, PASSWORD, salt);
		expect(needsRehash(one, current)).toBe(false);
		expect(needsRehash(two, current)).toBe(true);
		expect(needsRehash(one, hash)).toBe(true);
	});
});

describe("an account that does not exist", () => {
	it("costs the work of a current hash and has no password", () => {
		const current = hashPassword(one, PASSWORD, salt);
		const measure = (stored: string | undefined) =>
			millisecondsOf(() => expect(isPasswordOf(one, stored, WRONG)).toBe(false));
		measure(current);
		// The shortest of several is the work itself, whatever else the machine does.
		const shortestOf = (stored: string | undefined) =>
			Math.min(...[1, 2, 3, 4, 5].map(() => measure(stored)));
		expect(shortestOf(undefined)).toBeGreaterThan(shortestOf(current) / 3);
	});
});

describe("a stored hash that cannot be judged", () => {
	it.each([
		["no hash", "plain"],
		["a hash of an unknown algorithm", hash.replace("argon2id", "argon2i")],
		["a hash of an unknown version", hash.replace("v=19", "v=16")],
		["a hash with a cut MAC", hash.slice(0, -1)],
		["a hash with an incomplete cost", hash.replace("t=1,", "")],
	])("throws for %s", (_, stored) => {
		expect(() => isPasswordOf(one, stored, PASSWORD)).toThrow("not of a form");
		expect(() => needsRehash(one, stored)).toThrow("not of a form");
	});

	it("throws if the pepper is not configured", () => {
		expect(() => isPasswordOf(one, hash.replace("pv=1", "pv=9"), PASSWORD)).toThrow(
			"PEPPERS has no version 9",
		);
	});

	it("throws for a cost that would take the isolate's memory", () => {
		expect(() => isPasswordOf(one, hash.replace("m=64", "m=65537"), PASSWORD)).toThrow("too much memory");
	});
});
