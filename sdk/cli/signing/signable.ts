/** Reads the message to sign. Only messages of the service are accepted, because others could move assets. */
import { isDeepStrictEqual } from "node:util";
import type { PreparedMessage, RecoveryIntent } from "../../src/generated/api.ts";
import {
	type Faults,
	type Fields,
	faultsOf,
	fieldsOfMessage,
	INTENT,
	inSentence,
	NEW_CASE,
} from "../../src/signing/check-fields.ts";
import { type SigningRequest, typedData } from "../../src/signing.ts";
import { UsageError } from "../command.ts";
import { hasValidChecksum } from "./wallet-key.ts";

export type Signable =
	| { kind: "typed_data"; prepared: PreparedMessage }
	/** An EIP-4361 message. */
	| { kind: "login"; text: string; address: string };

/** What a message of an owner needs of the service, if it names none. */
export type KnownService = {
	/** @returns its origin */
	origin: () => Promise<string>;
	/** @returns version and hash of the current terms */
	terms: () => Promise<{ version: string; documentHash: `0x${string}` }>;
};

const OWNER_MESSAGES: readonly unknown[] = ["Agreement", "PrivacyCode", "Will", "Erase"];

type Members = Record<string, unknown>;

/** The service's form of EIP-4361: the log-in of another site would open that site. */
const LOGIN = new RegExp(
	[
		"^[!-~]+ wants you to sign in with your Ethereum account:",
		"(0x[0-9a-fA-F]{40})",
		"",
		"Sign in to Replevin at [!-~]+ to see the cases and the estate of this account\\. [ -~]+",
		"",
		"URI: [!-~]+",
		"Version: 1",
		"Chain ID: \\d+",
		"Nonce: [0-9a-zA-Z]{8,64}",
		"Issued At: [!-~]+",
		"Expiration Time: [!-~]+$",
	].join("\n"),
);

/**
 * @param text an intent, a message with its fields, a response of `POST /typed-data`, typed data, or the message of a log-in
 * @param name of the source, for errors
 * @throws UsageError
 */
export async function readSignable(text: string, name: string, known: KnownService): Promise<Signable> {
	const plain = loginOf(text);
	if (plain) return plain;
	const value = parseObject(text, name);
	const challenge = typeof value.message === "string" ? loginOf(value.message) : null;
	if (challenge) return challenge;
	if (intentOf(value) !== undefined) requireIntent(value, name);
	const given = (value.typedData ?? (value.primaryType === undefined ? undefined : value)) as
		| Members
		| undefined;
	const request = given === undefined ? await requestOf(value, name, known) : requestOfTypedData(given, name);
	if (given !== undefined) requireTypedData(request, name, value.typedData === undefined ? "" : "typedData.");
	const prepared = prepare(request, name);
	if (given !== undefined && !isDeepStrictEqual(given, plainCopy(prepared.typedData)))
		throw new UsageError(
			`${name} is not the ${prepared.typedData.primaryType} that wallets sign for the service.`,
		);
	return { kind: "typed_data", prepared };
}

/** Makes a message offline. @throws UsageError for fields that are wrong */
export function prepare(request: SigningRequest, name: string): PreparedMessage {
	requireFields(request, fieldsOf(request, name), name);
	try {
		return typedData(request) as PreparedMessage;
	} catch (error) {
		throw new UsageError(`${name}: ${error instanceof Error ? error.message : error}.`);
	}
}

/**
 * Reads the intent of a file. An error names the field as the file has it, not as the request will.
 * @throws UsageError
 */
export function requireIntent(value: unknown, name: string): RecoveryIntent {
	const intent = intentOf(value);
	if (intent === undefined)
		throw new UsageError(`${name} has neither rec and txs, nor case and transactions.`);
	requireFields(value, fieldsOfIntent(value as Members), name);
	return intent;
}

/**
 * @param name of the source
 * @param path of the value in the source; empty for the whole
 * @throws UsageError that names each field that is absent or wrong
 */
export function requireFields(value: unknown, fields: Fields, name: string, path = ""): void {
	requireNone(faultsOf(value, fields, hasValidChecksum, path), name);
}

function requireNone(faults: Faults, name: string): void {
	const problem = inSentence(faults, name);
	if (problem !== undefined) throw new UsageError(`${problem}.`);
}

