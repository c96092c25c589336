#!/usr/bin/env node
import { createAsker } from "./ask.ts";
import { run } from "./run.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
// A reader such as `head` has closed its end.
process.stdout.on("error", () => process.exit(0));

/** What others wrote, such as the answer of an endpoint, must not steer the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that steer a terminal
const harmless = (line: string) => line.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "\ufffd");

const asker = createAsker(process.stdin, process.stderr, () => interrupted.abort());

process.exitCode = await run(process.argv.slice(2), {
	env: process.env,
	print: (line) => void process.stdout.write(`${harmless(line)}\n`),
	write: (text) => void process.stdout.write(text),
	ask: asker.ask,
	note: (line) => void process.stderr.write(`${harmless(line)}\n`),
	signal: interrupted.signal,
	fetch: (url, init) => fetch(url, init),
});
asker.close();
