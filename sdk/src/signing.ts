/**
 * The messages that wallets sign, made without a request, by the service's own rules. The document signing.md of the
 * service describes each message.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { createChecksumAddresses } from "../../src/kernel/crypto/checksum-address.ts";
import { createEip712 } from "../../src/kernel/crypto/eip712-encoder.ts";
import { hashFunctionsOf } from "../../src/kernel/crypto/hash-functions.ts";
import { caseIdPreimage, idOfHash } from "../../src/kernel/crypto/id-preimages.ts";
import { bytesToHex } from "../../src/kernel/encoding/hex.ts";
import { createEstateMessages } from "../../src/protocol/estate-messages.ts";
import { keccak256 } from "../../src/protocol/noble/keccak256.ts";
import {
	createCasePreparer,
	createEstatePreparer,
	DEADLINE_AHEAD_SECONDS,
	DEFAULT_CHAIN_ID,
} from "../../src/protocol/prepare-messages.ts";
import { createSignedMessages } from "../../src/protocol/signed-messages.ts";
import type { Input } from "./client/options.ts";
import type {
	AgreementMessage,
	EraseMessage,
	Hex,
	PrivacyCodeMessage,
	RecoveryIntent,
	TypedDataRequest,
	WillMessage,
} from "./generated/api.ts";
import type { PreparedMessageOf } from "./resources/submit.ts";
import { type Fields, faultsOf, fieldsOfMessage, INTENT, inSentence } from "./signing/check-fields.ts";

export type { Hex, RecoveryIntent } from "./generated/api.ts";
export type { MessageName, PreparedMessageOf } from "./resources/submit.ts";

const hashes = hashFunctionsOf(keccak256);
const addresses = createChecksumAddresses(hashes);
const eip712 = createEip712(hashes, addresses);
const messages = createSignedMessages({ ...hashes, ...addresses, eip712 });
const cases = createCasePreparer({ messages, ...addresses, caseIdOf: (hash) => caseId(hash) });
const estates = createEstatePreparer({ messages: createEstateMessages(eip712), ...addresses });

/**
 * A message with its fields. Absent fields are filled in as the service does: a random nonce, a deadline in half an hour,
 * chain 1 for an estate. Two things are unknown offline, and `config()` of the client has both: the `service` of an owner's
 * message (`appUrl`), and version and hash of the terms.
 */
export type SigningRequest = Input<Request>;
type Request =
	| Exclude<TypedDataRequest, OwnerMessage>
	| ((PrivacyCodeMessage | WillMessage | EraseMessage) & { service: string })
	| (AgreementMessage & { service: string; version: string; documentHash: Hex });

type OwnerMessage = { message: "Agreement" | "PrivacyCode" | "Will" | "Erase" };

/**
 * What a wallet has to sign: `typedData` is the argument of `eth_signTypedData_v4`, and `request` takes the signature.
 *
 * @throws RangeError that names each field that is absent or malformed, such as an address with a wrong checksum
 *
 * @example
 * const { typedData: message, request } = typedData({ message: "NewCase", case: { … }, transactions: [ … ] });
 * const signature = await account.signTypedData(message);
 */
export function typedData<Given extends SigningRequest>(given: Given): PreparedMessageOf<Given["message"]> {
	check(given, fieldsOfMessage(given?.message));
	const { request: sent, ...prepared } = prepare(withTextAmounts(given) as Request);
	return { ...prepared, request: { ...sent, path: `/api/v1${sent.path}` } } as PreparedMessageOf<
		Given["message"]
	>;
}

/**
 * The hash that identifies the intent, which courts cite.
 *
 * @throws RangeError that names each field that is absent or malformed
 */
export function jrcHash(intent: Input<RecoveryIntent>): Hex {
	check(intent, INTENT);
	const { rec, txs } = withTextAmounts(intent) as RecoveryIntent;
	return messages.hashRecoveryIntent({ rec, txs });
}

/**
 * The id of the case with this hash.
 *
 * @throws RangeError for anything but 32 bytes in hex
 */
export function caseId(jrcHash: string): string {
	if (!/^0x[0-9a-fA-F]{64}$/.test(jrcHash)) throw new RangeError(`a jrcHash has 32 bytes: ${jrcHash}`);
	return idOfHash("rc", bytesToHex(sha256(caseIdPreimage(jrcHash as Hex))));
}

/** @throws RangeError */
function check(value: unknown, fields: Fields): void {
	const problem = inSentence(faultsOf(value, fields, addresses.hasValidChecksum), "the request");
	if (problem !== undefined) throw new RangeError(problem);
}

/** The value with decimal text for each bigint, as messages carry amounts. Its fields were checked. */
function withTextAmounts(value: unknown): unknown {
	if (typeof value === "bigint") return String(value);
	if (Array.isArray(value)) return value.map(withTextAmounts);
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTextAmounts(member)]));
}

function prepare(request: Request) {
	switch (request.message) {
		case "NewCase": {
			const { case: given, transactions } = request;
			const { jrcHash: claimed, ...rec } = given;
			const hash = messages.hashRecoveryIntent({ rec, txs: transactions });
			if (claimed && claimed.toLowerCase() !== hash)
				throw new RangeError(`case.jrcHash is not that of the case, which is ${hash}`);
			if (request.chainId !== undefined && request.chainId !== rec.chainId)
				throw new RangeError("chainId must equal case.chainId");
			return cases.newCase({ case: given, transactions }, hash);
		}
		case "CourtOrder":
			return cases.courtOrder(request);
		case "CloseCase":
			return cases.closeCase(request);
		case "ContestAll":
			return cases.contestAll({ nonce: newNonce(), deadline: newDeadline(), ...given(request) });
		case "Agreement":
			return estates.agreement({ nonce: newNonce(), ...ofEstate(request) });
		case "PrivacyCode":
			return estates.privacyCode({ nonce: newNonce(), expiresAt: 0, ...ofEstate(request) });
		case "Will":
			return estates.will(ofEstate(request));
		case "Erase":
			return estates.erase({ nonce: newNonce(), deadline: newDeadline(), ...ofEstate(request) });
		default:
			return request satisfies never;
	}
}

/** The fields without the name of the message, and without those that are undefined. */
function given<Request extends { message: string }>(request: Request): Omit<Request, "message"> {
	const fields = Object.entries(request).filter(([name, value]) => name !== "message" && value !== undefined);
	return Object.fromEntries(fields) as Omit<Request, "message">;
}

function ofEstate<Request extends { message: string; chainId?: number }>(request: Request) {
	return { chainId: DEFAULT_CHAIN_ID, ...given(request) };
}

function newNonce(): Hex {
	return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

function newDeadline(): number {
	return Math.floor(Date.now() / 1000) + DEADLINE_AHEAD_SECONDS;
}
