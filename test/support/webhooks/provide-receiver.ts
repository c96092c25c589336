/** Gives the tests in the Workers runtime a receiver of webhooks, which has to be a process outside of it. */
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
