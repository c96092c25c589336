/** Parses a command line, runs its command, and words what went wrong. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ApiError, ConnectionError, ReplevinError } from "../src/index.ts";
import { type Command, EXIT, type Io, UsageError } from "./command.ts";
import { addAccounts, listAccounts, removeAccounts } from "./commands/accounts.ts";
import { caseEvidence, getCase, listCases, watchCase } from "./commands/cases.ts";
import { completionOf } from "./commands/completion.ts";
import { contestCase } from "./commands/contest.ts";
import { addDocument, getDocument, listDocuments } from "./commands/documents.ts";
import { createEndpoint, deleteEndpoint, enableEndpoint, listEndpoints } from "./commands/endpoints.ts";
import { listEvents } from "./commands/events.ts";
import { execute } from "./commands/execute.ts";
import { fileCase, orderCase, withdrawCase } from "./commands/file.ts";
import { hash } from "./commands/hash.ts";
import { keep } from "./commands/keep.ts";
import { createKey, listKeys, revokeKey } from "./commands/keys.ts";
import { createLink, expireLink, getLink, listLinks } from "./commands/links.ts";
import { listen } from "./commands/listen.ts";
import { login, logout } from "./commands/login.ts";
import { rotateKey } from "./commands/rotate.ts";
import { sign } from "./commands/sign.ts";
import { trigger } from "./commands/trigger.ts";
import { verify } from "./commands/verify.ts";
import { whoami } from "./commands/whoami.ts";
import { helpOf, linesFor } from "./help.ts";
import { nearest, parse } from "./parse.ts";

const TABLE: readonly Command[] = [
	...[login, logout, whoami, listKeys, createKey, rotateKey, revokeKey],
	...[listCases, getCase, watchCase, fileCase, orderCase, contestCase, withdrawCase, caseEvidence],
	...[listDocuments, addDocument, getDocument],
	...[addAccounts, listAccounts, removeAccounts],
	...[createLink, listLinks, getLink, expireLink],
	...[listEndpoints, createEndpoint, enableEndpoint, deleteEndpoint],
	...[listEvents, listen, trigger, sign, hash, verify, execute, keep],
];
export const COMMANDS: readonly Command[] = [...TABLE, completionOf(TABLE)];

/** Resolves to the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
	const [first, second] = args;
	const command = COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`);
	const isJson = args.includes("--json");
	const watched = watchResponses(isJson ? inJson(io) : io);
	try {
		if (!command) return helpOrUnknown(args, io);
		const given = parse(command, args.slice(command.name.split(" ").length));
		if (given === undefined) {
			for (const line of helpOf(command)) io.print(line);
			return EXIT.ok;
		}
		return await command.run(given, watched.io);
	} catch (error) {
		if (io.signal.aborted) return EXIT.interrupted;
		const known =
			error instanceof TypeError && watched.hasResponse()
				? new ReplevinError(
						`The response does not look like one of a Replevin service: ${error.message}. Check REPLEVIN_URL, and the version of this command.`,
					)
				: error;
		return isJson ? reportJson(known, io) : report(known, command, io);
	}
}

/** The standard error of `--json` has one JSON value on each line. */
const inJson = (io: Io): Io => ({ ...io, note: (line) => io.note(JSON.stringify({ note: line })) });

/** A TypeError behind a response is about its content, since the command line was checked before. */
function watchResponses(io: Io) {
	let hasResponse = false;
	const fetch: Io["fetch"] = async (url, init) => {
		const response = await io.fetch(url, init);
		hasResponse = true;
		return response;
	};
	return { io: { ...io, fetch }, hasResponse: () => hasResponse };
}

/** @throws what is no error of the caller, the machine or the service */
function exitCodeOf(error: unknown): number {
	if (error instanceof ReplevinError) return EXIT.service;
	// The client throws a TypeError for an id that cannot be one; `syscall` tells of a file that cannot be written.
	const isUsage = error instanceof UsageError || error instanceof TypeError;
	if (isUsage || (error instanceof Error && "syscall" in error)) return EXIT.usage;
	throw error;
}

/** Prints the error as one JSON value on the standard error. @returns its exit code */
function reportJson(error: unknown, io: Io): number {
	const exitCode = exitCodeOf(error);
	const { message } = error as Error;
	const { code, status, requestId, details, retryAfterSeconds } =
		error instanceof ApiError ? error : ({} as never);
	io.note(
		JSON.stringify({ error: { exitCode, code, status, requestId, message, details, retryAfterSeconds } }),
	);
	return exitCode;
}

/** Prints the error in words. @returns its exit code */
function report(error: unknown, command: Command | undefined, io: Io): number {
	const exitCode = exitCodeOf(error);
	if (!(error instanceof ReplevinError)) {
		io.note((error as Error).message, "bad");
		if (command && !("syscall" in (error as Error)))
			io.note(`replevin ${command.name} --help shows how to use it.`);
		return exitCode;
	}
	// The client's message has the first details.
	io.note(error.message.replace(/; `details` names each (?:one|of them)\./, "."), "bad");
	if (error instanceof ApiError)
		for (const { field, message } of error.details)
			if (!error.message.includes(`${field}: ${message}`)) io.note(`${field}: ${message}`, "bad");
	if (error instanceof ConnectionError)
		io.note("Check that the service runs, and its address: REPLEVIN_URL, or that of replevin login.");
	return exitCode;
}

/** The lines that no command takes: help, the version, the name of a group. @throws UsageError for mistakes */
function helpOrUnknown(args: readonly string[], io: Io): number {
	const [first] = args;
	if (first === "--version" || first === "-v" || first === "version") {
		io.print(version());
		return EXIT.ok;
	}
	const given = args.filter((word) => word !== "--json");
	const isHelp = given.length === 0 || ["help", "--help", "-h"].some((word) => args.includes(word));
	const words = isHelp ? given.filter((word) => word !== "help" && !word.startsWith("-")) : given;
	const lines = linesFor(words, COMMANDS);
	if (lines !== undefined && (isHelp || words.length === 1)) {
		for (const line of lines) io.print(line);
		return EXIT.ok;
	}
	throw new UsageError(unknownLines(words).join("\n"));
}

function unknownLines([group = "", second = ""]: readonly string[]): string[] {
	const names = COMMANDS.map(({ name }) => name);
	const members = names.filter((name) => name.startsWith(`${group} `));
	if (members.length > 0)
		return [`There is no command ${group} ${second}.`, `There are: ${members.join(", ")}.`];
	const firsts = [...new Set(names.map((name) => name.split(" ")[0] ?? ""))];
	const near = nearest(group, firsts);
	const hint = near === undefined ? "" : ` Did you mean ${near}?`;
	return [`There is no command ${group}.${hint}`, "replevin --help lists the commands."];
}

/** The version of the package, whose manifest is one folder up: of sdk/cli/ here, and of dist/ once it is built. */
function version(): string {
	const manifest = fileURLToPath(new URL("../package.json", import.meta.url).href);
	return JSON.parse(readFileSync(manifest, "utf8")).version;
}
