// What the cron handler does every minute (operations.md "What to watch").
import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { runEveryMinute } from "../../src/scheduled.ts";

it("a minute in which nothing is due logs nothing", async () => {
	const levels = (["warn", "error"] as const).map((level) => vi.spyOn(console, level));
	await runEveryMinute(Date.now(), env);
	expect(levels.map(({ mock }) => mock.calls)).toEqual([[], []]);
});
