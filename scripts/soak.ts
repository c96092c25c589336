/** `npm run soak`: attacks a service in all known ways at once, while a developer and a claimant work. */
import { parseArgs } from "node:util";
import { onEnd } from "./lifeline.ts";
import { messageOf } from "./operator/command.ts";
import "./wasm-hook.ts";
import type { Run } from "./soak/run-once.ts";
import type { SoakedService } from "./soak/soaked-service.ts";

const USAGE = `Usage: npm run soak -- [--runs N] [--seconds S] [--only ATTACK]...

  --runs N     runs, each with a new service (default 3)
  --seconds S  length of the quiet and of the attacked part of a run (default 180)
  --only ATTACK  name of an attack, instead of all; may be repeated

Starts the service on a temporary state with the limits of a deployment. A developer, a claimant and an owner work
alone, and then beside all attacks at once. Prints the times of their calls as medians of the runs, and the answers that
the attackers got. Ends with 1 if one of the well-behaved calls failed.`;

function parseOptions() {
	const { values } = parseArgs({
		options: {
			runs: { type: "string", default: "3" },
			seconds: { type: "string", default: "180" },
			only: { type: "string", multiple: true },
			help: { type: "boolean", short: "h", default: false },
		},
	});
	const runs = Number(values.runs);
	const seconds = Number(values.seconds);
	if (!(Number.isInteger(runs) && runs > 0)) throw new Error("--runs takes a whole number from 1");
	if (!(seconds > 0)) throw new Error("--seconds takes a number above 0");
	return { runs, seconds, only: values.only, help: values.help };
}

let service: SoakedService | undefined;

async function soak({ runs, seconds, only }: Omit<ReturnType<typeof parseOptions>, "help">): Promise<void> {
	const { startSoakedService } = await import("./soak/soaked-service.ts");
	const { runOnce } = await import("./soak/run-once.ts");
	const { failuresOf, report } = await import("./soak/report.ts");
	const done: Run[] = [];
	while (done.length < runs) {
		process.stderr.write(`run ${done.length + 1} of ${runs}\n`);
		service = await startSoakedService();
		try {
			done.push(await runOnce(service, { seconds, only }));
		} finally {
			await service.stop();
			service = undefined;
		}
	}
	process.stdout.write(`${report(done)}\n`);
	const failures = failuresOf(done);
	if (failures.length === 0) return;
	process.stdout.write(`\nFailed calls of the developer and the claimant:\n${failures.join("\n")}\n`);
	process.exitCode = 1;
}

let options: ReturnType<typeof parseOptions> | undefined;
try {
	options = parseOptions();
} catch (error) {
	process.stderr.write(`${messageOf(error)}\n\n${USAGE}\n`);
	process.exitCode = 2;
}
if (options?.help) process.stdout.write(`${USAGE}\n`);
else if (options) {
	onEnd(1, async () => service?.stop());
	await soak(options).catch((error: unknown) => {
		process.stderr.write(`${messageOf(error)}\n`);
		process.exitCode = 1;
	});
}
