/**
 * The end of a command that `bootstrap.mjs` started: it is asked once, by a signal or by the bootstrap's
 * vanishing (its message channel closes then, however it died), and the process exits in any case.
 */

/** How long stopping in order may take before the process exits as it is. */
const STOP_LIMIT_MS = 5_000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `stop` at that end and exits with `exitCode`. */
export function onEnd(
	exitCode: number,
	stop: (reason: "signal" | "abandoned") => Promise<void>,
): { claimSignals(): void } {
	let ending = false;
	const end = async (reason: "signal" | "abandoned") => {
		if (ending) return;
		ending = true;
		setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
		await stop(reason).catch((error: unknown) => process.stderr.write(`${error}\n`));
		process.exit(exitCode);
	};
	const onSignal = () => void end("signal");
	if (process.channel) {
		process.on("disconnect", () => void end("abandoned"));
		process.channel.unref();
	}
	const claimSignals = () => {
		for (const signal of SIGNALS) process.removeAllListeners(signal).on(signal, onSignal);
	};
	claimSignals();
	return {
		/** Miniflare installs handlers that exit at once, in the middle of an orderly stop: take them off again. */
		claimSignals,
	};
}
