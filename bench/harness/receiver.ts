/** Starts the receiver of webhooks, whose time counts for neither side. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FromReceiver, Received } from "./serve-receiver.ts";

export type Receiver = {
	/** Where webhooks go. */
	url: string;
	/** Number of events received since `take`. */
	count(): number;
	take(): Promise<Received>;
	stop(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
	const child = fork(join(import.meta.dirname, "serve-receiver.ts"), {
		execArgv: ["--disable-warning=ExperimentalWarning"],
	});
	const ended = once(child, "exit");
	let known = 0;
	let onReceived = (_: Received) => {};
	const url = await new Promise<string>((resolve, reject) => {
		child.once("error", reject);
		child.once("exit", () => reject(new Error("the receiver did not start")));
		child.on("message", (message: FromReceiver) => {
			if (message.kind === "ready") resolve(message.url);
			else if (message.kind === "count") known = message.count;
			else onReceived(message.received);
		});
	});
	return {
		url,
		count: () => known,
		take: () =>
			new Promise((resolve) => {
				onReceived = (received) => {
					known = 0;
					resolve(received);
				};
				child.send("take");
			}),
		async stop() {
			child.disconnect();
			await ended;
		},
	};
}
