import * as z from "zod";
import { toChecksumAddress } from "../../../kernel/crypto/address.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { lazyObject } from "../../../kernel/schemas/lazy-object.ts";
import {
	addressSchema,
	chainIdSchema,
	hash32Schema,
	nonceSchema,
	timestampSchema,
	unixSecondsSchema,
} from "../../../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../../../kernel/time/iso-time.ts";
import type { StoredContest } from "./contests.d1.ts";

/** Fields of a ContestAll besides the signature. */
export const contestAllFields = lazy(() => ({
	account: addressSchema().describe(doc("The lost account of the cases.")),
	chainId: chainIdSchema().meta({
		description: doc("The cases' chain, which is the chain id of the signed domain."),
		example: 8453,
	}),
	nonce: nonceSchema(),
	deadline: unixSecondsSchema().meta({
		description: doc("Deadline of the contest in unix seconds, at most a day ahead."),
		example: 1_795_253_400,
	}),
}));

export const accountContestResponse = lazyObject(
	{ id: "AccountContest", description: doc("A contest of all cases of an account on a chain.") },
	() => ({
		digest: hash32Schema().meta({
			description: doc("The EIP-712 digest of the message. The evidence of each case that it moved has it."),
			example: doc(`0x${"5f".repeat(32)}`),
		}),
		account: addressSchema(),
		chainId: chainIdSchema().meta({ example: 8453 }),
		cases: z.int().meta({
			description: doc(
				"The open cases at that time, which are closed or halted within minutes. Cases that were filed since are not counted.",
			),
			example: 40,
		}),
		acceptedAt: timestampSchema(),
		standsUntil: timestampSchema().describe(
			doc("Cases that are filed before this time are halted, unless the contest is revoked."),
		),
		revokedAt: timestampSchema().nullable(),
	}),
);

export function presentContest(contest: StoredContest) {
	const { digest, account, chainId, cases, acceptedAt, endsAt, revokedAt } = contest;
	return {
		digest,
		account: toChecksumAddress(account),
		chainId,
		cases,
		acceptedAt: isoTime(acceptedAt),
		standsUntil: isoTime(endsAt),
		revokedAt: isoTimeOrNull(revokedAt),
	};
}
