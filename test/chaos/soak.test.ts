/** `npm run soak` for a few seconds, so that the command and its attacks keep working (quality.md "How to measure"). */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { environment } from "../support/service/service.ts";

const ROOT = join(import.meta.dirname, "../..");
const SECONDS = "3";

it("serves a developer and a claimant while strangers attack in all ways at once", async () => {
	const args = ["run", "--silent", "soak", "--", "--runs", "1", "--seconds", SECONDS];
	const { stdout } = await promisify(execFile)("npm", args, { cwd: ROOT, env: environment() });
	const timesOf = (call: string) => new RegExp(`^${call}( +\\d+ ms){4} +[1-9]`, "m");
	expect(stdout).toMatch(timesOf("developer files a case"));
	expect(stdout).toMatch(timesOf("developer uploads a PDF"));
	expect(stdout).toMatch(timesOf("developer logs in"));
	expect(stdout).toMatch(timesOf("claimant attaches an order"));
	expect(stdout).toMatch(timesOf("owner signs in"));
	expect(stdout).toMatch(timesOf("owner contests"));
	// Attacks that get no further than their preparation would prove nothing.
	expect(stdout).toMatch(/^wrong passwords +.*401: [1-9]/m);
	expect(stdout).toMatch(/^cases of eight wallets +.*201: [1-9]/m);
	expect(stdout).toMatch(/^bad contests +.*403: [1-9]/m);
	expect(stdout).toMatch(/^made-up contests +.*403: [1-9]/m);
	expect(stdout).toMatch(/^hang-ups +none: [1-9]/m);
	expect(stdout).toMatch(/^lists without matches +.*200: [1-9]/m);
});
