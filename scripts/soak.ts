/** `npm run soak`: attacks a service in all known ways at once, while a developer and a claimant work. */
import { parseArgs } from "node:util";
import { positiveNumber, runCommand, wholeNumber } from "./command.ts";
import { onEnd } from "./lifeline.ts";
import "./wasm-hook.ts";
import type { Run } from "./soak/run-once.ts";
import type { SoakedService } from "./soak/soaked-service.ts";

const USAGE = `Usage: npm run soak -- [--runs N] [--seconds S] [--only ATTACK]...

  --runs N     runs, each with a new service (default 3)
  --seconds S  length of the quiet and of the attacked part of a run (default 180)
  --only ATTACK  name of an attack, instead of all; may be repeated

Starts the service on a temporary state with the limits of a deployment. A developer, a claimant and an owner work
alone, and then beside all attacks at once. Prints the times of their calls as medians of the runs, and the responses that
the attackers got. Ends with 1 if one of the well-behaved calls failed.`;

function parseOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			runs: { type: "string", default: "3" },
			seconds: { type: "string", default: "180" },
			only: { type: "string", multiple: true },
		},
	});
	const runs = wholeNumber("--runs", values.runs);
	return { runs, seconds: positiveNumber("--seconds", values.seconds), only: values.only };
}

let service: SoakedService | undefined;

async function soak({ runs, seconds, only }: ReturnType<typeof parseOptions>): Promise<string> {
	onEnd(1, async () => service?.stop());
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
	const failures = failuresOf(done);
	if (failures.length === 0) return report(done);
	process.exitCode = 1;
	return `${report(done)}\n\nFailed calls of the developer and the claimant:\n${failures.join("\n")}`;
}

await runCommand(USAGE, parseOptions, soak);
