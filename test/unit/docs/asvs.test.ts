// quality.md "Which test holds which promise".
// docs/security/asvs.md judges every requirement of ASVS 5.0, levels 1 and 2, and its counts and quoted titles are right.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const document = readFileSync(join(ROOT, "docs/security/asvs.md"), "utf8");

/** One line per chapter: `1.2.1-9` are the nine requirements of section 1.2. */
const REQUIREMENTS = [
	"1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2",
	"2.1.1-3 2.2.1-3 2.3.1-4 2.4.1",
	"3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2",
	"4.1.1-3 4.2.1 4.3.1-2 4.4.1-4",
	"5.1.1 5.2.1-3 5.3.1-2 5.4.1-3",
	"6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4",
	"7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2",
	"8.1.1-2 8.2.1-3 8.3.1 8.4.1",
	"9.1.1-3 9.2.1-4",
	"10.1.1-2 10.2.1-2 10.3.1-4 10.4.1-11 10.5.1-5 10.6.1-2 10.7.1-3",
	"11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-4 11.5.1 11.6.1",
	"12.1.1-3 12.2.1-2 12.3.1-4",
	"13.1.1 13.2.1-5 13.3.1-2 13.4.1-5",
	"14.1.1-2 14.2.1-4 14.3.1-3",
	"15.1.1-3 15.2.1-3 15.3.1-7",
	"16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3",
	"17.1.1 17.2.1-4 17.3.1-2",
];

/** Of level 1; all others are of level 2. */
const LEVEL_1 = 70;

function numbersIn(chapter: string): string[] {
	return chapter.split(" ").flatMap((section) => {
		const [, prefix = "", from = "", to = from] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(section) ?? [];
		return Array.from(
			{ length: Number(to) - Number(from) + 1 },
			(_, index) => `${prefix}.${Number(from) + index}`,
		);
	});
}

const rows = document
	.split("\n")
	.filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
	.map((line) => {
		const [number = "", level = "", name = "", state = "", reason = "", ...more] = line
			.slice(2, -2)
			.split(" | ")
			.map((cell) => cell.trim());
		return { number, level, name, state, reason, more };
	});

it("judges each requirement once, in the standard's order", () => {
	const expected = REQUIREMENTS.flatMap(numbersIn);
	expect(expected).toHaveLength(253);
	expect(rows.map(({ number }) => number)).toEqual(expected);
	expect(rows.filter(({ level }) => level === "1")).toHaveLength(LEVEL_1);
	expect(rows.filter(({ level }) => level === "2")).toHaveLength(253 - LEVEL_1);
	expect(rows.filter(({ name, reason, more }) => name === "" || reason === "" || more.length > 0)).toEqual(
		[],
	);
});

it("states the counts that its rows add up to", () => {
	const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;
	const counts = [count("held"), count("not"), count("n.a.")];
	expect(counts.reduce((sum, one) => sum + one)).toBe(rows.length);
	expect(document).toContain(
		`| held | not | n.a. | all |\n| --- | --- | --- | --- |\n| ${counts.join(" | ")} | ${rows.length} |`,
	);
});

it("names the code, document or test of each requirement that it calls held", () => {
	const unproven = rows.filter(({ state, reason }) => state === "held" && !reason.includes("]("));
	expect(unproven.map(({ number }) => number)).toEqual([]);
});

it("links files that exist, and quotes titles that their tests have", () => {
	const links = rows.flatMap(({ number, reason }) =>
		[...reason.matchAll(/\]\(([^)#]+)[^)]*\)(?:: "([^"]+)")?/g)].map(([, path = "", title]) => ({
			number,
			path,
			title,
		})),
	);
	expect(links.length).toBeGreaterThan(200);
	expect(links.some(({ title }) => title !== undefined)).toBe(true);
	const broken = links.filter(({ path, title }) => {
		const file = join(ROOT, "docs/security", path);
		if (!existsSync(file)) return true;
		return title !== undefined && !readFileSync(file, "utf8").includes(`"${title}"`);
	});
	expect(broken).toEqual([]);
});
