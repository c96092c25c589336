// recovery.md "Who sees a case". A contract proves an address on its own chain only (ADR 7).
import { describe, expect, it } from "vitest";
import { canMove, type Filer, viewerRoleOf, visibilityOf } from "../../../src/recovery/case/case-access.ts";
import { caseIn } from "./fixtures.ts";

const state = caseIn("created");
const { chainId } = state.rec;
const [lost, recovery] = [state.rec.lostAccount.toLowerCase(), state.rec.recoveryAccount.toLowerCase()];
const wallet = (address: string, provenOn: number | null): Filer => ({
	kind: "wallet",
	subject: provenOn === null ? `wallet:${address}` : `wallet:${provenOn}:${address}`,
	address,
	chainId: provenOn,
});

describe("a case record for a wallet that the case names", () => {
	it.each([
		["by its key, as the recovery account", wallet(recovery, null), "all"],
		["by its key, as the lost account", wallet(lost, null), "without_email"],
		["by its contract on the case's chain, as the recovery account", wallet(recovery, chainId), "all"],
		["by its contract on the case's chain, as the lost account", wallet(lost, chainId), "without_email"],
		["by its contract on another chain, as the recovery account", wallet(recovery, 31_337), "none"],
		["by its contract on another chain, as the lost account", wallet(lost, 31_337), "none"],
		["under another address", wallet(`0x${"99".repeat(20)}`, chainId), "none"],
	] as const)("%s", (_, caller, visibility) => {
		expect(visibilityOf(state, caller)).toBe(visibility);
	});
});

it("a wallet session sees the cases that it filed, and not those of the same address on another chain", () => {
	const address = `0x${"99".repeat(20)}`;
	const filed = caseIn("created", { developerId: null, subject: `wallet:31337:${address}` });
	expect(visibilityOf(filed, wallet(address, 31_337))).toBe("all");
	expect(visibilityOf(filed, wallet(address, 10))).toBe("none");
	expect(visibilityOf(filed, wallet(address, null))).toBe("none");
});

describe("the role in which a caller reads a case", () => {
	const filedBy = (subject: string) => caseIn("created", { developerId: null, subject });
	const hosted = filedBy("wallet:0x99");
	const filer: Filer = { kind: "wallet", subject: "wallet:0x99", address: "0x99", chainId: null };
	it.each<[string, Parameters<typeof viewerRoleOf>, ReturnType<typeof viewerRoleOf>]>([
		[
			"the case's developer",
			[state, { kind: "developer", developerId: String(state.developerId) }],
			"developer",
		],
		["another developer", [state, { kind: "developer", developerId: "dev_other" }], null],
		["the recovery account", [state, wallet(recovery, null)], "recovery_account"],
		["the lost account", [state, wallet(lost, null)], "lost_account"],
		["its contract on another chain", [state, wallet(lost, 31_337)], null],
		["a wallet that only filed the case", [hosted, filer], "filer"],
		["the lost account, which filed it", [filedBy(`wallet:${lost}`), wallet(lost, null)], "lost_account"],
		[
			"an anonymous session that filed it",
			[filedBy("anon:1"), { kind: "anonymous", subject: "anon:1" }],
			"filer",
		],
		["another anonymous session", [filedBy("anon:1"), { kind: "anonymous", subject: "anon:2" }], null],
		["a reviewer", [state, { kind: "reviewer" }], "reviewer"],
		["a page", [state, { kind: "origin", origin: "https://a.example", developerId: "dev_1" }], null],
	])("is judged for %s", (_, call, role) => {
		expect(viewerRoleOf(...call)).toBe(role);
	});
});

it("a reviewer sees the complete record of every case and may move it", () => {
	expect(visibilityOf(state, { kind: "reviewer" })).toBe("all");
	expect(canMove(state, { kind: "reviewer" })).toBe(true);
});

it("a wallet session of a page sees and moves the cases of the page's developer only", () => {
	const origin = "https://wallet.example";
	const onPage = (developerId: string): Filer => ({
		...(wallet(recovery, null) as Extract<Filer, { kind: "wallet" }>),
		page: { origin, developerId },
	});
	const filed = caseIn("created", { developerId: "dev_1", subject: null });
	expect([visibilityOf(filed, onPage("dev_1")), canMove(filed, onPage("dev_1"))]).toEqual(["all", true]);
	expect([visibilityOf(filed, onPage("dev_2")), canMove(filed, onPage("dev_2"))]).toEqual(["none", false]);
	const hosted = caseIn("created", { developerId: null, subject: `wallet:${recovery}` });
	expect([visibilityOf(hosted, onPage("dev_1")), canMove(hosted, onPage("dev_1"))]).toEqual(["none", false]);
});
