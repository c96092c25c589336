// recovery.md "Ids".
import { createHash } from "node:crypto";
import { keccak256, toBytes } from "viem";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../src/kernel/canonical-json.ts";
import type { CaseState } from "../../../src/recovery/case/case-state.ts";
import { type Recorded, recordCreation, recordMove } from "../../../src/recovery/case/history.ts";
import { COURT_INFO, CREATE, DOCUMENT, NOW, SIGNED } from "./fixtures.ts";

const sha256 = (text: string) => `0x${createHash("sha256").update(text).digest("hex")}`;
const ATTACH = {
	kind: "attach_order",
	courtInfo: COURT_INFO,
	challengePeriodSeconds: 60,
	...SIGNED,
} as const;
const WITHDRAW = { kind: "withdraw", reason: "found it", ...SIGNED } as const;

/** As earlier versions wrote them, in this order. */
const STATE_MEMBERS = [
	...["caseId", "jrcHash", "source", "developerId", "subject", "rec", "signer", "status", "statusReason"],
	...["statusNote", "courtOrder", "documents", "executeAfter", "expiresAt", "execution", "attestations"],
	...["spentMessages", "txHash", "eventSequence", "historySequence", "historyHash", "createdAt", "updatedAt"],
	"version",
];

const created = recordCreation(CREATE, NOW);
const attached = moved(recordMove(created.state, ATTACH, NOW + 1000));
const withdrawn = moved(recordMove(attached.state, WITHDRAW, NOW + 2000));

function moved<T extends { kind: string }>(result: T): Extract<T, { kind: "moved" }> {
	if (result.kind !== "moved") throw new Error(`not moved: ${result.kind}`);
	return result as Extract<T, { kind: "moved" }>;
}

describe("history", () => {
	it("chains the hashes of its entries, starting with the jrcHash", () => {
		let previousHash: string = CREATE.jrcHash;
		for (const { entry, payload } of [created, attached, withdrawn]) {
			const { hash, ...unhashed } = entry;
			expect(entry.payloadHash).toBe(sha256(payload));
			expect(hash).toBe(sha256(canonicalJson({ ...unhashed, previousHash })));
			previousHash = hash;
		}
		expect(withdrawn.state.historyHash).toBe(previousHash);
	});

	it("counts entries, versions and events", () => {
		const counts = [created, attached, withdrawn].map(({ state, entry, event }) => [
			entry.sequence,
			state.version,
			state.eventSequence,
			event?.sequence,
		]);
		expect(counts).toEqual([
			[1, 1, 1, 1],
			[2, 2, 2, 2],
			[3, 3, 3, 3],
		]);
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

	it("contains the e-mail address only as its Keccak-256", () => {
		expect(created.payload).not.toContain("claimant@example.com");
		expect(JSON.parse(created.payload).rec.emailHash).toBe(keccak256(toBytes("claimant@example.com")));
	});

	it("records how long the case waits for a court order", () => {
		expect(JSON.parse(created.payload).caseExpirySeconds).toBe(180 * 86_400);
	});

	it("contains the reference of a hosted link in the first payload and in every event", () => {
		const named = recordCreation({ ...CREATE, reference: "claim:1" }, NOW);
		expect(JSON.parse(named.payload).reference).toBe("claim:1");
		const later = moved(recordMove(named.state, ATTACH, NOW + 1000));
		for (const { event } of [named, later]) {
			expect(Object.entries(JSON.parse(event?.body ?? "").data).at(-1)).toEqual(["reference", "claim:1"]);
		}
	});

	it("writes state, payload and event without a reference as before there were references", () => {
		const { state, payload, event } = created;
		const written = [state, JSON.parse(payload), JSON.parse(event?.body ?? "").data].map(Object.keys);
		expect(written).toEqual([
			STATE_MEMBERS,
			["caseExpirySeconds", "kind", "proof", "rec", "signature", "source", "txs"],
			["caseId", "jrcHash", "status", "txHash", "statusReason", "sequence", "historyHash"],
		]);
	});

	it("records the signed typed data", () => {
		expect(JSON.parse(attached.payload)).toMatchObject({
			signature: "0x01",
			typedData: { primaryType: "CourtOrder", message: { jrcHash: CREATE.jrcHash, docketNumber: "17" } },
		});
		expect(JSON.parse(withdrawn.payload).typedData.message).toMatchObject({
			action: "withdraw",
			reason: "found it",
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

	it("have an id that is derived from case and sequence", () => {
		const expected = sha256(`replevin.event.v1\0${CREATE.caseId}\x002`).slice(2, 34);
		expect(attached.event?.eventId).toBe(`evt_${expected}`);
	});
});
