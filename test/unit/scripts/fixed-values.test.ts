/** A recording without what differs from run to run (quality.md "The contract"). */
import { describe, expect, it } from "vitest";
import { createFixedValues } from "../../../scripts/examples/fixed-values.ts";
import { isKeyPair } from "../../../src/developers/api-keys/key-format.ts";
import { parsePrivacyCode } from "../../../src/estates/privacy-code/privacy-code.ts";

const START = Date.UTC(2030, 0, 1);
const iso = (ms: number) => new Date(ms).toISOString();
const newValues = (known = new Map<string, string>()) =>
	createFixedValues([START, START + 1_000, START + 2_000], known);
const id = (prefix: string, digit: string) => `${prefix}_${digit.repeat(32)}`;

describe("a placeholder", () => {
	it("is the same for the same value, also within a text, and another for another value", () => {
		const { fix } = newValues();
		const [first, text, second] = [id("dev", "1"), `reviewer:${id("dev", "1")}`, id("dev", "2")].map(
			(value) => fix(value, 0),
		);
		expect(text).toBe(`reviewer:${first}`);
		expect(first).toMatch(/^dev_[0-9a-f]{32}$/);
		expect(second).not.toBe(first);
	});

	it("does not depend on the value, but on the order in which values appear", () => {
		const run = (digit: string) => newValues().fix([id("doc", digit), id("key", digit)], 0);
		expect(run("a")).toEqual([expect.stringMatching(/^doc_/), id("key", "a")]);
		expect(newValues().fix(id("doc", "a"), 0)).toBe(newValues().fix(id("doc", "b"), 0));
	});

	it("has the form of the secret that it replaces", () => {
		const { fix } = newValues();
		const apiKey = String(fix("sk_abcdefghijklmnopqrstuvwxyzAB", 0));
		const apiSecret = String(fix(`ss_${"aB3".repeat(16)}x`, 0));
		expect(isKeyPair({ apiKey, apiSecret })).toBe(true);
		expect(fix("sk_…yzAB", 0)).toBe(`sk_…${apiKey.slice(-4)}`);
		const code = String(fix("RPL-7ZZZZ-ABCDE-FGHJK-MNPQR-STVWX-YZ", 0));
		expect(parsePrivacyCode(code)).toEqual({ ok: true, code });
		expect(fix("Bearer eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl", 0)).toMatch(
			/^Bearer eyJhbGciOiJFUzI1NiJ9\.e30\.0+$/,
		);
	});

	it("replaces the hint of a secret that no example shows", () => {
		const run = (hint: string) => {
			const { fix } = newValues();
			return [fix("sk_abcdefghijklmnopqrstuvwxyzAB", 0), fix({ hint }, 0)];
		};
		expect(run("sk_…aaaa")).toEqual(run("sk_…bbbb"));
		expect(run("RPL-…AAAAA")).toEqual(run("RPL-…BBBBB"));
		expect(newValues().fix(["sk_…aaaa", "sk_…bbbb"], 0)).not.toContain("sk_…aaaa");
	});

	it("replaces a known text first", () => {
		const known = new Map([["http://127.0.0.1:1/hooks/a", "https://hooks.example.com/replevin"]]);
		expect(newValues(known).fix({ url: "http://127.0.0.1:1/hooks/a" }, 0)).toEqual({
			url: "https://hooks.example.com/replevin",
		});
	});
});

describe("a time", () => {
	const base = Date.UTC(2026, 10, 21, 9, 30);

	it("during the recording is that of its step, in every form", () => {
		const { fix } = newValues();
		expect(fix({ at: iso(START + 1_400), blockTime: START }, 2)).toEqual({
			at: iso(base + 1_000),
			blockTime: base,
		});
		expect(fix({ confirmedAt: START + 2_100 }, 0)).toEqual({ confirmedAt: base + 2_000 });
	});

	it("after the recording is as many whole minutes after the step that shows it first", () => {
		const { fix } = newValues();
		const expiresAt = iso(START + 1_000 + 8 * 3_600_000 + 321);
		expect(fix({ expiresAt }, 1)).toEqual({ expiresAt: iso(base + 1_000 + 8 * 3_600_000) });
		expect(fix({ expiresAt }, 2)).toEqual({ expiresAt: iso(base + 1_000 + 8 * 3_600_000) });
		expect(fix({ deadline: (START + 600_000) / 1_000 }, 0)).toEqual({ deadline: (base + 600_000) / 1_000 });
	});

	it("long before the recording stays", () => {
		expect(newValues().fix("2026-11-01T00:00:00.000Z", 0)).toBe("2026-11-01T00:00:00.000Z");
	});

	it("within a cursor is replaced there", () => {
		const cursorOf = (ms: number, of: string) => Buffer.from(`${ms}.${of}`).toString("base64url");
		const { fix } = newValues();
		const requestId = fix(id("rel", "7"), 0);
		const nextCursor = cursorOf(START + 1_500, id("rel", "7"));
		expect(fix({ nextCursor }, 2)).toEqual({ nextCursor: cursorOf(base + 1_000, String(requestId)) });
	});
});

describe("a hash", () => {
	const hash = `0x${"9".repeat(64)}`;

	it("of a transaction stays, and one of a history or a block is replaced", () => {
		const { fix } = newValues();
		expect(fix({ txHash: hash, hash }, 0)).toEqual({ txHash: hash, hash: expect.not.stringMatching(hash) });
	});

	it("that is computed again is set everywhere", () => {
		const { fix, replace } = newValues();
		replace(hash, `0x${"8".repeat(64)}`);
		expect(fix([{ hash }, hash], 0)).toEqual([{ hash: `0x${"8".repeat(64)}` }, `0x${"8".repeat(64)}`]);
	});
});
