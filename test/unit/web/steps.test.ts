/** The steps of a case (hosted-app.md "Cases"). */
import { describe, expect, it } from "vitest";
import { isoTime } from "../../../src/kernel/time/iso-time.ts";
import { type Stepped, stepsOf } from "../../../src/web/app/cases/steps.ts";

const NOW = Date.UTC(2026, 10, 28);
const DAY_MS = 86_400_000;
const at = (days: number) => isoTime(NOW + days * DAY_MS);

const order = (verification: "unverified" | "verified"): Stepped["courtOrder"] => ({
	...{ title: "In re Doe", fullCaseNumber: "1", courtId: "nysd", docketNumber: 1, verification },
	attachedAt: at(-2),
	verifiedAt: verification === "verified" ? at(-1) : null,
});

const execution: Stepped["execution"] = {
	...{ txHashes: [], state: "final", proof: "direct", calls: [] },
	...{ blockNumber: 1, blockHash: "0x1", confirmedAt: at(-1) },
};

function states(of: Partial<Stepped>): string {
	const filed = {
		status: "created",
		statusReason: null,
		courtOrder: null,
		executeAfter: null,
		execution: null,
		answeredAt: null,
	} as const;
	const steps = stepsOf({ ...filed, createdAt: at(-3), history: [], ...of }, NOW);
	return Object.values(steps)
		.map(({ state }) => state)
		.join(" ");
}

describe("the steps of a case", () => {
	const running = { status: "pending", executeAfter: at(5) } as const;
	const over = { status: "pending", executeAfter: at(-1) } as const;
	it.each([
		["waits for an order", {}, "done now next next next"],
		[
			"has no order in time",
			{ status: "action_required", statusReason: "expired" },
			"done now next next next",
		],
		[
			"has its order checked in the waiting period",
			{ ...running, courtOrder: order("unverified") },
			"done done now parallel next",
		],
		["waits with a verified order", { ...running, courtOrder: order("verified") }, "done done done now next"],
		[
			"has waited, and the order is not verified",
			{ ...over, courtOrder: order("unverified") },
			"done done now done next",
		],
		["can be carried out", { ...over, courtOrder: order("verified") }, "done done done done now"],
		[
			"is halted in the waiting period",
			{ ...running, status: "action_required", courtOrder: order("verified") },
			"done done done halted next",
		],
		[
			"is halted while its order is checked",
			{ ...running, status: "action_required", courtOrder: order("unverified") },
			"done done halted parallel next",
		],
		[
			"was carried out before the order was checked",
			{ ...over, status: "action_required", courtOrder: order("unverified"), execution },
			"done done halted done next",
		],
		[
			"is carried out",
			{ ...over, status: "executed", courtOrder: order("verified") },
			"done done done done done",
		],
		["was closed before an order", { status: "rejected" }, "done closed never never never"],
		[
			"was closed with its order",
			{ ...running, status: "rejected", courtOrder: order("unverified") },
			"done done closed never never",
		],
		[
			"was closed in the waiting period",
			{ ...running, status: "rejected", courtOrder: order("verified") },
			"done done done closed never",
		],
		[
			"waits for a reviewer, who reads what the claimant answered",
			{ ...running, status: "action_required", answeredAt: at(0), courtOrder: order("unverified") },
			"done done now parallel next",
		],
	] satisfies [string, Partial<Stepped>, string][])("of which one %s", (_, of, expected) => {
		expect(states(of)).toBe(expected);
	});

	it("has the end of the waiting period, since when a step is the current one, and the time of what is done", () => {
		const of = {
			status: "pending",
			...{ statusReason: null, createdAt: at(-3), execution: null, answeredAt: null },
		} as const;
		const history = [
			{ at: at(-2), eventId: "evt_1" },
			{ at: at(-1), eventId: null },
		];
		const waiting = { ...of, executeAfter: at(5), history };
		const checked = stepsOf({ ...waiting, courtOrder: order("unverified") }, NOW);
		expect(checked.check).toEqual({ state: "now", at: at(-2), until: null });
		expect(checked.wait).toEqual({ state: "parallel", at: null, until: at(5) });
		const verified = stepsOf({ ...waiting, courtOrder: order("verified") }, NOW);
		expect(verified.check).toEqual({ state: "done", at: at(-1), until: null });
		expect(verified.wait).toEqual({ state: "now", at: at(-2), until: at(5) });
	});
});
