/** The service of the demo: `npm start` on a state and ports of its own. */
import { join, resolve } from "node:path";
import { type Child, nodeCommand, startChild } from "../child.ts";
import { CHAIN_ID } from "./demo-chain.ts";
import { logLines } from "./log-lines.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** Blocks on top of a transaction that make it final. */
const CONFIRMATIONS = 1;

export type ServiceInputs = {
	port: number;
	stateDir: string;
	chainUrl: string;
	/** Their signing addresses. */
	moduleReviewers: readonly string[];
};

/**
 * The shop is at 127.0.0.1, and the service at localhost, because browsers send the cookies of a host to all of its ports.
 */
export const serviceUrlOf = (port: number): string => `http://localhost:${port}`;

/** A setting in `.dev.vars` could spoil the story, and the environment comes before it. */
export function demoSettings({
	port,
	chainUrl,
	moduleReviewers,
}: Omit<ServiceInputs, "stateDir">): Record<string, string> {
	return {
		BASE_URL: serviceUrlOf(port),
		ALLOW_LOCAL_WEBHOOKS: "true",
		CHALLENGE_PERIOD_SECONDS: "0",
		RPC_URLS: JSON.stringify({ [CHAIN_ID]: chainUrl }),
		MODULE_REVIEWERS: JSON.stringify({ [CHAIN_ID]: moduleReviewers }),
		// The Safe itself makes the call, on behalf of its module, so no agent has to be listed.
		RECOVERY_AGENTS: "[]",
		CONFIRMATIONS: String(CONFIRMATIONS),
		MIN_PROOF: "direct",
		OPERATOR_NAME: "the demo on this machine",
	};
}

/** @param inputs with the folder of its log */
export function startDemoService(inputs: ServiceInputs & { folder: string }): Child {
	const { port, stateDir, folder } = inputs;
	return startChild({
		name: "The service",
		command: nodeCommand(join(ROOT, "scripts/start.ts"), "--port", String(port), "--state", stateDir),
		env: demoSettings(inputs),
		onLine: logLines(join(folder, "service.log")),
		isReady: /^Listening on /,
	});
}
