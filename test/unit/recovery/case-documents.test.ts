/** The roles of callers who add and read documents (recovery.md "Documents"). */
import { describe, expect, it } from "vitest";
import { type Caller, type Filer, roleOf } from "../../../src/recovery/case/case-access.ts";
import { CREATE, caseIn } from "./fixtures.ts";

describe("the role in which a caller adds and reads documents", () => {
	const state = caseIn("created", { subject: "anon:1" });
	const { recoveryAccount, lostAccount, chainId } = CREATE.rec;
	const wallet = (address: string, on: number | null = null): Filer => ({
		kind: "wallet",
		subject: "anon:1",
		address: address.toLowerCase(),
		chainId: on,
	});

	it.each<[string, Caller, ReturnType<typeof roleOf>]>([
		["its developer", { kind: "developer", developerId: "dev_1" }, "developer"],
		["another developer", { kind: "developer", developerId: "dev_2" }, null],
		["the recovery account", wallet(recoveryAccount), "recovery_account"],
		["the recovery account's contract on this chain", wallet(recoveryAccount, chainId), "recovery_account"],
		["the same address on another chain", wallet(recoveryAccount, chainId + 1), null],
		["the lost account", wallet(lostAccount), null],
		["the session that has filed it", { kind: "anonymous", subject: "anon:1" }, null],
		["a page of its developer", { kind: "origin", origin: "https://a.example", developerId: "dev_1" }, null],
		["whoever brings a signature", { kind: "signer" }, null],
		["a reviewer", { kind: "reviewer" }, "reviewer"],
	])("%s: %o for %s", (_, caller, expected) => {
		expect(roleOf(state, caller)).toBe(expected);
	});
});
