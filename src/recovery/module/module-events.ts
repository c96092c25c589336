/** What the events of the recovery module mean for cases, and which schedules are an alarm. */
import type { JsonRpc } from "../../chain/json-rpc.ts";
import { caseIdOf } from "../../kernel/crypto/ids.ts";
import { log } from "../../kernel/log.ts";
import type { MoveCommand } from "../../protocol/case-state.ts";
import type { CaseObject } from "../case/case-object.ts";
import type { EventPointer } from "../case/event-pointer.ts";
import type { ModuleRows } from "./module-rows.d1.ts";
import type { ModuleReviewers } from "./module-service.ts";
import { readConfiguration } from "./read-module.ts";
import type { ModuleWatchPorts, PlacedEvent } from "./watch-module.ts";

const SECOND_MS = 1000;
/** A stranger's schedules, of which each costs gas, keep no other alarm waiting. The operator is told of the others. */
const MAX_ASKED = 20;

type Observe = Extract<MoveCommand, { kind: "observe_module" }>;

export function createModuleEvents({
	rows,
	caseObject,
	reviewers,
	tell,
}: {
	rows: ModuleRows;
	caseObject: (caseId: string) => Pick<CaseObject, "observeModule">;
	reviewers: ModuleReviewers;
	/** Points the queue to events. The sweep repeats what fails. */
	tell: (pointers: readonly EventPointer[]) => Promise<void>;
}): Pick<ModuleWatchPorts, "tellCases" | "judgeSchedules" | "updateSchedules"> {
	return {
		async tellCases(events) {
			const ids = events.flatMap((event) => (event.kind === "reset" ? [] : caseIdOf(event.jrcHash)));
			const known = new Map((await rows.casesOf(ids)).map((found) => [found.caseId, found]));
			for (const event of events) {
				const of = event.kind === "reset" ? undefined : known.get(caseIdOf(event.jrcHash));
				const isOfCase = of?.account === event.account && of.chainId === event.chainId;
				const caseIds =
					event.kind === "reset"
						? await rows.casesOfAccount(event.account, event.chainId)
						: isOfCase
							? [of.caseId]
							: [];
				for (const caseId of caseIds) {
					const by = { payer: { kind: "service" } as const, clientAddress: null };
					const isTaken = await caseObject(caseId).observeModule(commandOf(event), by);
					if (!isTaken) throw new Error("the chain must be asked again about an execution");
				}
			}
		},
		async judgeSchedules(events, rpc, now) {
			const ids = events.map(({ jrcHash }) => caseIdOf(jrcHash));
			const known = new Map((await rows.casesOf(ids)).map((found) => [found.caseId, found]));
			let asked = 0;
			for (const event of events) {
				const { chainId, account, jrcHash, generation, round, txHash } = event;
				const of = known.get(caseIdOf(jrcHash));
				const isOfAccount = of?.account === account && of.chainId === chainId;
				if (isOfAccount && of.isExecutable === 1) continue;
				const isKnown = await rows.isKnown(account, chainId);
				if (!isKnown && asked++ >= MAX_ASKED) continue;
				if (!isKnown && !(await namesOurReviewers(rpc, reviewers.get(chainId) ?? [], account))) continue;
				const schedule = { chainId, account, jrcHash, generation, round, txHash, ...timesOf(event) };
				const told = schedule.endsAt > now && (await rows.alarm(schedule, now, isOfAccount ? of : undefined));
				if (!told) continue;
				log.error("module-schedule", { ...schedule, caseId: of?.caseId ?? null });
				await tell(told);
			}
			if (asked > MAX_ASKED)
				log.warn("module-watch", {
					chainId: events[0]?.chainId,
					reason: `${asked - MAX_ASKED} schedules of unknown accounts were not looked at, because there were ${asked}`,
				});
		},
		async updateSchedules(events) {
			for (const event of events) {
				const { kind, chainId, account } = event;
				if (kind === "reset") await rows.end({ chainId, account, belowGeneration: event.generation });
				if (kind === "executed") await rows.end({ chainId, account, jrcHash: event.jrcHash });
				// Approvals of the next round may have scheduled it again in the same block.
				if (kind === "vetoed")
					await rows.end({ chainId, account, jrcHash: event.jrcHash, belowRound: event.round });
				if (kind === "delayed") await rows.delay({ ...event, ...timesOf(event) });
			}
		},
	};
}

const timesOf = (event: { readyAt: number; endsAt: number }) => ({
	readyAt: event.readyAt * SECOND_MS,
	endsAt: event.endsAt * SECOND_MS,
});

/** Whether reviewers of this service alone could have signed for the account: their keys may have leaked. */
async function namesOurReviewers(rpc: JsonRpc, named: readonly string[], account: string): Promise<boolean> {
	const read = await readConfiguration(rpc, account);
	// Without a response it is better to ask too many times than to be silent.
	if (typeof read === "string") return true;
	const ours = read?.reviewers.filter((one) => named.includes(one.toLowerCase())) ?? [];
	return read !== null && ours.length >= read.threshold;
}

function commandOf(event: PlacedEvent): Observe {
	const { kind, txHash, blockNumber, logIndex } = event;
	const place = { kind: "observe_module" as const, event: kind, txHash, blockNumber, logIndex };
	const nothing = { generation: 0, round: 0, readyAt: 0, endsAt: 0 };
	switch (event.kind) {
		case "scheduled": {
			const { generation, round, readyAt, endsAt } = event;
			return { ...place, generation, round: round + 1, readyAt, endsAt };
		}
		case "delayed":
			return { ...place, ...nothing, readyAt: event.readyAt, endsAt: event.endsAt };
		case "vetoed":
			return { ...place, ...nothing, round: event.round };
		case "reset":
		case "executed":
			return { ...place, ...nothing, generation: event.generation };
	}
}
