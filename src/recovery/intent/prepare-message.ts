/** Prepares the messages about a case for their signers. Pure: reads no case. */
import { judgeDeadline } from "../../kernel/deadline.ts";
import type { Hex } from "../../kernel/hex.ts";
import type { PreparedMessage } from "../../kernel/prepared-message.ts";
import { MAX_CONTEST_DEADLINE_SECONDS } from "../../protocol/contest-all.ts";
import { DEADLINE_AHEAD_SECONDS } from "../../protocol/prepare-messages.ts";
import type { ContestAllResult } from "../case/contest-all/contest-service.ts";
import type { CaseMessageRequest } from "./message-requests.ts";
import { hashRecoveryIntent, prepare } from "./typed-data.ts";

export type PreparedCaseMessage =
	| { kind: "prepared"; message: PreparedMessage }
	/** The given `case.jrcHash` differs from the hash of the intent. */
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| Extract<ContestAllResult, { kind: "invalid_deadline" }>;

/** Defaults: 32 random bytes, and unix milliseconds. */
type Fresh = { nonce: Hex; now: number };
type Of<Message> = Extract<CaseMessageRequest, { message: Message }>;

export function prepareCaseMessage(request: CaseMessageRequest, fresh: Fresh): PreparedCaseMessage {
	switch (request.message) {
		case "NewCase":
			return prepareNewCase(request);
		case "CourtOrder":
			return { kind: "prepared", message: prepare.courtOrder(request) };
		case "CloseCase":
			return { kind: "prepared", message: prepare.closeCase(request) };
		case "ContestAll":
			return prepareContestAll(request, fresh);
		default:
			return request satisfies never;
	}
}

function prepareNewCase({ case: given, transactions }: Of<"NewCase">): PreparedCaseMessage {
	const { jrcHash: claimedHash, ...rec } = given;
	const jrcHash = hashRecoveryIntent({ rec, txs: transactions });
	if (claimedHash && claimedHash.toLowerCase() !== jrcHash) return { kind: "unmatched_hash", jrcHash };
	return { kind: "prepared", message: prepare.newCase({ case: given, transactions }, jrcHash) };
}

function prepareContestAll(request: Of<"ContestAll">, fresh: Fresh): PreparedCaseMessage {
	const deadline = request.deadline ?? Math.floor(fresh.now / 1000) + DEADLINE_AHEAD_SECONDS;
	const judged = judgeDeadline(deadline, fresh.now, MAX_CONTEST_DEADLINE_SECONDS);
	if (judged !== "valid") return { kind: "invalid_deadline", reason: judged };
	const { account, chainId, nonce = fresh.nonce } = request;
	return { kind: "prepared", message: prepare.contestAll({ account, chainId, nonce, deadline }) };
}
