/** Request schemas of an intent (recovery.md "Limits and bad input"). */

import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { breaks } from "../../kernel/schemas/field-rule.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import {
	addressSchema,
	bytesText,
	chainIdSchema,
	emailTextSchema,
	hash32Schema,
} from "../../kernel/schemas/schemas.ts";
import { RECOVERY_REASONS } from "../../protocol/intent.ts";

export const MAX_TRANSACTIONS = 500;
export const MAX_CALLDATA_BYTES = 128 * 1024;
const UINT256_LIMIT = 1n << 256n;
/** Fewer digits are always below 2^256, so no BigInt is needed. */
const UINT256_DIGITS = 78;

const isUint256 = (text: string) =>
	text.startsWith("0x") || text.length < UINT256_DIGITS || BigInt(text) < UINT256_LIMIT;

export const callSchema = lazyObject(
	{ id: "Call", description: doc("One transaction of the recovery.") },
	() => ({
		dest: addressSchema(),
		value: z
			.string()
			.regex(/^(?:\d{1,78}|0x[0-9a-fA-F]{1,64})$/, {
				message: "must be a decimal or `0x` number of at most 256 bits, as a string",
				abort: true,
			})
			.refine(isUint256, breaks("too_large", "must be below 2^256"))
			.meta({ description: doc("Wei, as a decimal or `0x` string."), example: doc("0") }),
		data: bytesText(MAX_CALLDATA_BYTES, `must have at most ${MAX_CALLDATA_BYTES} bytes`).meta({
			description: doc("Calldata."),
			example: doc("0x"),
		}),
	}),
);

export const callsSchema = lazy(() =>
	z
		.array(callSchema())
		.min(1, "must name at least one transaction")
		.max(MAX_TRANSACTIONS, `must name at most ${MAX_TRANSACTIONS} transactions`),
);

export const recFields = lazy(() => ({
	lostAccount: addressSchema(),
	recoveryAccount: addressSchema().meta({ example: doc("0x1563915e194D8CfBA1943570603F7606A3115508") }),
	chainId: chainIdSchema().meta({ example: 8453 }),
	reasonForRecovery: z.enum(RECOVERY_REASONS),
	email: emailTextSchema()
		.nullable()
		.meta({
			description: doc("The claimant's e-mail address. The key must be present; the value may be null."),
			example: doc("claimant@example.com"),
		}),
}));

const accountsDiffer: [
	(rec: { lostAccount: string; recoveryAccount: string }) => boolean,
	{ path: string[] } & ReturnType<typeof breaks>,
] = [
	({ lostAccount, recoveryAccount }) => lostAccount.toLowerCase() !== recoveryAccount.toLowerCase(),
	{ path: ["recoveryAccount"], ...breaks("must_differ", "must differ from lostAccount") },
];

export const recSchema = lazy(() =>
	z
		.strictObject(recFields())
		.refine(...accountsDiffer)
		.meta({
			id: "Recovery",
			description: doc("The lost account, the account that it is recovered to, the chain and the reason."),
		}),
);

/** Fields of `new-case` besides the signature. */
export const newCaseFields = lazy(() => ({
	case: z.strictObject({ ...recFields(), jrcHash: hash32Schema().optional() }).refine(...accountsDiffer),
	transactions: callsSchema(),
}));

const MAX_STATED_TOKENS = 50;

/** recovery.md "POST /recovery-cases/new-case". */
export const tokenDecimalsSchema = lazy(() =>
	z
		.array(z.strictObject({ token: addressSchema(), decimals: z.int().min(0).max(255).meta({ example: 6 }) }))
		.min(1, "must name at least one token, or be absent")
		.max(MAX_STATED_TOKENS, `must name at most ${MAX_STATED_TOKENS} tokens`)
		.refine(
			(stated) => new Set(stated.map(({ token }) => token.toLowerCase())).size === stated.length,
			breaks("duplicate", "must name each token once"),
		)
		.describe(
			doc(
				"The decimals of tokens, as the filer states them, so that people can read amounts in whole tokens. No wallet signs them, and nothing is decided by them. Absent if none were stated.",
			),
		),
);

export const intentSchema = lazyObject(
	{
		id: "RecoveryIntent",
		description: doc("The recovery that a claimant requests. Its hash is the jrcHash."),
	},
	() => ({ rec: recSchema(), txs: callsSchema() }),
);
