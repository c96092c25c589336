import type { Hex } from "../../../src/kernel/encoding/hex.ts";
import { ReplevinError } from "../../src/index.ts";
import type { Node } from "./node.ts";
import type { Recovery } from "./recovery.ts";
import { nextStep, type Step } from "./step.ts";

/** `hash`: of the transaction that was sent. `next`: what the chain lets somebody do after it. */
export type Taken = { step: Step; hash?: string; next: Step };

/**
 * Does what is due. Somebody else who does the same first does no harm, and neither does a run before that was killed: its
 * transaction is waited for, and then the chain is read again. @throws ReplevinError
 */
export async function takeStep(recovery: Recovery, node: Node, keyFile: string): Promise<Taken> {
	const look = async () => nextStep(recovery, await node.read(recovery));
	const lookSettled = () => node.settle(keyFile).then(look);
	let step = await look();
	if (isDue(step)) step = await lookSettled();
	if (!isDue(step)) return { step, next: step };
	let hash: Hex;
	try {
		hash = await node.send(step.call, keyFile);
	} catch (error) {
		// Somebody else may have done it first. A node that no longer responds hides neither that nor what was sent.
		const next = await lookSettled().catch(() => step);
		if (!(error instanceof ReplevinError) || next.kind === step.kind) throw error;
		return { step, next };
	}
	return { step, hash, next: await look() };
}

/** What was done, and what comes next, as a line of JSON. */
export const stepInJson = ({ caseId }: Recovery, { step, hash, next }: Taken): string =>
	JSON.stringify({ caseId, did: hash === undefined ? null : step.kind, txHash: hash ?? null, next });

export const isDue = (step: Step): step is Extract<Step, { call: object }> => "call" in step;

const timeOf = (seconds: number) => new Date(seconds * 1000).toISOString();

export function stepInWords(step: Step): string {
	switch (step.kind) {
		case "schedule":
			return "The recovery can be scheduled now.";
		case "execute":
			return "The recovery can be executed now.";
		case "wait":
			return `The recovery is scheduled. It can be executed from ${timeOf(step.until)}, unless it is stopped before.`;
		case "done":
			return "The recovery is executed.";
		case "blocked":
			return step.why;
	}
}
