/** Reads the message to sign. Only messages of the service are accepted, because others could move assets. */
import { isDeepStrictEqual } from "node:util";
import type { PreparedMessage, RecoveryIntent } from "../../src/generated/api.ts";
import { checkAddresses } from "../../src/signing/check-addresses.ts";
import { type SigningRequest, typedData } from "../../src/signing.ts";
import { UsageError } from "../command.ts";
import { hasValidChecksum } from "./wallet-key.ts";

export type Signable =
	| { kind: "typed_data"; prepared: PreparedMessage }
	/** An EIP-4361 message. */
	| { kind: "login"; text: string; address: string };

/** Version and hash of the current terms. */
export type Terms = { version: string; documentHash: `0x${string}` };

type Members = Record<string, unknown>;

const REC_FIELDS = ["lostAccount", "recoveryAccount", "chainId", "reasonForRecovery"];
const TX_FIELDS = ["dest", "value", "data"];

/** The service's form of EIP-4361: the log-in of another site would open that site. */
const LOGIN = new RegExp(
	[
		"^[!-~]+ wants you to sign in with your Ethereum account:",
		"(0x[0-9a-fA-F]{40})",
		"",
		"Sign in to Replevin to see the cases and the estate of this account\\. [ -~]+",
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
 * @param terms asks for the current terms, for an Agreement that names none
 * @throws UsageError
 */
export async function readSignable(
	text: string,
	name: string,
	terms: () => Promise<Terms>,
): Promise<Signable> {
	const plain = loginOf(text);
	if (plain) return plain;
	const value = parseObject(text, name);
	const challenge = typeof value.message === "string" ? loginOf(value.message) : null;
	if (challenge) return challenge;
	requireFields(value, name);
	const given = (value.typedData ?? (value.primaryType === undefined ? undefined : value)) as
		| Members
		| undefined;
	const request = given === undefined ? await requestOf(value, name, terms) : requestOfTypedData(given, name);
	const prepared = prepare(request, name);
	if (given !== undefined && !isDeepStrictEqual(given, plainCopy(prepared.typedData)))
		throw new UsageError(
			`${name} is not the ${prepared.typedData.primaryType} that wallets sign for the service.`,
		);
	return { kind: "typed_data", prepared };
}

/** Makes a message offline. @throws UsageError for fields that are wrong */
export function prepare(request: SigningRequest, name: string): PreparedMessage {
	try {
		return typedData(request) as PreparedMessage;
	} catch (error) {
		throw new UsageError(`${name}: ${error instanceof Error ? error.message : error}`);
	}
}

/**
 * Checks the addresses of a file, and that an intent is complete. An error names the field as the file has it, not as the
 * request will.
 * @throws UsageError
 */
export function requireFields(value: unknown, name: string): void {
	const absent = absentFields(value);
	if (absent.length > 0) throw new UsageError(`${name} lacks ${absent.join(", ")}.`);
	try {
		checkAddresses(value, { hasValidChecksum });
	} catch (error) {
		throw new UsageError(`${name}: ${error instanceof Error ? error.message : error}.`);
	}
}

/** Of an intent: its hash would be that of another one, because an absent text is hashed as "undefined". */
function absentFields(value: unknown): string[] {
	const intent = intentOf(value);
	if (intent === undefined) return [];
	const absentIn = (given: object | null, names: readonly string[], place: string) =>
		names
			.filter((field) => (given as Members | null)?.[field] === undefined)
			.map((field) => `${place}.${field}`);
	const named = {
		rec: intent.rec === (value as Members).rec ? "rec" : "case",
		txs: intent.txs === (value as Members).txs ? "txs" : "transactions",
	};
	return [
		...absentIn(intent.rec, REC_FIELDS, named.rec),
		...intent.txs.flatMap((tx, at) => absentIn(tx, TX_FIELDS, `${named.txs}.${at}`)),
	];
}

/** Takes the body of `jrc-hash` and `exists`, and that of `new-case`. @returns undefined for anything else */
export function intentOf(value: unknown): RecoveryIntent | undefined {
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

async function requestOf(value: Members, name: string, terms: () => Promise<Terms>): Promise<SigningRequest> {
	const intent = intentOf(value);
	if (intent !== undefined) return { message: "NewCase", case: intent.rec, transactions: intent.txs };
	if (typeof value.message !== "string")
		throw new UsageError(
			`${name} has no message. Give an intent, {"message": "CourtOrder", …}, or the response of POST /typed-data.`,
		);
	const isBare =
		value.message === "Agreement" && (value.version === undefined || value.documentHash === undefined);
	if (!isBare) return value as SigningRequest;
	const { version, documentHash } = await terms();
	return { version, documentHash, ...value } as SigningRequest;
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

/** As JSON has it. */
const plainCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
