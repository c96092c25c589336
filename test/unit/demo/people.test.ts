/** demo.md "The command": the end of a demo that is still preparing its story. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Part } from "../../../scripts/demo/part.ts";
import { grantReviewer } from "../../../scripts/demo/people.ts";

it.each([0, 300])("ends the operator's command with the demo, %i ms after its start", async (ms) => {
	const folder = mkdtempSync(join(tmpdir(), "demo-people-"));
	const parts: Part[] = [];
	let isOver = false;
	const keep = (part: Part) => void parts.push(part);
	const granting = grantReviewer(`dev_${"0".repeat(32)}`, folder, keep).catch((error: unknown) => {
		isOver = true;
		return error;
	});
	await pause(ms);
	await parts[0]?.stop();
	await pause(0);
	expect(isOver).toBe(true);
	expect(await granting).toBeInstanceOf(Error);
	rmSync(folder, { recursive: true, force: true });
});
