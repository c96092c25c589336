/** Prepares the messages about a case for their signers. Pure: reads no case. */
import { toChecksumAddress } from "../../kernel/address.ts";
import { judgeDeadline } from "../../kernel/deadline.ts";
import type { Hex } from "../../kernel/hex.ts";
import { caseIdOf } from "../../kernel/ids.ts";
import type { PreparedMessage } from "../../kernel/prepared-message.ts";
import { MAX_CONTEST_DEADLINE_SECONDS } from "../../rules/contest-all.ts";
import type { ContestAllResult } from "../case/contest-all/contest-service.ts";
import type { CaseMessageRequest } from "./message-requests.ts";
import {
	hashRecoveryIntent,
	signableCloseCase,
	signableContestAll,
	signableCourtOrder,
	signableNewCase,
} from "./typed-data.ts";

export type PreparedCaseMessage =
	| { kind: "prepared"; message: PreparedMessage }
	/** The given `case.jrcHash` differs from the hash of the intent. */
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| Extract<ContestAllResult, { kind: "invalid_deadline" }>;

/** Defaults: 32 random bytes, and unix milliseconds. */
type Fresh = { nonce: Hex; now: number };
/** A person has time to read. */
const DEADLINE_AHEAD_SECONDS = 1800;

type Of<Message> = Extract<CaseMessageRequest, { message: Message }>;

export function prepareCaseMessage(request: CaseMessageRequest, fresh: Fresh): PreparedCaseMessage {
	switch (request.message) {
		case "NewCase":
			return prepareNewCase(request);
		case "CourtOrder":
			return prepareCourtOrder(request);
		case "CloseCase":
			return prepareCloseCase(request);
		case "ContestAll":
			return prepareContestAll(request, fresh);
		default:
			return request satisfies never;
	}
}

function prepareNewCase({ case: given, transactions }: Of<"NewCase">): PreparedCaseMessage {
	const { jrcHash: claimedHash, ...rec } = given;
	const intent = { rec, txs: transactions };
	const jrcHash = hashRecoveryIntent(intent);
	if (claimedHash && claimedHash.toLowerCase() !== jrcHash) return { kind: "unmatched_hash", jrcHash };
	return prepared(jrcHash, {
		...signableNewCase(intent, jrcHash),
		signer: toChecksumAddress(rec.recoveryAccount),
		request: { method: "POST", path: "/recovery-cases/new-case", body: { case: given, transactions } },
	});
}

function prepareCourtOrder({ courtInfo, chainId, ...given }: Of<"CourtOrder">): PreparedCaseMessage {
	const jrcHash = lowerCase(given.jrcHash);
	return prepared(jrcHash, {
		...signableCourtOrder({ chainId, jrcHash, courtInfo }),
		signer: "recoveryAccount of the case",
		request: { method: "PATCH", path: `/recovery-cases/${jrcHash}/court-order`, body: { courtInfo } },
	});
}

function prepareCloseCase({ action, reason, chainId, ...given }: Of<"CloseCase">): PreparedCaseMessage {
	const jrcHash = lowerCase(given.jrcHash);
	const role = action === "contest" ? "lostAccount" : "recoveryAccount";
	return prepared(jrcHash, {
		...signableCloseCase({ chainId, jrcHash, action, reason }),
		signer: `${role} of the case`,
		request: { method: "POST", path: `/recovery-cases/${jrcHash}/${action}`, body: { reason } },
	});
}

function prepareContestAll(request: Of<"ContestAll">, { nonce, now }: Fresh): PreparedCaseMessage {
	const account = toChecksumAddress(request.account);
	const deadline = request.deadline ?? Math.floor(now / 1000) + DEADLINE_AHEAD_SECONDS;
	const judged = judgeDeadline(deadline, now, MAX_CONTEST_DEADLINE_SECONDS);
	if (judged !== "valid") return { kind: "invalid_deadline", reason: judged };
	const { chainId } = request;
	const body = { account, chainId, nonce: lowerCase(request.nonce ?? nonce), deadline };
	const message = {
		...signableContestAll(body),
		signer: account,
		request: { method: "POST", path: "/recovery-cases/contest-all", body },
	} as const;
	return { kind: "prepared", message };
}

function prepared(jrcHash: Hex, message: PreparedMessage): PreparedCaseMessage {
	return { kind: "prepared", message: { ...message, jrcHash, caseId: caseIdOf(jrcHash) } };
}

function lowerCase(hash: Hex): Hex {
	return hash.toLowerCase() as Hex;
}
