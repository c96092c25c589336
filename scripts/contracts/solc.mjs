#!/usr/bin/env node
/** The packaged solc with forge's command line: `--version`, and `--standard-json` with the input on stdin. */
import { readFileSync } from "node:fs";
import solc from "solc";

if (process.argv.includes("--version")) {
	process.stdout.write(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`);
} else {
	process.stdout.write(solc.compile(readFileSync(0, "utf8")));
}
