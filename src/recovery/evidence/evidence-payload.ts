/** Schemas of the history payloads that `payloadOf` in history.ts writes. Pure. */
import * as z from "zod";
import type { Hex } from "../../kernel/hex.ts";
import { type Infer, lazy } from "../../kernel/once.ts";
import { addressSchema, bytesText, chainIdSchema, signatureSchema } from "../../kernel/schemas.ts";
import type { Command, CreateCommand, Execution, MoveCommand, SignerProof } from "../case/case-state.ts";

/** Maximum of a Date. */
const MAX_TIME_MS = 8.64e15;
/** Ten times the maximum of the settings; it keeps sums within the range of a Date. */
const MAX_PERIOD_SECONDS = 3.2e9;
const UINT256_LIMIT = 1n << 256n;

export const hashSchema = lazy(() =>
	z.custom<Hex>(
		(value) => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value),
		"must be `0x` and 64 lower-case hex digits",
	),
);
const timeMsSchema = lazy(() => z.int().min(0).max(MAX_TIME_MS));

const txHash = lazy(() =>
	z.custom<Hex>(
		(value) => typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value),
		"must be `0x` and 64 hex digits",
	),
);

export const proofSchema = lazy(
	() =>
		z.discriminatedUnion("kind", [
			z.strictObject({ kind: z.literal("key") }),
			z.strictObject({ kind: z.literal("contract"), blockNumber: z.int().min(0), codeHash: hashSchema() }),
		]) satisfies z.ZodType<SignerProof>,
);

export const executionFields = {
	txHashes: z.array(txHash()),
	state: z.enum(["confirming", "final"]),
	proof: z.enum(["trace", "direct", "decoded", "attested"]),
	calls: z.array(z.strictObject({ txHash: txHash(), index: z.int(), caller: z.string() })),
	blockNumber: z.int().nullable(),
	blockHash: txHash().nullable(),
};
const executionSchema = lazy(
	() =>
		z.strictObject({
			...executionFields,
			blockTime: timeMsSchema(),
			confirmedAt: timeMsSchema(),
		}) satisfies z.ZodType<Execution>,
);

export const documentFields = {
	documentId: z.string().regex(/^doc_[0-9a-f]{32}$/, "must be `doc_` and 32 hex digits"),
	sha256: hashSchema(),
	size: z.int().min(1),
	title: z.string(),
};

/** Has the Keccak-256 of the e-mail address, which is the value that the claimant signed. */
export const hashedRecSchema = lazy(() =>
	z.strictObject({
		lostAccount: addressSchema(),
		recoveryAccount: addressSchema(),
		chainId: chainIdSchema(),
		reasonForRecovery: z.enum(["lost key", "inheritance", "other"]),
		emailHash: hashSchema(),
	}),
);

export const callsSchema = lazy(() =>
	z
		.array(
			z.strictObject({
				dest: addressSchema(),
				value: z
					.string()
					.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/, {
						message: "must be a decimal or `0x` number",
						abort: true,
					})
					.refine((text) => BigInt(text) < UINT256_LIMIT, "must be below 2^256"),
				data: bytesText(Number.MAX_SAFE_INTEGER, "is too long"),
			}),
		)
		.min(1),
);

const signed = { signature: signatureSchema(), proof: proofSchema() };

const decimal = lazy(() =>
	z
		.string()
		.regex(/^(?:0|[1-9]\d{0,15})$/, "must be a decimal number")
		.refine((text) => Number.isSafeInteger(Number(text)), "must be a safe integer"),
);

/** The argument of eth_signTypedData_v4. The verifier compares `types` with the expected ones. */
function typedDataSchema<Name extends string, Message extends z.ZodType>(
	primaryType: Name,
	message: Message,
) {
	const field = z.strictObject({ name: z.string(), type: z.string() });
	return z.strictObject({
		types: z.record(z.string(), z.array(field)),
		primaryType: z.literal(primaryType),
		domain: z.strictObject({
			name: z.literal("Replevin"),
			version: z.literal("1"),
			chainId: chainIdSchema(),
		}),
		message,
	});
}

