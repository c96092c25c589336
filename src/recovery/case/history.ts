/** Builds a move with its hash-chain entry and its event (recovery.md "Evidence" and "Ids"). */

import { eventIdOf } from "../../kernel/crypto/ids.ts";
import { keccak256Utf8 } from "../../kernel/crypto/keccak/keccak.ts";
import { sha256Hex } from "../../kernel/crypto/sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import { bytesToHex } from "../../kernel/encoding/hex.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import type {
	CaseState,
	Command,
	CreateCommand,
	HistoryEntry,
	MoveCommand,
} from "../../protocol/case-state.ts";
import type { Decision } from "../../protocol/decision.ts";
import type { CaseStatus, EventType } from "../../protocol/enumerations.ts";
import { eventEnvelope } from "../../protocol/event-envelope.ts";
import { createCase } from "../../protocol/lifecycle.ts";
import {
	closeCaseTypedData,
	contestAllDigest,
	contestAllTypedData,
	courtOrderTypedData,
} from "../intent/typed-data.ts";
import { decide } from "./lifecycle.ts";

export type { HistoryEntry };

export type CaseEvent = {
	eventId: string;
	/** Counts the events of the case from 1. */
	sequence: number;
	type: EventType;
	/** The same at every delivery. */
	body: string;
	createdAt: number;
};

export type Recorded = {
	kind: "moved";
	state: CaseState;
	entry: HistoryEntry;
	/** The text hashed as `entry.payloadHash`. */
	payload: string;
	event: CaseEvent | null;
};

type Moved = Extract<Decision, { kind: "moved" }>;

/** @param now unix milliseconds */
export function recordCreation(command: CreateCommand, now: number): Recorded {
	return record(null, createCase(command, now), command, now);
}

/** @param now unix milliseconds */
export function recordMove(
	state: CaseState,
	command: MoveCommand,
	now: number,
): Recorded | Exclude<Decision, { kind: "moved" }> {
	const decision = decide(state, command, now);
	return decision.kind === "moved" ? record(state.status, decision, command, now) : decision;
}

function record(
	from: CaseStatus | null,
	{ state, actor, event }: Moved,
	command: Command,
	now: number,
): Recorded {
	const at = isoTime(now);
	const eventSequence = event ? state.eventSequence + 1 : state.eventSequence;
	const eventId = event ? eventIdOf(state.caseId, eventSequence) : null;
	const payload = canonicalJson(payloadOf(command, state));
	const unhashed = {
		sequence: state.historySequence + 1,
		at,
		actor,
		move: command.kind,
		from,
		to: state.status,
		reason: state.statusReason,
		eventId,
		payloadHash: sha256Hex(payload),
	};
	const hash = sha256Hex(canonicalJson({ ...unhashed, previousHash: state.historyHash }));
	const recorded: CaseState = {
		...state,
		eventSequence,
		historySequence: unhashed.sequence,
		historyHash: hash,
		updatedAt: now,
		version: state.version + 1,
	};
	return {
		kind: "moved",
		state: recorded,
		entry: { ...unhashed, hash },
		payload,
		event:
			event && eventId
				? {
						eventId,
						sequence: eventSequence,
						type: event,
						body: eventEnvelope(recorded, event, eventId, at),
						createdAt: now,
					}
				: null,
	};
}

/** The move's data, with a signed message as its typed data and the e-mail as its keccak-256, which EIP-712 signs. */
function payloadOf(command: Command, { rec, jrcHash }: CaseState): unknown {
	if (!("signature" in command)) return command;
	const { chainId, lostAccount: account } = rec;
	switch (command.kind) {
		case "create": {
			const { kind, source, reference, tokenDecimals, txs, caseExpirySeconds, signature, proof } = command;
			const { email, ...shown } = command.rec;
			const emailHash = bytesToHex(keccak256Utf8(email ?? ""));
			const rec = { ...shown, emailHash };
			const stated = {
				...(reference !== undefined && { reference }),
				...(tokenDecimals !== undefined && { tokenDecimals }),
			};
			return { kind, source, ...stated, rec, txs, caseExpirySeconds, signature, proof };
		}
		case "attach_order": {
			const { courtInfo, ...rest } = command;
			return { ...rest, typedData: courtOrderTypedData({ chainId, jrcHash, courtInfo }) };
		}
		case "contest":
		case "withdraw": {
			const { reason, ...rest } = command;
			return { ...rest, typedData: closeCaseTypedData({ chainId, jrcHash, action: command.kind, reason }) };
		}
		case "contest_all": {
			const { nonce, deadline, ...rest } = command;
			const message = { chainId, account, nonce, deadline };
			const digest = bytesToHex(contestAllDigest(message));
			return { ...rest, digest, typedData: contestAllTypedData(message) };
		}
		// The typed data follow from these fields and from the case.
		case "approve_execution":
			return command;
	}
}