const fieldsOfIntent = ({ rec, txs }: Members): Fields => ({
	...(rec === undefined ? { case: NEW_CASE.case } : { rec: INTENT.rec }),
	...(txs === undefined ? { transactions: NEW_CASE.transactions } : { txs: INTENT.txs }),
});

/** Takes the body of `jrc-hash` and `exists`, and that of `new-case`. @returns undefined for anything else */
function intentOf(value: unknown): RecoveryIntent | undefined {
	const { rec, txs, case: given, transactions } = (value ?? {}) as Members;
	const intent = { rec: rec ?? given, txs: txs ?? transactions };
	const isIntent = typeof intent.rec === "object" && intent.rec !== null && Array.isArray(intent.txs);
	return isIntent ? (intent as RecoveryIntent) : undefined;
}

function loginOf(text: string): Signable | null {
	// Files end with a line break, which the message does not have.
	const message = text.replace(/\r?\n$/, "");
	const address = LOGIN.exec(message)?.[1];
	return address === undefined ? null : { kind: "login", text: message, address };
}

function parseObject(text: string, name: string): Members {
	try {
		const value = JSON.parse(text);
		if (typeof value === "object" && value !== null) return value;
	} catch {}
	throw new UsageError(`${name} is neither a JSON object nor the message of a log-in at the service.`);
}

async function requestOf(value: Members, name: string, known: KnownService): Promise<SigningRequest> {
	const intent = intentOf(value);
	if (intent !== undefined) return { message: "NewCase", case: intent.rec, transactions: intent.txs };
	if (typeof value.message !== "string")
		throw new UsageError(
			`${name} has no message. Give an intent, {"message": "CourtOrder", …}, or the response of POST /typed-data.`,
		);
	if (!OWNER_MESSAGES.includes(value.message)) return value as SigningRequest;
	const request = value.service === undefined ? { service: await known.origin(), ...value } : value;
	const isBare =
		value.message === "Agreement" && (value.version === undefined || value.documentHash === undefined);
	if (!isBare) return request as SigningRequest;
	const { version, documentHash } = await known.terms();
	return { version, documentHash, ...request } as SigningRequest;
}

/** The request that makes these typed data, in which numbers are text. */
function requestOfTypedData({ primaryType, domain, message }: Members, name: string): SigningRequest {
	const chainId = Number((domain as Members | undefined)?.chainId);
	const fields = { ...(message as Members) };
	if (primaryType === "NewCase") {
		const { txs, chainId: chain, ...rec } = (fields.intent ?? {}) as Members;
		const email = fields.email === "" ? null : fields.email;
		return {
			message: "NewCase",
			case: { ...rec, chainId: Number(chain), email },
			transactions: txs,
		} as SigningRequest;
	}
	for (const number of ["deadline", "expiresAt", "size", "docketNumber"])
		if (number in fields) fields[number] = Number(fields[number]);
	if (primaryType === "Will") fields.version = Number(fields.version);
	if (primaryType === "CourtOrder") {
		const { jrcHash, ...courtInfo } = fields;
		return { message: "CourtOrder", jrcHash, courtInfo, chainId } as SigningRequest;
	}
	if (typeof primaryType !== "string") throw new UsageError(`${name} has no primaryType.`);
	return { ...fields, message: primaryType, chainId } as SigningRequest;
}

/** Names each field as typed data do. @param root path of the typed data, with a dot */
function requireTypedData(request: SigningRequest, name: string, root: string): void {
	const { absent, wrong } = faultsOf(request, fieldsOf(request, name), hasValidChecksum);
	const placed = (clause: string) =>
		clause.startsWith("chainId")
			? `${root}domain.${clause}`
			: `${root}message.${clause
					.replace(/^case\.email/, "email")
					.replace(/^case/, "intent")
					.replace(/^transactions/, "intent.txs")
					.replace(/^courtInfo\./, "")}`;
	requireNone({ absent: absent.map(placed), wrong: wrong.map(placed) }, name);
}

function fieldsOf({ message }: SigningRequest, name: string): Fields {
	try {
		return fieldsOfMessage(message);
	} catch (error) {
		throw new UsageError(`${name}: ${error instanceof Error ? error.message : error}.`);
	}
}

/** As JSON has it. */
const plainCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
