/** What goes out about estate profiles (estates.md). */
import * as z from "zod";
import { timestampSchema } from "../kernel/schemas.ts";
import { HISTORY_ACTIONS } from "./ports.ts";

/** Of a proof by contract; null for what the address's key has signed (ADR 15). */
const chainId = z.int().nullable().meta({
	description: "The chain of a contract's profile; null for the profile of the address's key.",
	example: null,
});
const ownerAddress = z.string().meta({ example: "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB" });
const sha256 = z.string().meta({ description: "`0x` and the SHA-256 of the document's bytes." });

/** A will's status: what it is, never what is in it. */
export const willStatus = z
	.strictObject({
		version: z.int(),
		sha256,
		mimeType: z.enum(["application/pdf", "text/plain"]),
		size: z.int().meta({ description: "In bytes." }),
		uploadedAt: timestampSchema(),
	})
	.meta({ id: "WillStatus" });

const acceptedAgreement = z
	.strictObject({ version: z.string(), documentHash: sha256, acceptedAt: timestampSchema() })
	.meta({ id: "AcceptedAgreement" });

const codeId = z.string().meta({ example: "pc_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" });
const label = z.string().meta({ example: "Probate filing" });

const privacyCodeStatus = z
	.strictObject({
		codeId,
		label,
		hint: z.string().meta({ description: "The end of the code.", example: "RPL-…7M-3K" }),
		createdAt: timestampSchema(),
		expiresAt: timestampSchema().nullable(),
		revokedAt: timestampSchema().nullable(),
		resolves: z.int().meta({ description: "How often the code was resolved." }),
	})
	.meta({ id: "PrivacyCode" });

export const profileResponse = z
	.strictObject({
		ownerAddress,
		chainId,
		createdAt: timestampSchema(),
		updatedAt: timestampSchema(),
		agreement: z.strictObject({
			current: z.strictObject({
				version: z.string().meta({ example: "2026-11-01" }),
				documentHash: sha256,
				url: z
					.string()
					.meta({ description: "Address of the terms' text, whose bytes `documentHash` covers." }),
			}),
			accepted: acceptedAgreement.nullable().meta({ description: "The newest accepted version." }),
		}),
		will: willStatus.nullable(),
		privacyCodes: z.array(privacyCodeStatus).meta({
			description:
				"Newest first: all live codes, and ended ones up to 100 codes in all. A developer sees only the codes created through it.",
		}),
	})
	.meta({ id: "EstateProfile" });

export const agreementResponse = z
	.strictObject({ ownerAddress, chainId, ...acceptedAgreement.shape })
	.meta({ id: "EstateAgreement" });

export const createdCodeResponse = z
	.strictObject({
		codeId,
		code: z
			.string()
			.regex(/^RPL(?:-[0-9A-Z]{5}){5}-[0-9A-Z][0-9A-Z*~$=]$/)
			.meta({
				description: "The code for the filing. It is shown in this response only and cannot be read again.",
			}),
		label,
		expiresAt: timestampSchema().nullable(),
	})
	.meta({ id: "CreatedPrivacyCode" });

export const revokedCodeResponse = z
	.strictObject({ codeId, revokedAt: timestampSchema() })
	.meta({ id: "RevokedPrivacyCode" });

export const resolvedCodeResponse = z
	.strictObject({
		ownerAddress,
		chainId,
		label,
		agreementAccepted: z.boolean().meta({ description: "Whether the owner has accepted the current terms." }),
		will: willStatus.nullable(),
		resolvedAt: timestampSchema(),
	})
	.meta({ id: "ResolvedPrivacyCode" });

export const erasedResponse = z
	.strictObject({ ownerAddress, chainId, erasedAt: timestampSchema() })
	.meta({ id: "ErasedEstate" });

export const historyResponse = z
	.strictObject({
		data: z.array(
			z
				.strictObject({
					at: timestampSchema(),
					action: z.enum(HISTORY_ACTIONS),
					actor: z
						.string()
						.nullable()
						.meta({ description: "Id of the account that acted; null for the owner." }),
					target: z.string().nullable().meta({ description: "Id of the object of the action." }),
				})
				.meta({ id: "EstateHistoryEntry" }),
		),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Send it as `cursor` for the next page; null on the last page." }),
	})
	.meta({ id: "EstateHistory" });

/** The bytes of a document, as they were lodged. */
export const documentResponse = z.file();
