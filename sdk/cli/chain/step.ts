/** What the chain lets somebody do next for a recovery. Pure. */
import { completeSet, isUsable } from "../../../src/protocol/module-moves.ts";
import type {
	ModuleCall,
	ReadConfiguration,
	RecoveryStatus,
} from "../../../src/protocol/recovery-module/module-calls.ts";
import { moduleCalls } from "./module.ts";
import type { Recovery } from "./recovery.ts";

export type OnChain = {
	configuration: ReadConfiguration;
	status: RecoveryStatus;
	/** Of the block that was read, in unix seconds. */
	now: number;
};

export type Step =
	| { kind: "schedule" | "execute"; call: ModuleCall }
	/** `until`: when it can be executed, in unix seconds. */
	| { kind: "wait"; until: number }
	| { kind: "done" }
	| { kind: "blocked"; why: string };

export function nextStep(recovery: Recovery, { configuration, status, now }: OnChain): Step {
	if (status.state === "executed") return { kind: "done" };
	if (recovery.refusal !== null) return { kind: "blocked", why: recovery.refusal };
	if (configuration.threshold === 0)
		return { kind: "blocked", why: "The account has not configured the recovery module on this chain." };
	if (status.state === "waiting") return { kind: "wait", until: status.readyAt };
	if (status.state === "ready") return { kind: "execute", call: moduleCalls.execute(recovery) };
	const numbers = { round: status.round, generation: configuration.generation };
	const usable = recovery.approvals.filter((approval) => isUsable(approval, numbers, now));
	const set = completeSet(
		{ approvals: usable.map((one) => ({ ...one, approvedAt: 0 })) },
		configuration.threshold,
	);
	const terms = set?.[0]?.terms;
	if (!set || !terms) return { kind: "blocked", why: lacking(configuration, status, usable.length) };
	const { notBefore, deadline } = terms;
	return {
		kind: "schedule",
		call: moduleCalls.schedule({ intent: recovery, notBefore, deadline, approvals: set }),
	};
}

function lacking({ threshold }: ReadConfiguration, { state }: RecoveryStatus, usable: number): string {
	const ended = { vetoed: "It was stopped on the chain. ", expired: "Its schedule has expired. " };
	const before = state === "vetoed" || state === "expired" ? ended[state] : "";
	return `${before}It needs ${threshold} approvals with the same terms that are still good on the chain, and there are ${usable}.`;
}
