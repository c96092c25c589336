// quality.md "Which test holds which promise".
// The index of the decision records names every record with its title, status and date.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const FOLDER = join(import.meta.dirname, "../../../docs/adr");

/** A record's head: title line, status, the records it amends, date. */
const HEAD =
	/^# (?<number>\d+)\. (?<title>.+)\n\n- Status: (?<status>.+)\n(?:- Amends: (?<amends>.+)\n)?- Date: (?<date>\d{4}-\d\d-\d\d)\n/;
const STATUS = /^(accepted(, amended by \d+(, \d+)*( and \d+)?)?|superseded by \d+)$/;

/** `[ADR 26](0026-x.md)` becomes `26`. */
const withoutLinks = (text: string) => text.replace(/\[ADR (\d+)\]\([^)]+\)/g, "$1");
const numbersIn = (text: string) => [...text.matchAll(/\b\d+\b/g)].map(([number]) => Number(number));

const records = readdirSync(FOLDER)
	.filter((file) => /^\d{4}-.+\.md$/.test(file))
	.map((file) => {
		const head = HEAD.exec(readFileSync(join(FOLDER, file), "utf8"))?.groups ?? {};
		const { number = "", title = "", status = "", amends = "", date = "" } = head;
		return {
			file,
			number: Number(number),
			title,
			status: withoutLinks(status),
			amends: numbersIn(withoutLinks(amends)),
			date,
		};
	});

it.each(records)(
	"$file has a number, a title, a status and a date",
	({ file, number, title, status, date }) => {
		expect(number).toBe(Number(file.slice(0, 4)));
		expect(title).not.toBe("");
		expect(status).toMatch(STATUS);
		expect(date).not.toBe("");
	},
);

it("the index of decision records lists each record in order, with its title, status and date", () => {
	const rows = readFileSync(join(FOLDER, "README.md"), "utf8")
		.split("\n")
		.filter((line) => /^\| \d/.test(line));
	expect(rows.map((row) => row.split(" | ").slice(0, 4).join(" | "))).toEqual(
		records.map(
			({ file, number, title, status, date }) => `| ${number} | [${title}](${file}) | ${status} | ${date}`,
		),
	);
});

it("a record that amends another one is named in the other's status", () => {
	const changes = records.flatMap(({ number, amends }) => amends.map((other) => `${other} by ${number}`));
	const named = records.flatMap(({ number, status }) => numbersIn(status).map((by) => `${number} by ${by}`));
	expect(named.sort()).toEqual(changes.sort());
});
