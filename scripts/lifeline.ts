/**
 * Ends a command that `bootstrap.mjs` started, on a signal or when the bootstrap vanishes (its message channel
 * closes). The process exits in any case.
 */

/** Longest time for an orderly stop before the process exits anyway. */
const STOP_LIMIT_MS = 5_000;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `stop` at the end and exits with `exitCode`. */
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
		/** Removes Miniflare's handlers, which exit at once in the middle of an orderly stop. */
		claimSignals,
	};
}
