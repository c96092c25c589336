import { clientOf } from "../client.ts";
import { type Command, EXIT, UsageError } from "../command.ts";

const DEFAULT_LIMIT = 25;

export const listCases: Command = {
	name: "cases list",
	summary: "List your cases, newest first",
	operands: [],
	options: { status: { type: "string" }, reference: { type: "string" }, limit: { type: "string" } },
	optionHelp: {
		"--status STATUS": "created, pending, action_required, executed or rejected",
		"--reference TEXT": "only the cases with this reference of yours",
		"--limit NUMBER": `at most so many; ${DEFAULT_LIMIT} by default`,
	},
	examples: ["replevin cases list --status pending", "replevin cases list --limit 1000 --json"],
	async run({ options: { status, reference, limit = String(DEFAULT_LIMIT) }, json }, io) {
		if (!/^[1-9]\d{0,6}$/.test(String(limit))) throw new UsageError(`--limit is a number from 1: ${limit}`);
		const query = { status, reference, limit: Math.min(Number(limit), 100) } as never;
		const { signal } = io;
		const cases = await clientOf(io)
			.cases.list(query, { signal })
			.toArray({ limit: Number(limit) });
		for (const summary of cases) {
			const { caseId, status, updatedAt, lostAccount, chainId } = summary;
			io.print(
				json
					? JSON.stringify(summary)
					: [caseId, status.padEnd(15), updatedAt, chainId, lostAccount].join("  "),
			);
		}
		if (cases.length === 0 && !json) io.note("There is no such case.");
		return EXIT.ok;
	},
};

export const getCase: Command = {
	name: "cases get",
	summary: "Show a case with its history",
	operands: ["CASE_ID"],
	options: {},
	optionHelp: {},
	examples: ["replevin cases get rc_74ac76c7f29219667d32ccbdbc8a780f --json"],
	async run({ words: [caseId = ""], json }, io) {
		const found = await clientOf(io).cases.get(caseId, { signal: io.signal });
		if (json) {
			io.print(JSON.stringify(found));
			return EXIT.ok;
		}
		const { status, statusReason, jrcHash, executeAfter, case: rec, history } = found;
		const reason = statusReason === null ? "" : ` (${statusReason})`;
		io.print(`${caseId}  ${status}${reason}`);
		io.print(`jrcHash        ${jrcHash}`);
		io.print(`lost account   ${rec.lostAccount} on chain ${rec.chainId}`);
		io.print(`recovered to   ${rec.recoveryAccount}`);
		if (executeAfter !== null) io.print(`execute after  ${executeAfter}`);
		for (const { at, move, actor } of history) io.print(`  ${at}  ${move}  by ${actor}`);
		return EXIT.ok;
	},
};
