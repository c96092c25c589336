// estates.md "Unreferenced documents".
// A few orphans of many are removable after a day. All others wait for an operator.
import { expect, it } from "vitest";
import { judgeOrphans } from "../../../src/document-store/judge-orphans.ts";

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;

it.each([
	["none", { seen: 100, orphans: 0, since: null }, { kind: "none" }],
	["none after some", { seen: 100, orphans: 0, since: 1 }, { kind: "none" }],
	["one for the first time", { seen: 5, orphans: 1, since: null }, { kind: "waiting", since: NOW }],
	["one for almost a day", { seen: 5, orphans: 1, since: NOW - DAY_MS + 1 }, { kind: "waiting" }],
	["one for a day", { seen: 5, orphans: 1, since: NOW - DAY_MS }, { kind: "removable" }],
	["two of five", { seen: 5, orphans: 2, since: 1 }, { kind: "held", since: 1 }],
	["two of twenty", { seen: 20, orphans: 2, since: 1 }, { kind: "removable" }],
	["ten of a hundred", { seen: 100, orphans: 10, since: 1 }, { kind: "removable" }],
	["eleven of a million", { seen: 1_000_000, orphans: 11, since: 1 }, { kind: "held" }],
	["all of many", { seen: 1000, orphans: 1000, since: null }, { kind: "held", since: NOW }],
	["the only one", { seen: 1, orphans: 1, since: 1 }, { kind: "held" }],
])("judges orphans: %s", (_, count, judged) => {
	expect(judgeOrphans(count, NOW)).toMatchObject(judged);
});
