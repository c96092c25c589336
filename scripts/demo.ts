/**
 * `npm run demo`: acts a whole recovery on this machine, and leaves everything running to click through. Every process
 * ends with it.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { runCommand } from "./command.ts";
import { endingLines } from "./demo/ending.ts";
import { createNarrator, painterFor } from "./demo/narrator.ts";
import { openInBrowser } from "./demo/open-browser.ts";
import { type DemoOptions, parseOptions, USAGE } from "./demo/options.ts";
import type { Part } from "./demo/part.ts";
import { claimPorts } from "./demo/ports.ts";
import { serviceUrlOf } from "./demo/service.ts";
import { onEnd } from "./lifeline.ts";

const READING_MS = 900;
const { stdout } = process;
const warn = (line: string) => process.stderr.write(`${line}\n`);

/** @throws Error if the named folder holds something */
function makeFolder(stateDir: string | undefined): string {
	if (stateDir === undefined) return mkdtempSync(join(tmpdir(), "replevin-demo-"));
	const folder = resolve(stateDir);
	if (existsSync(folder) && readdirSync(folder).length > 0)
		throw new Error(`The folder ${folder} is not empty. The demo begins anew each time: name a new folder.`);
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return folder;
}

/** Everything that the demo has begun, and its one end: by a signal, a failure, or a part that has died. */
function createRun(isTemporary: boolean) {
	const parts: Part[] = [];
	let folder: string | undefined;
	let isEnding = false;
	const stop = async () => {
		isEnding = true;
		await Promise.all(parts.map((part) => part.stop()));
		if (folder !== undefined && isTemporary) rmSync(folder, { recursive: true, force: true });
	};
	onEnd(0, async (reason) => {
		if (reason === "signal") stdout.write("\nStopping …\n");
		await stop();
		const left = isTemporary || folder === undefined ? "nothing is left" : `the data is in ${folder}`;
		if (reason === "signal") stdout.write(`Everything has ended, and ${left}.\n`);
	});
	const fail = async (problem: string) => {
		if (isEnding) return;
		isEnding = true;
		warn(`\n${problem}`);
		await stop();
		process.exit(1);
	};
	return {
		fail,
		/** The steps that a stop interrupts have nothing more to tell. */
		write: (text: string) => void (isEnding || stdout.write(text)),
		useFolder: (used: string) => {
			folder = used;
			return used;
		},
		keep(part: Part) {
			parts.push(part);
			if (isEnding) void part.stop();
			part.died?.then(() => fail(`${part.name} has ended unexpectedly, so the demo ends too.`));
		},
	};
}

async function act({ ports: wanted, stateDir, isFast, opensBrowser }: DemoOptions): Promise<undefined> {
	const started = performance.now();
	const { fail, write, useFolder, keep } = createRun(stateDir === undefined);
	const output = {
		write,
		columns: stdout.isTTY ? stdout.columns : undefined,
		hasColours: stdout.hasColors?.() ?? false,
	};
	const narrator = createNarrator(output, () => setTimeout(isFast ? 0 : READING_MS));
	try {
		const { ports, notes } = await claimPorts(wanted);
		const folder = useFolder(makeFolder(stateDir));
		const addresses = {
			serviceUrl: serviceUrlOf(ports.service),
			shopUrl: `http://127.0.0.1:${ports.shop}`,
		};
		narrator.line("Replevin's demo recovers a lost account, all on this machine. Ctrl-C ends it.");
		for (const note of notes) narrator.line(note);
		const { tellStory } = await import("./demo/story.ts");
		const ending = await tellStory({ narrator, ports, folder, ...addresses, keep });
		const seconds = (performance.now() - started) / 1000;
		for (const line of endingLines({ ...ending, seconds }, painterFor(output))) narrator.line(line);
		if (opensBrowser) openInBrowser(ending.shopUrl);
	} catch (error) {
		await fail(`The demo has failed. ${(error as Error).message}`);
	}
}

await runCommand(USAGE, parseOptions, act);