const createPayload = lazy(() =>
	z.strictObject({
		kind: z.literal("create"),
		source: z.enum(["api", "hosted", "origin"]) satisfies z.ZodType<CreateCommand["source"]>,
		rec: hashedRecSchema(),
		txs: callsSchema(),
		caseExpirySeconds: z.int().min(0).max(MAX_PERIOD_SECONDS),
		...signed,
	}),
);

const attachPayload = lazy(() =>
	z.strictObject({
		kind: z.literal("attach_order"),
		challengePeriodSeconds: z.int().min(0).max(MAX_PERIOD_SECONDS),
		typedData: typedDataSchema(
			"CourtOrder",
			z.strictObject({
				jrcHash: hashSchema(),
				title: z.string(),
				fullCaseNumber: z.string(),
				courtId: z.string(),
				docketNumber: decimal(),
			}),
		),
		...signed,
	}),
);

function closePayload<Kind extends "contest" | "withdraw">(kind: Kind) {
	const message = z.strictObject({ jrcHash: hashSchema(), action: z.literal(kind), reason: z.string() });
	return z.strictObject({
		kind: z.literal(kind),
		typedData: typedDataSchema("CloseCase", message),
		...signed,
	});
}

const contestAllPayload = lazy(() =>
	z.strictObject({
		kind: z.literal("contest_all"),
		acceptedAt: timeMsSchema(),
		/** The same in every case that the message moved. */
		digest: hashSchema(),
		typedData: typedDataSchema(
			"ContestAll",
			z.strictObject({ account: addressSchema(), nonce: hashSchema(), deadline: decimal() }),
		),
		...signed,
	}),
);

/** The history has these moves unchanged. */
type UnsignedMove = Exclude<MoveCommand, { signature: Hex }>;
const reviewed = { reviewerId: z.string(), note: z.string() };

const unsignedPayloads = {
	expire: z.strictObject({ kind: z.literal("expire") }),
	observe_activity: z.strictObject({ kind: z.literal("observe_activity"), transactionCount: z.int() }),
	prove_execution: z.strictObject({ kind: z.literal("prove_execution"), execution: executionSchema() }),
	find_mismatch: z.strictObject({
		kind: z.literal("find_mismatch"),
		txHashes: z.array(txHash()),
		finding: z.string(),
	}),
	judge_execution: z.strictObject({ kind: z.literal("judge_execution") }),
	verify_order: z.strictObject({ kind: z.literal("verify_order"), ...reviewed }),
	require_action: z.strictObject({
		kind: z.literal("require_action"),
		statusReason: z.enum(["order_unverifiable", "documents_missing"]),
		...reviewed,
	}),
	clear: z.strictObject({ kind: z.literal("clear"), ...reviewed }),
	reject: z.strictObject({ kind: z.literal("reject"), ...reviewed }),
	attest_execution: z.strictObject({
		kind: z.literal("attest_execution"),
		txHash: txHash(),
		former: z.array(z.string()).min(1).optional(),
		...reviewed,
	}),
	add_document: z.strictObject({
		kind: z.literal("add_document"),
		by: z.enum(["developer", "recovery_account"]),
		document: z.strictObject(documentFields),
	}),
} satisfies { [K in UnsignedMove["kind"]]: z.ZodType<Extract<UnsignedMove, { kind: K }>> };

export const payloadSchema = lazy(() =>
	z.discriminatedUnion("kind", [
		createPayload(),
		attachPayload(),
		closePayload("contest"),
		closePayload("withdraw"),
		contestAllPayload(),
		...Object.values(unsignedPayloads),
	]),
);
export type Payload = Infer<typeof payloadSchema>;
export type CreationPayload = Infer<typeof createPayload>;
export type SignedPayload = Extract<Payload, { signature: Hex }>;

/** Must be empty, because bundles with a kind that has no schema would not verify. */
type Unknown = Exclude<Command["kind"], Payload["kind"]>;
export const MOVES = Object.freeze([
	"create",
	"attach_order",
	"contest",
	"withdraw",
	"contest_all",
	...(Object.keys(unsignedPayloads) as UnsignedMove["kind"][]),
] satisfies Command["kind"][] & ([Unknown] extends [never] ? unknown : never));

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
	}
}
