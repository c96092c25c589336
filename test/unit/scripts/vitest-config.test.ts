// A test that makes no assertion fails, in every vitest project (quality.md "Tiers").
import { expect, it } from "vitest";
import config from "../../../vitest.config.ts";

it("every project requires assertions", () => {
	const projects = config.test?.projects ?? [];
	const required = projects.flatMap((project) =>
		typeof project === "object" && "test" in project
			? [[project.test?.name, project.test?.expect?.requireAssertions]]
			: [],
	);
	expect(Object.fromEntries(required)).toEqual({
		check: true,
		unit: true,
		"unit-alone": true,
		chaos: true,
		"chaos-alone": true,
		e2e: true,
		looks: true,
	});
	// The worker tier's configuration is a file, and test/worker/empty-storage.test.ts tests its own.
	expect(projects.filter((project) => typeof project === "string")).toEqual(["test/vitest.worker.config.ts"]);
});

it.fails("a test of the unit tier fails if it makes no assertion", () => {});
