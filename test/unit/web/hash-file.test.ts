// hosted-app.md "Estate".
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { hashFile } from "../../../src/web/browser/lib/hash-file.ts";

it("hashes a file piece by piece, and says how far it is", async () => {
	const bytes = new Uint8Array(3 * 2 ** 20 + 7).map((_, at) => at % 251);
	const said: number[] = [];
	const hash = await hashFile(new Blob([bytes]), (percent) => said.push(percent));
	expect(hash).toBe(`0x${createHash("sha256").update(bytes).digest("hex")}`);
	expect(said.length).toBeGreaterThan(2);
	expect(said).toEqual([...said].sort((a, b) => a - b));
	expect(said.at(-1)).toBe(100);
});

it("hashes an empty file", async () => {
	expect(await hashFile(new Blob([]), () => undefined)).toBe(
		"0xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	);
});
