/** Prepares the messages about a case for their signers. Pure: reads no case. */

import type { Hex } from "../../kernel/encoding/hex.ts";
import { checkDeadline } from "../../kernel/time/deadline.ts";
import { MAX_CONTEST_DEADLINE_SECONDS } from "../../protocol/contest-all.ts";
import { DEADLINE_AHEAD_SECONDS } from "../../protocol/prepare-messages.ts";
import type { PreparedMessage } from "../../protocol/prepared-message.ts";
import { unmatchedHash } from "../errors.ts";
import type { CaseMessageRequest } from "./message-requests.ts";
import { hashRecoveryIntent, prepare } from "./typed-data.ts";

/** Defaults: 32 random bytes, and unix milliseconds. */
type Fresh = { nonce: Hex; now: number };
type Of<Message> = Extract<CaseMessageRequest, { message: Message }>;

export function prepareCaseMessage(request: CaseMessageRequest, fresh: Fresh): PreparedMessage {
	switch (request.message) {
		case "NewCase":
			return prepareNewCase(request);
		case "CourtOrder":
			return prepare.courtOrder(request);
		case "CloseCase":
			return prepare.closeCase(request);
		case "ContestAll":
			return prepareContestAll(request, fresh);
		default:
			return request satisfies never;
	}
}

function prepareNewCase({ case: given, transactions }: Of<"NewCase">): PreparedMessage {
	const { jrcHash: claimedHash, ...rec } = given;
	const jrcHash = hashRecoveryIntent({ rec, txs: transactions });
	if (claimedHash && claimedHash.toLowerCase() !== jrcHash) throw unmatchedHash(jrcHash);
	return prepare.newCase({ case: given, transactions }, jrcHash);
}

function prepareContestAll(request: Of<"ContestAll">, fresh: Fresh): PreparedMessage {
	const deadline = request.deadline ?? Math.floor(fresh.now / 1000) + DEADLINE_AHEAD_SECONDS;
	checkDeadline(deadline, fresh.now, MAX_CONTEST_DEADLINE_SECONDS);
	const { account, chainId, nonce = fresh.nonce } = request;
	return prepare.contestAll({ account, chainId, nonce, deadline });
}
