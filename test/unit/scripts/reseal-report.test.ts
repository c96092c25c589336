// webhooks.md "Secrets at rest".
import { expect, it } from "vitest";
import { resealReport } from "../../../scripts/operator/reseal-report.ts";

const reportOf = (job: Parameters<typeof resealReport>[0]) => resealReport(job).join("\n");

it("names the removable key versions when everything is sealed under a newer one", () => {
	const report = reportOf({ done: 3, failed: 0, keyVersion: 2 });
	expect(report).toContain(
		"3 webhook endpoints and documents were resealed. Everything is now sealed under version 2",
	);
	expect(report).toContain("Versions before 2 may be removed now.");
});

it("names no removable version if the newest version had not reached every instance", () => {
	const report = reportOf({ done: 3, failed: 0, keyVersion: 1 });
	expect(report).not.toContain("may be removed");
	expect(report).toContain("run this command again");
});

it("names no removable version if something could not be resealed", () => {
	const report = reportOf({ done: 2, failed: 1, keyVersion: 2 });
	expect(report).not.toContain("may be removed");
	expect(report).toContain("1 webhook endpoints and documents are still sealed under a version before 2");
	expect(report).toContain("Keep every version");
});

it("repeats the removable versions in a run that finds nothing to reseal", () => {
	expect(reportOf({ done: 0, failed: 0, keyVersion: 2 })).toContain("Versions before 2 may be removed now.");
});
