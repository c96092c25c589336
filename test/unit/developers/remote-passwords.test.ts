import { describe, expect, it } from "vitest";
import {
	createRemotePasswords,
	isHasherBinding,
	type PasswordHasherBinding,
} from "../../../src/developers/passwords/passwords.rpc.ts";
import { createPeppers, fingerprintsOf } from "../../../src/kernel/pepper.ts";

const ENCODED = `$scrypt$ln=15,r=8,p=3,pv=1$${"A".repeat(22)}$${"B".repeat(43)}`;
const pepper = (byte: number) => new Uint8Array(32).fill(byte);
const peppers = createPeppers({ currentVersion: 1, byVersion: new Map([[1, pepper(1)]]) });
const never = () => new Promise<never>(() => {});

function remote(answer: () => Promise<unknown>, wait: () => Promise<void> = never) {
	const calls: unknown[][] = [];
	const answerTo = (...call: unknown[]) => {
		calls.push(call);
		return answer();
	};
	const hasher: PasswordHasherBinding = { hash: answerTo, check: answerTo };
	return { calls, passwords: createRemotePasswords({ peppers, hasher, wait }) };
}

describe("passwords of another Worker", () => {
	it("are its answers, asked with whose peppers they are for", async () => {
		const mine = fingerprintsOf(peppers);
		const hashing = remote(async () => ({ kind: "done", value: ENCODED }));
		expect(await hashing.passwords.hash("secret")).toEqual({ kind: "done", value: ENCODED });
		expect(hashing.calls).toEqual([["secret", mine]]);
		const checking = remote(async () => ({ kind: "done", value: true }));
		expect(await checking.passwords.check(undefined, "secret")).toEqual({ kind: "done", value: true });
		expect(checking.calls).toEqual([[undefined, "secret", mine]]);
		const busy = { kind: "busy", retryAfterSeconds: 6 };
		expect(await remote(async () => busy).passwords.check(ENCODED, "secret")).toEqual(busy);
	});

	it.each([
		["nothing", undefined],
		["a bare verdict", false],
		["a verdict of another type", { kind: "done", value: "false" }],
		["an answer of another kind", { kind: "later" }],
	])("never become a verdict out of %s", async (_, answer) => {
		const { passwords } = remote(async () => answer);
		const outage = { code: "SERVICE_UNAVAILABLE", message: expect.stringContaining("nothing was changed") };
		await expect(passwords.check(ENCODED, "secret")).rejects.toMatchObject(outage);
		await expect(passwords.hash("secret")).rejects.toMatchObject(outage);
	});

	it("are an outage where what should be stored is no hash", async () => {
		const { passwords } = remote(async () => ({ kind: "done", value: "secret" }));
		const error = await passwords.hash("secret").catch((thrown) => thrown);
		expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
		expect(String(error.cause)).not.toContain("secret");
	});

	it("are an outage where the call fails, at once or later, or is never answered", async () => {
		const outage = { code: "SERVICE_UNAVAILABLE" };
		const failing = remote(async () => {
			throw new Error("Network connection lost.");
		});
		await expect(failing.passwords.check(ENCODED, "secret")).rejects.toMatchObject(outage);
		const throwing = remote(() => {
			throw new TypeError("is not a function");
		});
		await expect(throwing.passwords.check(ENCODED, "secret")).rejects.toMatchObject(outage);
		const silent = remote(never, async () => {});
		await expect(silent.passwords.check(ENCODED, "secret")).rejects.toMatchObject(outage);
	});

	it("come from a binding and from nothing else", () => {
		expect([{}, "replevin-passwords", null].map(isHasherBinding)).toEqual([true, false, false]);
	});
});

describe("fingerprints of peppers", () => {
	it("tell two peppers apart by version, and are the same for the same", () => {
		const of = (...bytes: number[]) =>
			fingerprintsOf(
				createPeppers({
					currentVersion: bytes.length,
					byVersion: new Map(bytes.map((byte, index) => [index + 1, pepper(byte)])),
				}),
			);
		expect(of(1, 2)[1]).toBe(of(1)[1]);
		expect(of(1, 2)[1]).not.toBe(of(1, 2)[2]);
		expect(of(3)[1]).not.toBe(of(1)[1]);
		expect(of(1)[1]).toMatch(/^[0-9a-f]{16}$/);
	});
});
