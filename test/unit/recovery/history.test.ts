// recovery.md "Ids".
import { describe, expect, it } from "vitest";
import type { CaseState } from "../../../src/protocol/case-state.ts";
import { type Recorded, recordCreation, recordMove } from "../../../src/recovery/case/history.ts";
import {
	actionRequired,
	COURT_INFO,
	CREATE,
	caseIn,
	commands,
	DOCUMENT,
	EXECUTION,
	NOW,
	SIGNED,
	withOrder,
	withVerified,
} from "./fixtures.ts";

const ATTACH = {
	kind: "attach_order",
	courtInfo: COURT_INFO,
	challengePeriodSeconds: 60,
	...SIGNED,
} as const;
const WITHDRAW = { kind: "withdraw", reason: "found it", ...SIGNED } as const;

const created = recordCreation(CREATE, NOW);
const attached = moved(recordMove(created.state, ATTACH, NOW + 1000));
const withdrawn = moved(recordMove(attached.state, WITHDRAW, NOW + 2000));

function moved<T extends { kind: string }>(result: T): Extract<T, { kind: "moved" }> {
	if (result.kind !== "moved") throw new Error(`not moved: ${result.kind}`);
	return result as Extract<T, { kind: "moved" }>;
}

describe("history", () => {
	it("hashes every kind of move as receivers and evidence hold it", () => {
		const states = [
			caseIn("created", { expiresAt: NOW }),
			caseIn("created"),
			caseIn("pending", withOrder),
			caseIn("pending", { ...withOrder, notWatched: commands.lose_watch.notWatched }),
			caseIn("pending", withVerified),
			caseIn("pending", { ...withVerified, execution: EXECUTION }),
			actionRequired("documents_missing", withVerified),
		];
		const payloadHashes = Object.entries(commands).map(([kind, command]) => {
			const recorded = states.map((state) => recordMove(state, command, NOW));
			const payloads = recorded.flatMap((result) =>
				result.kind === "moved" ? result.entry.payloadHash : [],
			);
			expect(new Set(payloads).size).toBe(1);
			return [kind, payloads[0]];
		});
		payloadHashes.push(["create", created.entry.payloadHash]);
		expect(Object.fromEntries(payloadHashes)).toEqual({
			add_document: "0x1918ffa341b3ba535f31f1de03c5c8915250831727fc78d4ceb3c509fa78d560",
			allow_execution: "0x35674b3e811ec9ac805a2b50374dbbf87bc6c56e12b1608e0bee9348bbc8f431",
			attach_order: "0x4e1dc27dc1289b6482a5cda09ab188f1983efddb80c73cfcded592dc3e062a2e",
			approve_execution: "0x4ea5467ca349683c9bcdc0bfba66e66472fd75957819d5ef6fa4a6d037a61443",
			attest_execution: "0x161e26fe0ae2e718ae650d37961d2cd667520e7e125150cd596aa898fc20dec9",
			clear: "0x3699b911b707adf0d1cc02b24908463b0483c05bee370a93a2ddc50a37d2edcd",
			contest: "0xa8ea1324f5094afccda03fda9f0cf2dd07098e93cb5b2e4fd5f4287754a95cc1",
			contest_all: "0x5d4e3e051a9c6b0edc8759e8f966a0762270b783ada9f6fd0ef3bb5e97e5c39d",
			create: "0x6b04cbb29cadc825989762b00e49cf592a9cac24392244a8c16e0139edebfcbf",
			expire: "0x0430ebb4e17ba1dfb6655cc7e8a2b05b9601cf798b69be170d5a69daca0517ba",
			find_mismatch: "0x6beeb0a8401491f39f2fc16d6dccec10b65b78658eac0dab612a871b6a1891b7",
			judge_execution: "0xb18adb308aea4f6ff93e88d4cce251d8c5219868eab515486306cc64a871bec1",
			lose_watch: "0x9ac5161076c71adf3b9ef3e7b12b38bc2f0317929832a037af803fb915cc8ad6",
			observe_activity: "0xfa0914b9d3f420698d08d8b959cf4020b6f0470dd92fb7a12486d94c0ef02020",
			observe_module: "0x0dd867d68ba84a28596955a83980557b2c3dbe36184a98a56fcc739afa44986a",
			prove_execution: "0xef928bb451630d5eb1633332997281860186786469923c05eb805f45d8945e54",
			regain_watch: "0xd26f6f2a6c1d3e1c3cc02ec43f153faf00b7039d91b225d818f77d2e00f09248",
			reject: "0xbc4fcd3e385a8de5ac510140218e1799388a4e5a2984016404209606c5075cc8",
			require_action: "0xb8e5ffc4f58e57b8f2d39061549a0e8692e308b4b9b3e7e76478341f29ad620f",
			verify_order: "0xbad0c5f6314504ea3e9aa47f8ad0897ff079dbbe35a53eb15f0a0b322c1acec1",
			withdraw: "0x9f97e764d1c2cad73c9d7d1c1799a1ca5ef4e4dcfa42955d3f48472608006cf0",
		});
		expect(withdrawn.entry.hash).toBe("0x9a0af98ecfbf9d2fd26cb2106d63a7b320e8878c9b8a44fb96d7372d1486d8a8");
	});

	it("records actor, statuses, time and reason of each move", () => {
		expect(withdrawn.entry).toMatchObject({
			at: "2026-11-21T09:30:02.000Z",
			actor: "recovery_account",
			move: "withdraw",
			from: "pending",
			to: "rejected",
			reason: "withdrawn_by_claimant",
			eventId: withdrawn.event?.eventId,
		});
	});

	it("records a move that keeps status and phase, without an event", () => {
		const added = moved(
			recordMove(attached.state, { kind: "add_document", by: "developer", document: DOCUMENT }, NOW + 3000),
		);
		expect(added).toMatchObject({
			event: null,
			entry: { sequence: 3, eventId: null },
			state: { eventSequence: 2 },
		});
	});
});

