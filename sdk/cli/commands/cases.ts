import { setTimeout as pause } from "node:timers/promises";
import { CASE_STATUSES } from "../../../src/protocol/enumerations.ts";
import type { RecoveryCase, RecoveryCaseList } from "../../src/generated/api.ts";
import { clientOf } from "../client.ts";
import { type Command, EXIT, type Io, UsageError } from "../command.ts";
import { pauseMs } from "../options.ts";
import { isOutage } from "../outage.ts";

const DEFAULT_LIMIT = 25;
const DEFAULT_INTERVAL_MS = 5_000;
const FINAL = ["executed", "rejected"];
const HEADER = ["case", "status", "updated", "chain", "lost account", "reference"] as const;
/** Of the columns but the last, in characters. */
const WIDTHS = [35, 15, 24, 8, 42];

export const listCases: Command = {
	name: "cases list",
	summary: "List your cases, newest first",
	operands: [],
	options: {
		status: {
			value: "STATUS",
			offers: CASE_STATUSES,
			help: "created, pending, action_required, executed or rejected; several with commas",
		},
		"created-after": { value: "TIME", help: "only cases that were filed after it (2026-11-21T09:30:00Z)" },
		"changed-since": {
			value: "NUMBER",
			help: "only cases that have changed since, in that order; 0 for all, then the number that ends the list",
		},
		reference: { value: "TEXT", help: "only the cases with this reference of yours" },
		limit: { value: "NUMBER", help: `at most so many; ${DEFAULT_LIMIT} by default` },
	},
	examples: [
		"replevin cases list --status pending,action_required",
		"replevin cases list --limit 1000 --json",
		"replevin cases list --changed-since 0",
	],
	async run({ options, json }, io) {
		const { limit = String(DEFAULT_LIMIT), status, reference } = options;
		const changedSince = options["changed-since"];
		if (!/^[1-9]\d{0,6}$/.test(String(limit)))
			throw new UsageError(`--limit must be a whole number from 1, but it is "${limit}"`);
		if (changedSince !== undefined && options.limit !== undefined)
			throw new UsageError("--changed-since lists all changes, so it takes no --limit");
		const most = changedSince === undefined ? Number(limit) : Number.POSITIVE_INFINITY;
		const query = {
			...{ status, reference, createdAfter: options["created-after"] },
			changedSince,
			limit: Math.min(most, 100),
		} as never;
		const { cases } = await clientOf(io);
		let count = 0;
		let next: unknown;
		// Printed as they arrive, since many pages take a while.
		for await (const { data, nextChangedSince } of cases.list(query, { signal: io.signal }).pages()) {
			for (const summary of data.slice(0, most - count)) {
				// To standard error, so that programs read only cases.
				if (count++ === 0 && !json) io.note(rowOf(HEADER));
				io.print(json ? JSON.stringify(summary) : rowOf(cellsOf(summary)));
			}
			next = nextChangedSince;
			if (count >= most) break;
		}
		if (count === 0 && !json) io.note("There is no such case.");
		if (changedSince === undefined) return EXIT.ok;
		if (json) io.print(JSON.stringify({ nextChangedSince: next }));
		else io.note(`For what changes from now on: --changed-since ${next}`);
		return EXIT.ok;
	},
};

type Summary = RecoveryCaseList["data"][number];

const cellsOf = ({ caseId, status, updatedAt, chainId, lostAccount, reference = "" }: Summary) => [
	caseId,
	status,
	updatedAt,
	String(chainId),
	lostAccount,
	reference,
];

const rowOf = (cells: readonly string[]): string =>
	cells
		.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0))
		.join("  ")
		.trimEnd();

export const getCase: Command = {
	name: "cases get",
	summary: "Show a case with its history, by its id or its jrcHash",
	operands: [{ name: "CASE_ID" }],
	options: {},
	examples: ["replevin cases get rc_74ac76c7f29219667d32ccbdbc8a780f --json"],
	async run({ words: [caseId = ""], json }, io) {
		const found = await (await clientOf(io)).cases.get(caseId, { signal: io.signal });
		if (json) io.print(JSON.stringify(found));
		else show(found, io);
		return EXIT.ok;
	},
};

function show({ caseId, jrcHash, executeAfter, case: rec, history, ...found }: RecoveryCase, io: Io): void {
	io.print(`${caseId}  ${standing(found)}`);
	io.print(`jrcHash        ${jrcHash}`);
	io.print(`lost account   ${rec.lostAccount} on chain ${rec.chainId}`);
	io.print(`recovered to   ${rec.recoveryAccount}`);
	if (executeAfter !== null) io.print(`execute after  ${executeAfter}`);
	for (const { at, move, actor } of history) io.print(`  ${at}  ${move}  by ${actor}`);
}

/** An event of `pending` says its phase where a halted or closed case says why. */
const standing = ({ status, statusReason, phase }: Standing) => {
	const reason = statusReason ?? phase;
	return reason ? `${status} (${reason})` : status;
};
type Standing = Pick<RecoveryCase, "status" | "statusReason"> & { phase?: string };

export const watchCase: Command = {
	name: "cases watch",
	summary: "Print each event of a case, until it is executed or rejected",
	operands: [{ name: "CASE_ID" }],
	options: {
		interval: { value: "MS", help: `milliseconds between two polls; ${DEFAULT_INTERVAL_MS} by default` },
	},
	examples: ["replevin cases watch rc_74ac76c7f29219667d32ccbdbc8a780f"],
	async run({ words: [caseId = ""], options: { interval = DEFAULT_INTERVAL_MS }, json }, io) {
		const intervalMs = pauseMs("--interval", interval);
		const { cases } = await clientOf(io);
		// If the first read fails, the caller made a mistake. A later failure is an outage.
		for (let after = 0, hasRead = false; ; hasRead = true) {
			try {
				for await (const { sequence, event } of cases.events(caseId, { after }, { signal: io.signal })) {
					io.print(json ? JSON.stringify(event) : `${event.createdAt}  ${standing(event.data)}`);
					if (FINAL.includes(event.data.status)) return EXIT.ok;
					after = sequence;
				}
			} catch (error) {
				if (!hasRead || !isOutage(error)) throw error;
				io.note(`${error.message} Trying again.`);
			}
			await pause(intervalMs, undefined, { signal: io.signal });
		}
	},
};

export const caseEvidence: Command = {
	name: "cases evidence",
	summary: "Download the evidence of a case, byte for byte",
	operands: [{ name: "CASE_ID" }],
	options: {},
	examples: [
		"replevin cases evidence rc_74ac76c7f29219667d32ccbdbc8a780f > evidence.json",
		"replevin verify evidence.json --issuer https://replevin.example",
	],
	async run({ words: [caseId = ""] }, io) {
		const response = await (await clientOf(io)).cases.evidence(caseId, { signal: io.signal }).asResponse();
		// Without a line end, which would not be canonical.
		io.write(await response.text());
		return EXIT.ok;
	},
};
