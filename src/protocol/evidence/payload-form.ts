/** The form of the history payloads that `payloadOf` in history.ts writes. Pure. */

import type { ChecksumAddresses } from "../../kernel/crypto/checksum-address.ts";
import { MAX_SIGNATURE_BYTES } from "../../kernel/crypto/secp256k1/parse-signature.ts";
import { type Hex, isHexText } from "../../kernel/encoding/hex.ts";
import type { CreateCommand, Execution, MoveCommand, SignerProof } from "../case-state.ts";
import { comparedValue } from "../comparison.ts";
import {
	CASE_SOURCES,
	CLAIMANT_ROLES,
	EXECUTION_STATES,
	MODULE_EVENTS,
	type Move,
	NOT_WATCHED_CAUSES,
	PROOF_GRADES,
	REQUEST_REASONS,
} from "../enumerations.ts";
import {
	also,
	byKind,
	type Form,
	list,
	nullable,
	type ObjectForm,
	type Of,
	object,
	objectWithOptional,
	oneOf,
	record,
	text,
	wholeNumber,
} from "../form.ts";
import { RECOVERY_REASONS } from "../intent.ts";
import { decisionSignature } from "../passkey-signature.ts";

/** Maximum of a Date. */
const MAX_TIME_MS = 8.64e15;
/** Ten times the maximum of the settings; it keeps sums within the range of a Date. */
const MAX_PERIOD_SECONDS = 3.2e9;
const UINT256_LIMIT = 1n << 256n;

export const hash = text<Hex>((given) => /^0x[0-9a-f]{64}$/.test(given), { form: "hash" });
const txHash = text<Hex>((given) => /^0x[0-9a-fA-F]{64}$/.test(given), { form: "hash_any_case" });
const bytes = text<Hex>((given) => isHexText(given) && given.length % 2 === 0, { form: "bytes" });
export const bytes32 = also(bytes, (given) => given.length === 66, { form: "hash_any_case" });
const signature = also(bytes, (given) => given.length <= 2 + 2 * MAX_SIGNATURE_BYTES, {
	form: "short_bytes",
});
const timeMs = wholeNumber(0, MAX_TIME_MS);
const period = wholeNumber(0, MAX_PERIOD_SECONDS);
const integer = wholeNumber(Number.MIN_SAFE_INTEGER);
const chainId = wholeNumber(1);

export const proof: Form<SignerProof> = byKind({
	key: object({ kind: oneOf("key") }),
	contract: object({ kind: oneOf("contract"), blockNumber: wholeNumber(0), codeHash: hash }),
});

export const executionFields = {
	txHashes: list(txHash),
	state: oneOf(...EXECUTION_STATES),
	proof: oneOf(...PROOF_GRADES),
	calls: list(object({ txHash, index: integer, caller: text() })),
	blockNumber: nullable(integer),
	blockHash: nullable(txHash),
};
const execution: Form<Execution> = object({ ...executionFields, blockTime: timeMs, confirmedAt: timeMs });

export const documentFields = {
	documentId: text((given) => /^doc_[0-9a-f]{32}$/.test(given), { form: "document_id" }),
	sha256: hash,
	size: wholeNumber(1),
	title: text(),
};

/** Of a case from a hosted link. */
export const reference = text((given) => /^[A-Za-z0-9_.:-]{1,200}$/.test(given), { form: "reference" });

/** An address whose checksum is not compared, because nothing is decided by it. */
export const tokenDecimals = list(
	object({
		token: text((given) => /^0x[0-9a-fA-F]{40}$/.test(given), { form: "address" }),
		decimals: wholeNumber(0, 255),
	}),
	1,
);

const uint256 = also(
	text((given) => /^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(given), { form: "number_text" }),
	(given) => BigInt(given) < UINT256_LIMIT,
	{ form: "uint256" },
);
const decimal = text((given) => /^(?:0|[1-9]\d{0,15})$/.test(given) && Number.isSafeInteger(Number(given)), {
	form: "decimal",
});

/** Rejects mixed-case addresses with a wrong checksum. */
export function createIntentForms({ hasValidChecksum }: Pick<ChecksumAddresses, "hasValidChecksum">) {
	const address = also(
		text((given) => /^0x[0-9a-fA-F]{40}$/.test(given), { form: "address" }),
		hasValidChecksum,
		{ form: "checksum" },
	);
	return {
		address,
		/** Has the Keccak-256 of the e-mail address, which is the value that the claimant signed. */
		rec: object({
			lostAccount: address,
			recoveryAccount: address,
			chainId,
			reasonForRecovery: oneOf(...RECOVERY_REASONS),
			emailHash: hash,
		}),
		txs: list(object({ dest: address, value: uint256, data: bytes }), 1),
	};
}
export type IntentForms = ReturnType<typeof createIntentForms>;

const signed = { signature, proof };

const seconds = wholeNumber(0, MAX_TIME_MS / 1000);
const approvalTerms = object({
	notBefore: seconds,
	deadline: seconds,
	round: wholeNumber(0),
	generation: wholeNumber(1),
});

/** The argument of eth_signTypedData_v4. The verifier compares `types` with the expected ones. */
function typedData<Name extends string, Message>(primaryType: Name, message: Form<Message>) {
	return object({
		types: record(list(object({ name: text(), type: text() }))),
		primaryType: oneOf(primaryType),
		domain: object({ name: oneOf("Replevin"), version: oneOf("1"), chainId }),
		message,
	});
}