describe("events", () => {
	it("have the envelope of the specification as their body", () => {
		expect(JSON.parse(attached.event?.body ?? "")).toEqual({
			id: attached.event?.eventId,
			type: "recovery_case.pending",
			createdAt: "2026-11-21T09:30:01.000Z",
			data: {
				caseId: CREATE.caseId,
				jrcHash: CREATE.jrcHash,
				status: "pending",
				txHash: null,
				statusReason: null,
				sequence: 2,
				historyHash: attached.entry.hash,
				phase: "order_attached",
			},
		});
	});

	it("tell the phases of a pending case apart, each once", () => {
		const review = { reviewerId: "dev_r", note: "seen" };
		const phaseAt = ({ event }: Recorded) => JSON.parse(event?.body ?? "{}").data?.phase;
		const { executeAfter } = attached.state;
		if (executeAfter === null) throw new Error("an order sets executeAfter");
		const verify = (now: number) =>
			moved(recordMove(attached.state, { kind: "verify_order", ...review }, now));
		const allow = (state: CaseState, now: number) => recordMove(state, { kind: "allow_execution" }, now);

		const verified = verify(executeAfter - 1);
		expect(phaseAt(verified)).toBe("order_verified");
		expect(allow(verified.state, executeAfter - 1).kind).toBe("unchanged");
		const allowed = moved(allow(verified.state, executeAfter));
		expect([phaseAt(allowed), allowed.entry.actor]).toEqual(["executable", "clock"]);
		expect(allow(allowed.state, executeAfter + 1).kind).toBe("unchanged");

		const late = verify(executeAfter);
		expect(phaseAt(late)).toBe("executable");
		expect(allow(late.state, executeAfter).kind).toBe("unchanged");
		const halted = moved(
			recordMove(
				late.state,
				{ kind: "require_action", statusReason: "documents_missing", ...review },
				executeAfter,
			),
		);
		expect(phaseAt(halted)).toBeUndefined();
		const cleared = moved(recordMove(halted.state, { kind: "clear", ...review }, executeAfter));
		expect(phaseAt(cleared)).toBe("executable");
		expect(allow(cleared.state, executeAfter).kind).toBe("unchanged");
	});
});
