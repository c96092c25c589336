/** Callers who can report an execution (recovery.md "Beyond the specification"). */
import { expect, it } from "vitest";
import { createCase } from "../../../src/protocol/lifecycle.ts";
import { canReport, type Reporter } from "../../../src/recovery/execution/execution-messages.ts";
import { CREATE, NOW } from "./fixtures.ts";

const { state } = createCase(CREATE, NOW);
const { chainId } = CREATE.rec;
const wallet = (address: string, on: number | null = null): Reporter => ({
	kind: "wallet",
	subject: "wallet:0x",
	address: address.toLowerCase(),
	chainId: on,
});

it.each<[string, Reporter, boolean]>([
	["its developer", { kind: "developer", developerId: "dev_1" }, true],
	["another developer", { kind: "developer", developerId: "dev_2" }, false],
	["a reviewer", { kind: "reviewer" }, true],
	["the recovery account", wallet(CREATE.rec.recoveryAccount), true],
	["the recovery account's contract on this chain", wallet(CREATE.rec.recoveryAccount, chainId), true],
	["the same address on another chain", wallet(CREATE.rec.recoveryAccount, chainId + 1), false],
	["the lost account", wallet(CREATE.rec.lostAccount), false],
	["another wallet", wallet(`0x${"99".repeat(20)}`), false],
])("decides whether %s can report an execution: %o, %s", (_, reporter, expected) => {
	expect(canReport(state, reporter)).toBe(expected);
});
