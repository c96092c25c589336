/**
 * Prepares the messages of owners for their wallets. Fills in absent fields, and rejects values that the operation
 * would reject. Pure: reads no estate.
 */

import type { Hex } from "../kernel/encoding/hex.ts";
import { checkDeadline } from "../kernel/time/deadline.ts";
import { DEADLINE_AHEAD_SECONDS, DEFAULT_CHAIN_ID } from "../protocol/prepare-messages.ts";
import type { PreparedMessage } from "../protocol/prepared-message.ts";
import { currentAgreement, isCurrentAgreement } from "./agreement/agreement.ts";
import { agreementNotCurrent } from "./agreement/agreement-service.ts";
import { MAX_ERASE_DEADLINE_SECONDS } from "./erasure/erasure-schemas.ts";
import type { OwnerMessageRequest } from "./message-requests.ts";
import { checkService, type ServiceOrigins } from "./other-service.ts";
import { readExpiry } from "./privacy-code/privacy-code.ts";
import { prepare } from "./typed-data.ts";

/** Defaults: this service, 32 random bytes, and unix milliseconds. */
type Fresh = { origins: ServiceOrigins; nonce: Hex; now: number };
type Of<Message> = Omit<Extract<OwnerMessageRequest, { message: Message }>, "message" | "service"> & {
	service: string;
};

export function prepareOwnerMessage(given: OwnerMessageRequest, fresh: Fresh): PreparedMessage {
	const { service = fresh.origins.appOrigin } = given;
	checkService(service, fresh.origins);
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

function prepareAgreement(request: Of<"Agreement">, { nonce }: Fresh): PreparedMessage {
	const { version, documentHash } = currentAgreement;
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, version, documentHash, nonce }, request);
	if (!isCurrentAgreement(message.version, message.documentHash)) throw agreementNotCurrent(message.version);
	return prepare.agreement(message);
}

function preparePrivacyCode(request: Of<"PrivacyCode">, { nonce, now }: Fresh): PreparedMessage {
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, expiresAt: 0, nonce }, request);
	readExpiry(message.expiresAt, now);
	return prepare.privacyCode(message);
}

function prepareWill(request: Of<"Will">): PreparedMessage {
	return prepare.will(filledIn({ chainId: DEFAULT_CHAIN_ID }, request));
}

function prepareErase(request: Of<"Erase">, { nonce, now }: Fresh): PreparedMessage {
	const deadline = Math.floor(now / 1000) + DEADLINE_AHEAD_SECONDS;
	const message = filledIn({ chainId: DEFAULT_CHAIN_ID, nonce, deadline }, request);
	checkDeadline(message.deadline, now, MAX_ERASE_DEADLINE_SECONDS);
	return prepare.erase(message);
}

/** Requires a validated body, because a field that is undefined would hide its default. */
function filledIn<Defaults extends object, Given extends object>(defaults: Defaults, given: Given) {
	const { message: _, ...fields } = given as Given & { message?: string };
	return { ...defaults, ...fields } as Omit<Given, keyof Defaults> & Defaults;
}
