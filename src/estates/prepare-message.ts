/**
 * Prepares the messages of owners for their wallets. Fills in absent fields, and rejects values that the operation
 * would reject. Pure: reads no estate.
 */
import { judgeDeadline } from "../kernel/deadline.ts";
import type { Hex } from "../kernel/hex.ts";
import type { PreparedMessage } from "../kernel/prepared-message.ts";
import { DEADLINE_AHEAD_SECONDS, DEFAULT_CHAIN_ID } from "../protocol/prepare-messages.ts";
import { currentAgreement, isCurrentAgreement } from "./agreement/agreement.ts";
import type { AcceptAgreementResult } from "./agreement/agreement-service.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./erasure/erasure.ts";
import type { EraseResult } from "./erasure/erasure-service.ts";
import type { OwnerMessageRequest } from "./message-requests.ts";
import { findOtherService, type OtherService, type ServiceOrigins } from "./other-service.ts";
import { judgeExpiry } from "./privacy-code/privacy-code.ts";
import type { CreateCodeResult } from "./privacy-code/privacy-code-service.ts";
import { prepare } from "./typed-data.ts";

export type PreparedOwnerMessage =
	| { kind: "prepared"; message: PreparedMessage }
	| OtherService
	| Extract<AcceptAgreementResult, { kind: "agreement_not_current" }>
	| Extract<CreateCodeResult, { kind: "invalid_expiry" }>
	| Extract<EraseResult, { kind: "invalid_deadline" }>;

/** Defaults: this service, 32 random bytes, and unix milliseconds. */
type Fresh = { origins: ServiceOrigins; nonce: Hex; now: number };
type Of<Message> = Omit<Extract<OwnerMessageRequest, { message: Message }>, "message" | "service"> & {
	service: string;
};

export function prepareOwnerMessage(given: OwnerMessageRequest, fresh: Fresh): PreparedOwnerMessage {
	const { service = fresh.origins.appOrigin } = given;
	const other = findOtherService(service, fresh.origins);
	if (other) return other;
	const request = { ...given, service };
	switch (request.message) {
		case "Agreement":
			return prepareAgreement(request, fresh);
		case "PrivacyCode":
			return preparePrivacyCode(request, fresh);
		case "Will":
			return prepareWill(request);
		case "Erase":
			return prepareErase(request, fresh);
		default:
			return request satisfies never;
	}
}

function prepareAgreement(request: Of<"Agreement">, { nonce }: Fresh): PreparedOwnerMessage {
	const { version, documentHash } = currentAgreement;
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, version, documentHash, nonce }, request);
	if (!isCurrentAgreement(message.version, message.documentHash)) {
		return { kind: "agreement_not_current", field: message.version === version ? "documentHash" : "version" };
	}
	return { kind: "prepared", message: prepare.agreement(message) };
}

function preparePrivacyCode(request: Of<"PrivacyCode">, { nonce, now }: Fresh): PreparedOwnerMessage {
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, expiresAt: 0, nonce }, request);
	const expiry = judgeExpiry(message.expiresAt, now);
	if (!expiry.ok) return { kind: "invalid_expiry", reason: expiry.reason };
	return { kind: "prepared", message: prepare.privacyCode(message) };
}

function prepareWill(request: Of<"Will">): PreparedOwnerMessage {
	return { kind: "prepared", message: prepare.will(filledIn({ chainId: DEFAULT_CHAIN_ID }, request)) };
}

function prepareErase(request: Of<"Erase">, { nonce, now }: Fresh): PreparedOwnerMessage {
	const deadline = Math.floor(now / 1000) + DEADLINE_AHEAD_SECONDS;
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, nonce, deadline }, request);
	const judged = judgeDeadline(message.deadline, now, MAX_ERASE_DEADLINE_SECONDS);
	if (judged !== "valid") return { kind: "invalid_deadline", reason: judged };
	return { kind: "prepared", message: prepare.erase(message) };
}

/** Requires a validated body, because a field that is undefined would hide its default. */
function filledIn<Defaults extends object, Given extends object>(defaults: Defaults, given: Given) {
	const { message: _, ...fields } = given as Given & { message?: string };
	return { ...defaults, ...fields } as Omit<Given, keyof Defaults> & Defaults;
}
