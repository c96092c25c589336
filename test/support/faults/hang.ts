/**
 * A run of tests that reports one file that passed and, as its arguments, files that have begun, and then hangs.
 * "broken" ends it with an error instead.
 */
const [first = "", ...others] = process.argv.slice(2);
const isBroken = first === "broken";
const counts = { passed: 2, failed: 0, skipped: 0, failures: [] };
process.send?.({ kind: "begun", files: isBroken ? others : [first, ...others] });
process.send?.({ kind: "ended", project: "unit", file: "test/passed.test.ts", counts });
if (isBroken) {
	process.exitCode = 3;
	process.disconnect();
}
// Blocks the thread, like an endless loop, but leaves the processor to other tests.
else setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 100);
