/**
 * `npm test`: runs vitest, and ends with one line of counts, also if vitest hangs or breaks off. The exit code is 0
 * only if nothing failed.
 */
import { onEnd } from "./lifeline.ts";
import { inWords, runReported, sum } from "./test/run-reported.ts";

/** A tier is one vitest project, or two: what measures time or memory runs alone. */
const TIERS = ["check", "unit", "worker", "chaos", "e2e", "looks"];

/** Longer than a test and its hooks may take. */
const SILENCE_LIMIT_MS = 400_000;

const USAGE = `Usage: npm test -- [tier | argument of vitest ...]

Tiers: ${TIERS.join(", ")}. Without one, all run but looks, which takes several minutes.
Everything else is passed to vitest, such as a part of a path, or -t with a title:
  npm test -- unit
  npm test -- test/unit/env.test.ts
  npm test -- worker -t "an API key"`;

const args = process.argv.slice(2);
if (args.includes("--help")) {
	console.log(USAGE);
	process.exit(0);
}
const tiers = args.filter((arg) => TIERS.includes(arg));
const others = args.filter((arg) => !TIERS.includes(arg));
const isLooks = others.some((arg) => arg.includes("looks"));
const projects = tiers.length > 0 ? tiers.map((tier) => `${tier}*`) : isLooks ? [] : ["!looks"];
const line = [
	"node_modules/vitest/vitest.mjs",
	"run",
	...projects.map((project) => `--project=${project}`),
	"--reporter=default",
	"--reporter=./scripts/test/progress-reporter.ts",
	...others,
];

const stop = new AbortController();
// A run that was interrupted has not passed.
onEnd(130, async () => stop.abort());
const counts = await runReported(line, { silenceLimitMs: SILENCE_LIMIT_MS, signal: stop.signal });
const total = sum(counts.values());
const lines = TIERS.flatMap((tier) => {
	const ofTier = [...counts].filter(([project]) => project.startsWith(tier)).map(([, its]) => its);
	return ofTier.length > 0 ? [`  ${tier.padEnd(8)}${inWords(sum(ofTier))}`] : [];
});
const failures = total.failures.map((failure) => `  ✗ ${failure}\n`).join("");
console.log(`\n${failures && `${failures}\n`}${lines.join("\n")}\n\n${inWords(total)}`);
process.exit(total.failed === 0 ? 0 : 1);
