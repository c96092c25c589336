/**
 * A run of tests that hangs: reports which files have not ended, starts a child that writes the time into a file, and
 * blocks for good. A run of the file "mended" ends.
 *
 * Arguments: the unfinished files as JSON, the child's file, the files to run.
 */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const [unfinished = "[]", clockFile = "", ...files] = process.argv.slice(2);
const isMended = files[0] === "mended";
const counts = { passed: isMended ? 3 : 2, failed: 0, skipped: 0, failures: [] };
const state = { counts, unfinished: isMended ? [] : JSON.parse(unfinished) };
writeFileSync(process.env.REPLEVIN_TEST_COUNTS ?? "", JSON.stringify(state));
if (isMended) process.exit(0);
const tick = `require("fs").writeFileSync(${JSON.stringify(clockFile)}, String(Date.now()))`;
spawn(process.execPath, ["-e", `setInterval(() => ${tick}, 20)`]);
// Blocks the thread, like an endless loop, but leaves the processor to other tests.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
