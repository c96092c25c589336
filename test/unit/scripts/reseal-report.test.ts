// What an operator is told at the end of `npm run rotate-kek`: an old key goes only when nothing is under it.
import { expect, it } from "vitest";
import { resealReport } from "../../../scripts/operator/reseal-report.ts";

const said = (job: Parameters<typeof resealReport>[0]) => resealReport(job).join("\n");

it("names the versions that may be removed when everything is under a newer one", () => {
	const report = said({ done: 3, failed: 0, keyVersion: 2 });
	expect(report).toContain(
		"3 webhook endpoints and documents were sealed anew. None is left that is under another version than 2",
	);
	expect(report).toContain("Versions before 2 may be removed now.");
});

it("lets nothing be removed where the newest version was not known everywhere", () => {
	const report = said({ done: 3, failed: 0, keyVersion: 1 });
	expect(report).not.toContain("may be removed");
	expect(report).toContain("run this again");
});

it("lets nothing be removed where something could not be sealed anew", () => {
	const report = said({ done: 2, failed: 1, keyVersion: 2 });
	expect(report).not.toContain("may be removed");
	expect(report).toContain("1 webhook endpoints and documents are still under a version before 2");
	expect(report).toContain("Keep every version");
});

it("may be told again by a run that finds nothing to do", () => {
	expect(said({ done: 0, failed: 0, keyVersion: 2 })).toContain("Versions before 2 may be removed now.");
});
