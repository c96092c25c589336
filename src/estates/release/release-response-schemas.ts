/** What goes out about the release of a will (estates.md "Release of a will"). */
import * as z from "zod";
import { timestampSchema } from "../../kernel/schemas.ts";
import { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import { RELEASE_PHASES } from "./release.ts";

const releaseFields = {
	requestId: z.string().meta({ example: "rel_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f" }),
	ownerAddress: z.string().meta({ example: "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB" }),
	chainId: z.int().nullable().meta({
		description: "The chain of a contract's profile; null for the profile of the address's key.",
	}),
	phase: z.enum(RELEASE_PHASES),
	applicant: z.string(),
	courtInfo: courtInfoSchema(),
	order: z.strictObject({
		sha256: z.string().meta({ description: "`0x` and the SHA-256 of the order's bytes." }),
		size: z.int().meta({ description: "In bytes." }),
	}),
	requestedAt: timestampSchema(),
	challengeEndsAt: timestampSchema().meta({ description: "Approvals are possible from this time on." }),
	downloadableUntil: timestampSchema().nullable().meta({ description: "Null before the second approval." }),
	endedAt: timestampSchema()
		.nullable()
		.meta({ description: "When the owner objected or a reviewer rejected the request." }),
};

export const releaseRequestResponse = z
	.strictObject({
		...releaseFields,
		approvals: z.int().meta({
			description:
				"Number of approvals by different reviewers; two release the will. Until then, approvals by former reviewers do not count.",
		}),
	})
	.meta({ id: "ReleaseRequest" });

export const releaseListResponse = z
	.strictObject({
		data: z.array(releaseRequestResponse).meta({ description: "Newest first." }),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Send it as `cursor` for the next page; null on the last page." }),
	})
	.meta({ id: "ReleaseRequestList" });

export const reviewedReleaseResponse = z
	.strictObject({
		...releaseFields,
		applicantId: z.string().meta({ description: "Id of the account that made the request." }),
		approvals: z.array(z.strictObject({ reviewerId: z.string(), approvedAt: timestampSchema() })),
	})
	.meta({ id: "ReviewedReleaseRequest" });

export const reviewedReleaseListResponse = z
	.strictObject({
		data: z.array(reviewedReleaseResponse).meta({ description: "Oldest first." }),
		nextCursor: z
			.string()
			.nullable()
			.meta({ description: "Send it as `cursor` for the next page; null on the last page." }),
	})
	.meta({ id: "ReviewedReleaseRequestList" });
