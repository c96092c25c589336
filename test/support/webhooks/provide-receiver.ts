/** Starts a webhook receiver for tests in the Workers runtime, which cannot listen itself. */
import type { TestProject } from "vitest/node";
import { startReceiver } from "./webhook-receiver.ts";

declare module "vitest" {
	interface ProvidedContext {
		receiverUrl: string;
	}
}

export default async function setup(project: TestProject) {
	const receiver = await startReceiver();
	project.provide("receiverUrl", receiver.url);
	return () => receiver.stop();
}
