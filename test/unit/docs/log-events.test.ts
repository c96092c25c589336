// operations.md "What to watch" explains every event that the service logs, and no other.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LOG_EVENTS } from "../../../src/kernel/log.ts";

const ROOT = join(import.meta.dirname, "../../..");
const LOGGER = "src/kernel/log.ts";
const sources = globSync(["src/**/*.{ts,tsx}", "durable/**/*.ts"], { cwd: ROOT })
	.map((file) => file.replaceAll("\\", "/"))
	.filter((file) => file !== LOGGER)
	.map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

/** Calls of the logger, and the two functions that pass an event on to it. */
const LOGGED = [
	/\blog\.(?<level>warn|error)\(\s*"(?<event>[^"]+)"/g,
	/\blogLoss\(\s*"(?<event>[^"]+)"/g,
	/\bnameOf: .*\bevent: "(?<event>[^"]+)" as const/g,
];
/** The level of those functions. */
const PASSED_ON: Record<string, string> = {
	"audit-not-written": "error",
	"audit-value-refused": "error",
	reindex: "warn",
	reseal: "warn",
};

function levelsByEvent(): Record<string, string> {
	const levels = new Map<string, Set<string>>();
	for (const { text } of sources) {
		for (const form of LOGGED) {
			for (const { groups = {} } of text.matchAll(form)) {
				const { event = "", level = PASSED_ON[event] ?? "unknown" } = groups;
				levels.set(event, (levels.get(event) ?? new Set()).add(level));
			}
		}
	}
	return Object.fromEntries([...levels].map(([event, found]) => [event, [...found].sort().join(", ")]));
}

function rowsOfTable(): string[][] {
	const document = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
	const section = document.split(/^## /m).find((text) => text.startsWith("What to watch\n")) ?? "";
	// The tables of its subsections are about something else.
	const [table = ""] = section.split(/^### /m);
	const lines = table.split("\n").filter((line) => line.startsWith("| `"));
	return lines.map((line) => line.split(" | ").map((cell) => cell.replace(/^\| |\|$/g, "").trim()));
}

it("every logged event is in the list of events, and every event of the list is logged", () => {
	expect(Object.keys(levelsByEvent()).sort()).toEqual([...LOG_EVENTS].sort());
});

it("the table of operations.md has each event once, with its levels, its meaning and an action", () => {
	const rows = rowsOfTable();
	expect(rows.map(([event]) => event)).toEqual([...LOG_EVENTS].sort().map((event) => `\`${event}\``));
	const levels = levelsByEvent();
	for (const [event = "", level, meaning = "", action = "", ...more] of rows) {
		expect([event, level]).toEqual([event, levels[event.replaceAll("`", "")]]);
		expect([event, meaning.length > 20, action.length > 5, more]).toEqual([event, true, true, []]);
	}
});

it("nothing writes to the console but the logger", () => {
	expect(sources.filter(({ text }) => /\bconsole\b/.test(text)).map(({ file }) => file)).toEqual([]);
});