function closePayload<Kind extends "contest" | "withdraw">(kind: Kind) {
	const message = object({ jrcHash: hash, action: oneOf(kind), reason: text() });
	return object({ kind: oneOf(kind), typedData: typedData("CloseCase", message), ...signed });
}

function signedPayloads({ address, rec, txs }: IntentForms) {
	const courtOrder = object({
		jrcHash: hash,
		title: text(),
		fullCaseNumber: text(),
		courtId: text(),
		docketNumber: decimal,
	});
	const contestAll = object({ account: address, nonce: hash, deadline: decimal });
	return {
		create: objectWithOptional(
			{
				kind: oneOf("create"),
				source: oneOf(...CASE_SOURCES) satisfies Form<CreateCommand["source"]>,
				rec,
				txs,
				caseExpirySeconds: period,
				...signed,
			},
			{ reference, tokenDecimals },
		),
		attach_order: object({
			kind: oneOf("attach_order"),
			challengePeriodSeconds: period,
			typedData: typedData("CourtOrder", courtOrder),
			...signed,
		}),
		contest: closePayload("contest"),
		withdraw: closePayload("withdraw"),
		approve_execution: object({
			kind: oneOf("approve_execution"),
			reviewerId: text(),
			reviewer: address,
			module: address,
			threshold: wholeNumber(1),
			terms: approvalTerms,
			...signed,
		}),
		contest_all: object({
			kind: oneOf("contest_all"),
			acceptedAt: timeMs,
			/** The same in every case that the message moved. */
			digest: hash,
			typedData: typedData("ContestAll", contestAll),
			...signed,
		}),
	};
}

/** The history has these moves unchanged. */
type UnsignedMove = Exclude<MoveCommand, { signature: Hex }>;
const reviewed = { reviewerId: text(), note: text() };
/** `signed`: by a reviewer who has a passkey. */
const reviewedOptional = { compared: list(comparedValue, 1), signed: decisionSignature };

const unsignedPayloads = {
	expire: object({ kind: oneOf("expire") }),
	allow_execution: object({ kind: oneOf("allow_execution") }),
	observe_activity: object({ kind: oneOf("observe_activity"), transactionCount: integer }),
	prove_execution: object({ kind: oneOf("prove_execution"), execution }),
	lose_watch: object({
		kind: oneOf("lose_watch"),
		notWatched: object({ since: timeMs, because: oneOf(...NOT_WATCHED_CAUSES) }),
	}),
	regain_watch: object({ kind: oneOf("regain_watch") }),
	find_mismatch: object({ kind: oneOf("find_mismatch"), txHashes: list(txHash), finding: text() }),
	judge_execution: object({ kind: oneOf("judge_execution") }),
	verify_order: objectWithOptional(
		{ kind: oneOf("verify_order"), ...reviewed },
		{ needed: wholeNumber(2, 2), former: list(text(), 1), resumes: oneOf("halt"), ...reviewedOptional },
	),
	require_action: objectWithOptional(
		{ kind: oneOf("require_action"), statusReason: oneOf(...REQUEST_REASONS), ...reviewed },
		reviewedOptional,
	),
	clear: objectWithOptional({ kind: oneOf("clear"), ...reviewed }, reviewedOptional),
	reject: objectWithOptional({ kind: oneOf("reject"), ...reviewed }, reviewedOptional),
	attest_execution: objectWithOptional(
		{ kind: oneOf("attest_execution"), txHash, ...reviewed },
		{ former: list(text(), 1), ...reviewedOptional },
	),
	observe_module: object({
		kind: oneOf("observe_module"),
		event: oneOf(...MODULE_EVENTS),
		txHash,
		logIndex: wholeNumber(0),
		blockNumber: wholeNumber(0),
		generation: wholeNumber(0),
		round: wholeNumber(0),
		readyAt: seconds,
		endsAt: seconds,
	}),
	add_document: object({
		kind: oneOf("add_document"),
		by: oneOf(...CLAIMANT_ROLES),
		document: object(documentFields),
	}),
} satisfies { [K in UnsignedMove["kind"]]: Form<Extract<UnsignedMove, { kind: K }>> };

export function payloadForms(intent: IntentForms) {
	return { ...signedPayloads(intent), ...unsignedPayloads };
}
type PayloadForms = ReturnType<typeof payloadForms>;

export function createPayloadForm(intent: IntentForms): Form<Payload> {
	// A kind without a form is a type error, because its bundles would not verify.
	const forms: Record<Move, ObjectForm<Payload>> = payloadForms(intent);
	return byKind(forms);
}

export type Payload = Of<PayloadForms[keyof PayloadForms]>;
export type CreationPayload = Of<PayloadForms["create"]>;
export type SignedPayload = Extract<Payload, { signature: Hex }>;

export function commandOf(payload: Exclude<Payload, CreationPayload>): MoveCommand {
	if (!("signature" in payload)) return payload;
	switch (payload.kind) {
		case "attach_order": {
			const { typedData, ...rest } = payload;
			const { title, fullCaseNumber, courtId, docketNumber } = typedData.message;
			return { ...rest, courtInfo: { title, fullCaseNumber, courtId, docketNumber: Number(docketNumber) } };
		}
		case "contest":
		case "withdraw": {
			const { typedData, ...rest } = payload;
			return { ...rest, reason: typedData.message.reason };
		}
		case "contest_all": {
			const { typedData, digest: _, ...rest } = payload;
			const { nonce, deadline } = typedData.message;
			return { ...rest, nonce, deadline: Number(deadline) };
		}
		case "approve_execution":
			return payload;
	}
}
