#!/usr/bin/env node
import { text } from "node:stream/consumers";
import { createAsker } from "./ask.ts";
import { EXIT } from "./command.ts";
import { run } from "./run.ts";
import { lineFor, textFor } from "./terminal.ts";

const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
const { env, stdin, stdout, stderr } = process;
// Without a reader, such as `head` that has closed its end, nothing is missing. The exit code may be decided already.
stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
	if (code === "EPIPE") process.exit();
	stderr.write(lineFor(stderr, env, `The result could not be written: ${message}`, "bad"));
	process.exit(EXIT.usage);
});
stderr.on("error", () => {});

const asker = createAsker(stdin, stderr, () => interrupted.abort());
// A command that waits for its input would wait on.
interrupted.signal.addEventListener("abort", () => {
	asker.close();
	stdin.destroy();
});

process.exitCode = await run(process.argv.slice(2), {
	env,
	print: (line, tone) => void stdout.write(lineFor(stdout, env, line, tone)),
	write: (text) => void stdout.write(textFor(stdout, text)),
	ask: asker.ask,
	readInput: () => text(stdin),
	note: (line, tone) => void stderr.write(lineFor(stderr, env, line, tone)),
	signal: interrupted.signal,
	fetch: (url, init) => fetch(url, init),
});
asker.close();
