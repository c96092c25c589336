/** What goes out about estate profiles (estates.md). */
import * as z from "zod";
import { timestampSchema } from "../kernel/schemas.ts";

/** Of a proof by contract; null for what the address's key has signed (ADR 15). */
const chainId = z.int().nullable().meta({
	description: "The chain of a contract's profile; null for that of the address's key.",
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
		uploadedAt: timestampSchema,
	})
	.meta({ id: "WillStatus" });

const acceptedAgreement = z
	.strictObject({ version: z.string(), documentHash: sha256, acceptedAt: timestampSchema })
	.meta({ id: "AcceptedAgreement" });

const privacyCodeStatus = z
	.strictObject({
		codeId: z.string().meta({ example: "pc_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" }),
		label: z.string(),
		hint: z.string().meta({ description: "The end of the code.", example: "RPL-…7M-3K" }),
		createdAt: timestampSchema,
		expiresAt: timestampSchema.nullable(),
		revokedAt: timestampSchema.nullable(),
		resolves: z.int().meta({ description: "How often it was resolved." }),
	})
	.meta({ id: "PrivacyCode" });

export const profileResponse = z
	.strictObject({
		ownerAddress,
		chainId,
		createdAt: timestampSchema,
		updatedAt: timestampSchema,
		agreement: z.strictObject({
			current: z.strictObject({
				version: z.string().meta({ example: "2026-11-01" }),
				documentHash: sha256,
				url: z.string().meta({ description: "Where the terms stand, to be read and hashed." }),
			}),
			accepted: acceptedAgreement.nullable().meta({ description: "The newest version that was accepted." }),
		}),
		will: willStatus.nullable(),
		privacyCodes: z.array(privacyCodeStatus).meta({
			description:
				"The newest first; all that are in force, and at most 100. A developer sees those that were created through it.",
		}),
	})
	.meta({ id: "EstateProfile" });
