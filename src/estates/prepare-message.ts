/**
 * Prepares the messages of owners for their wallets. Fills in absent fields, and rejects values that the operation
 * would reject. Pure: reads no estate.
 */
import { toChecksumAddress } from "../kernel/address.ts";
import { judgeDeadline } from "../kernel/deadline.ts";
import type { SignableMessage } from "../kernel/eip712-words.ts";
import type { Hex } from "../kernel/hex.ts";
import type { PreparedMessage } from "../kernel/prepared-message.ts";
import { currentAgreement, isCurrentAgreement } from "./agreement/agreement.ts";
import { agreementFields } from "./agreement/agreement-schemas.ts";
import type { AcceptAgreementResult } from "./agreement/agreement-service.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./erasure/erasure.ts";
import { eraseFields } from "./erasure/erasure-schemas.ts";
import type { EraseResult } from "./erasure/erasure-service.ts";
import type { OwnerMessageRequest } from "./message-requests.ts";
import { judgeExpiry } from "./privacy-code/privacy-code.ts";
import { privacyCodeFields } from "./privacy-code/privacy-code-schemas.ts";
import type { CreateCodeResult } from "./privacy-code/privacy-code-service.ts";
import { DEFAULT_CHAIN_ID } from "./signed-request.ts";
import { signableAgreement, signableErase, signablePrivacyCode, signableWill } from "./typed-data.ts";
import { willFields } from "./will/will-schemas.ts";

export type PreparedOwnerMessage =
	| { kind: "prepared"; message: PreparedMessage }
	| Extract<AcceptAgreementResult, { kind: "agreement_not_current" }>
	| Extract<CreateCodeResult, { kind: "invalid_expiry" }>
	| Extract<EraseResult, { kind: "invalid_deadline" }>;

/** Defaults: 32 random bytes, and unix milliseconds. */
type Fresh = { nonce: Hex; now: number };
type Of<Message> = Omit<Extract<OwnerMessageRequest, { message: Message }>, "message">;

/** Half of the limit, so that clocks may differ and a person has time to read. */
const DEADLINE_AHEAD_SECONDS = MAX_ERASE_DEADLINE_SECONDS / 2;

export function prepareOwnerMessage(request: OwnerMessageRequest, fresh: Fresh): PreparedOwnerMessage {
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
	return prepared(signableAgreement(message), message, ["POST", "/agreement", agreementFields()]);
}

function preparePrivacyCode(request: Of<"PrivacyCode">, { nonce, now }: Fresh): PreparedOwnerMessage {
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, expiresAt: 0, nonce }, request);
	const expiry = judgeExpiry(message.expiresAt, now);
	if (!expiry.ok) return { kind: "invalid_expiry", reason: expiry.reason };
	return prepared(signablePrivacyCode(message), message, ["POST", "/privacy-codes", privacyCodeFields()]);
}

function prepareWill(request: Of<"Will">): PreparedOwnerMessage {
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID }, request);
	return prepared(signableWill(message), message, ["POST", "/will", willFields()]);
}

function prepareErase(request: Of<"Erase">, { nonce, now }: Fresh): PreparedOwnerMessage {
	const deadline = Math.floor(now / 1000) + DEADLINE_AHEAD_SECONDS;
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, nonce, deadline }, request);
	const judged = judgeDeadline(message.deadline, now, MAX_ERASE_DEADLINE_SECONDS);
	if (judged !== "valid") return { kind: "invalid_deadline", reason: judged };
	return prepared(signableErase(message), message, ["DELETE", "", eraseFields()]);
}

/** Requires a validated body, because a field that is undefined would hide its default. */
function filledIn<Defaults extends object, Given extends object>(defaults: Defaults, given: Given) {
	return { ...defaults, ...given } as Omit<Given, keyof Defaults> & Defaults;
}

/** @param operation method, end of the path, and fields of the body except chain and signature */
function prepared(
	signable: SignableMessage,
	message: { ownerAddress: string; chainId: number },
	[method, path, fields]: [PreparedMessage["request"]["method"], string, object],
): PreparedOwnerMessage {
	const signer = toChecksumAddress(message.ownerAddress);
	const names = [...Object.keys(fields), "chainId"];
	const body = Object.fromEntries(Object.entries(message).filter(([name]) => names.includes(name)));
	const request = { method, path: `/estate-profiles/${signer}${path}`, body };
	return { kind: "prepared", message: { ...signable, signer, request } };
}
