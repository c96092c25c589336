import { openRuntime } from "../../../scripts/start/open-runtime.ts";
import { claimablePort, HOST } from "../../../scripts/start/port.ts";
import { resolveSettings } from "../../../scripts/start/settings.ts";
import { testSecrets } from "./secrets.ts";
import { copyMigratedState, type ServiceOptions } from "./service.ts";

type Options = Pick<ServiceOptions, "stateDir" | "env" | "port">;

export type ServiceHere = Awaited<ReturnType<typeof startServiceHere>>;

/**
 * Serves what `npm start` serves, in the test's own process, so that the test fires the cron handler, which else runs
 * once a minute, and reads what is stored.
 */
export async function startServiceHere({ stateDir, env, port: wanted = 0 }: Options) {
	copyMigratedState(stateDir);
	const port = await claimablePort(wanted);
	const url = `http://${HOST}:${port}`;
	const own = { ...testSecrets, BASE_URL: url, ...env };
	const runtime = await openRuntime({
		...{ stateDir, port },
		settings: ({ vars, secrets }) => resolveSettings({ toml: vars, devVars: {}, env: own, secrets, url }),
		onLog: () => {},
	});
	await runtime.ready;
	/** As a power cut: the runtime is killed. */
	const stop = () => runtime.dispose();
	return {
		...{ url, runtime, stop, killTree: stop },
		async fireCron(): Promise<void> {
			const worker = await runtime.getWorker();
			await worker.scheduled({ cron: "* * * * *" });
		},
	};
}
