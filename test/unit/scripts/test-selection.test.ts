import { expect, test } from "vitest";
import { selectTests } from "../../../scripts/test/selection.ts";

const FILES = [
	"test/chaos/kill.test.ts",
	"test/contract/routing.test.ts",
	"test/support/selfcheck.test.ts",
	"test/unit/env.test.ts",
	"test/unit/kernel/hex.test.ts",
	"test/unit/kernel/uint.test.ts",
	"test/worker/audit.test.ts",
];

test("npm test without arguments selects every tier", () =>
	expect(selectTests([], FILES)).toEqual({
		tiers: ["check", "unit", "worker", "chaos", "e2e"],
		files: new Map(),
	}));

test("npm test runs the looks only if they are named", () =>
	expect(selectTests(["looks", "unit"], FILES)).toEqual({ tiers: ["unit", "looks"], files: new Map() }));

test("npm test runs the named tiers in their usual order", () =>
	expect(selectTests(["worker", "check"], FILES)).toEqual({ tiers: ["check", "worker"], files: new Map() }));

test.each([
	["from the root", "test/worker/audit.test.ts", "worker", ["test/worker/audit.test.ts"]],
	["from the root, with ./", "./test/chaos/kill.test.ts", "chaos", ["test/chaos/kill.test.ts"]],
	["from test/", "contract/routing.test.ts", "worker", ["test/contract/routing.test.ts"]],
	["by its end", "hex.test.ts", "unit", ["test/unit/kernel/hex.test.ts"]],
	[
		"by its folder",
		"unit/kernel/",
		"unit",
		["test/unit/kernel/hex.test.ts", "test/unit/kernel/uint.test.ts"],
	],
	[
		"by its folder from the root",
		"test/unit/kernel",
		"unit",
		["test/unit/kernel/hex.test.ts", "test/unit/kernel/uint.test.ts"],
	],
])("npm test finds a test file named %s", (_, path, tier, files) =>
	expect(selectTests([path], FILES)).toEqual({ tiers: [], files: new Map([[tier, files]]) }),
);

test("npm test groups files by tier, each file once", () =>
	expect(selectTests(["unit/kernel", "hex.test.ts", "kill.test.ts"], FILES)).toEqual({
		tiers: [],
		files: new Map([
			["unit", ["test/unit/kernel/hex.test.ts", "test/unit/kernel/uint.test.ts"]],
			["chaos", ["test/chaos/kill.test.ts"]],
		]),
	}));

test("npm test does not run a file again whose tier is named too", () =>
	expect(selectTests(["unit", "hex.test.ts", "audit.test.ts"], FILES)).toEqual({
		tiers: ["unit"],
		files: new Map([["worker", ["test/worker/audit.test.ts"]]]),
	}));

test.each(["nothing.test.ts", "ex.test.ts", "unitt", "--watch", "", "test/support/selfcheck.test.ts"])(
	'npm test rejects "%s", which names no tier and no test file',
	(arg) => expect(selectTests([arg, "unit"], FILES)).toEqual({ unknown: arg }),
);
