/**
 * What comes in about recovery cases (specification "Resources and their fields", design/recovery.md
 * "Limits and bad input"). Unknown fields are refused; a bad field is named by its path.
 */
import * as z from "zod";
import { lazy } from "../kernel/once.ts";
import {
	addressSchema,
	bytesText,
	chainIdSchema,
	hash32Schema,
	lineOfText,
	signatureSchema,
	wholeNumberText,
} from "../kernel/schemas.ts";
import { CASE_STATUSES } from "./case/case-state.ts";

const MAX_TRANSACTIONS = 500;
const MAX_CALLDATA_BYTES = 128 * 1024;
const MAX_EMAIL_LENGTH = 254;
const UINT256_LIMIT = 1n << 256n;
/** Only decimals of this many digits can be too large; shorter ones need no arithmetic. */
const UINT256_DIGITS = 78;

const isUint256 = (text: string) =>
	text.startsWith("0x") || text.length < UINT256_DIGITS || BigInt(text) < UINT256_LIMIT;

export const callSchema = lazy(() =>
	z
		.strictObject({
			dest: addressSchema(),
			value: z
				.string()
				.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/, {
					message: "must be a decimal or `0x` number of at most 256 bits, as a string",
					abort: true,
				})
				.refine(isUint256, "must be below 2^256")
				.meta({ description: "Wei, as a decimal or `0x` string.", example: "0" }),
			data: bytesText(MAX_CALLDATA_BYTES, `must have at most ${MAX_CALLDATA_BYTES} bytes`).meta({
				description: "Calldata.",
				example: "0x",
			}),
		})
		.meta({ id: "Call", description: "One transaction of the recovery." }),
);

const callsSchema = lazy(() =>
	z
		.array(callSchema())
		.min(1, "must name at least one transaction")
		.max(MAX_TRANSACTIONS, `must name at most ${MAX_TRANSACTIONS} transactions`),
);

const recFields = lazy(() => ({
	lostAccount: addressSchema(),
	recoveryAccount: addressSchema().meta({ example: "0x1563915e194D8CfBA1943570603F7606A3115508" }),
	chainId: chainIdSchema().meta({ example: 8453 }),
	reasonForRecovery: z.enum(["lost key", "inheritance", "other"]),
	email: z.email("must be an e-mail address, or null").max(MAX_EMAIL_LENGTH).nullable().meta({
		description: "The claimant's e-mail address. The key must be present; the value may be null.",
		example: "claimant@example.com",
	}),
}));

const accountsDiffer = {
	check: (rec: { lostAccount: string; recoveryAccount: string }) =>
		rec.lostAccount.toLowerCase() !== rec.recoveryAccount.toLowerCase(),
	params: { path: ["recoveryAccount"], message: "must differ from lostAccount" },
};

export const recSchema = lazy(() =>
	z.strictObject(recFields()).refine(accountsDiffer.check, accountsDiffer.params).meta({
		id: "Recovery",
		description: "The lost account, the account that it is recovered to, the chain and the reason.",
	}),
);

export const intentSchema = lazy(() =>
	z.strictObject({ rec: recSchema(), txs: callsSchema() }).meta({
		id: "RecoveryIntent",
		description: "The recovery that a claimant requests. Its hash is the jrcHash.",
	}),
);

export const newCaseSchema = lazy(() =>
	z
		.strictObject({
			case: z
				.strictObject({ ...recFields(), jrcHash: hash32Schema().optional() })
				.refine(accountsDiffer.check, accountsDiffer.params),
			transactions: callsSchema(),
			signature: signatureSchema(),
		})
		.meta({
			id: "NewCase",
			description:
				"`case` is the `rec` of a RecoveryIntent and `transactions` are its `txs`. `case.jrcHash` is optional and is checked.",
		}),
);

export const courtOrderSchema = lazy(() =>
	z
		.strictObject({
			courtInfo: z.strictObject({
				title: lineOfText(500).meta({ example: "In re Estate of Doe" }),
				fullCaseNumber: lineOfText(200).meta({ example: "1:26-cv-00042" }),
				courtId: lineOfText(100).meta({ example: "nysd" }),
				docketNumber: z.int("must be a whole number").min(0, "must not be negative").meta({ example: 17 }),
			}),
			signature: signatureSchema(),
		})
		.meta({ id: "CourtOrderBody" }),
);

export const closeCaseSchema = lazy(() =>
	z
		.strictObject({
			reason: lineOfText(500).meta({ example: "I still hold the key" }),
			signature: signatureSchema(),
		})
		.meta({ id: "CloseCaseBody" }),
);

const MAX_DOCUMENT_TITLE_LENGTH = 200;

/** The fields beside the file. */
export const addDocumentBody = lazy(() =>
	z.strictObject({
		title: lineOfText(MAX_DOCUMENT_TITLE_LENGTH).meta({
			description: "A name for readers of the case. It stays in the history.",
			example: "Letters of administration",
		}),
	}),
);

/** How they are written in a form. */
export const addDocumentForm = { numbers: [], objects: [] };

/** More are not needed for the 500 calls that a recovery can have, and each is four questions to a node. */
const MAX_TX_HASHES = 100;
const txHash = lazy(() => hash32Schema().meta({ example: `0x${"5c".repeat(32)}` }));

export const executionSchema = lazy(() =>
	z
		.strictObject({
			txHash: txHash().optional(),
			txHashes: z
				.array(txHash())
				.min(1, "must name at least one transaction")
				.max(MAX_TX_HASHES, `must name at most ${MAX_TX_HASHES} transactions`)
				.optional(),
		})
		.refine(({ txHash, txHashes }) => (txHash === undefined) !== (txHashes === undefined), {
			path: ["txHashes"],
			message: "must be given, or `txHash` in its place, and not both",
		})
		.meta({
			id: "ExecutionBody",
			description: "Either `txHash`, or `txHashes` if the execution took several transactions.",
		}),
);

export const caseIdParam = lazy(() =>
	z.strictObject({
		caseId: z.string().regex(/^rc_[0-9a-f]{32}$/, "must be `rc_` and 32 lower-case hex digits"),
	}),
);

export const caseDocumentParams = lazy(() =>
	z.strictObject({
		...caseIdParam().shape,
		documentId: z.string().regex(/^doc_[0-9a-f]{32}$/, "must be `doc_` and 32 lower-case hex digits"),
	}),
);

export const jrcHashParam = lazy(() => z.strictObject({ jrcHash: hash32Schema() }));

const chainIdText = lazy(() => wholeNumberText(1, Number.MAX_SAFE_INTEGER));

export const DEFAULT_PAGE_SIZE = 25;

const paging = lazy(() => ({
	limit: wholeNumberText(1, 100)
		.optional()
		.meta({ description: `Page size; ${DEFAULT_PAGE_SIZE} by default.` }),
	cursor: z.string().max(200).optional().meta({ description: "`nextCursor` of the previous page." }),
}));

export const caseEventsQuery = lazy(() =>
	z.strictObject({
		after: wholeNumberText(0, Number.MAX_SAFE_INTEGER).optional().meta({
			description: "`nextAfter` of the previous call. By default the page starts with the first event.",
		}),
		limit: paging().limit,
	}),
);

export const listQuery = lazy(() =>
	z.strictObject({
		status: z.enum(CASE_STATUSES).optional(),
		chainId: chainIdText().optional(),
		account: addressSchema().optional().meta({ description: "Matches lostAccount or recoveryAccount." }),
		...paging(),
	}),
);

export const noticesQuery = lazy(() =>
	z.strictObject({ chainId: chainIdText(), account: addressSchema(), ...paging() }),
);
