#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { createAsker } from "./ask.ts";
import { run } from "./run.ts";
import { lineFor } from "./terminal.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
const { env, stdin, stdout, stderr } = process;
// A reader such as `head` has closed its end.
stdout.on("error", () => process.exit(0));

const asker = createAsker(stdin, stderr, () => interrupted.abort());

process.exitCode = await run(process.argv.slice(2), {
	env,
	print: (line, tone) => void stdout.write(lineFor(stdout, env, line, tone)),
	write: (text) => void stdout.write(text),
	ask: asker.ask,
	readInput: () => text(stdin),
	note: (line, tone) => void stderr.write(lineFor(stderr, env, line, tone)),
	signal: interrupted.signal,
	fetch: (url, init) => fetch(url, init),
});
asker.close();
