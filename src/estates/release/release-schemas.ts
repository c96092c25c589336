/** What comes in about the release of a will (estates.md "Release of a will"). */
import * as z from "zod";
import { lazy } from "../../kernel/once.ts";
import { lineOfText } from "../../kernel/schemas.ts";
import { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import { ownerParams, pageQuery, resolveBody } from "../schemas.ts";
import { RELEASE_STATUSES } from "./release-status.ts";

const MAX_APPLICANT_LENGTH = 500;

/** The fields beside the order's document. */
export const requestReleaseBody = lazy(() =>
	z.strictObject({
		code: resolveBody().shape.code,
		courtInfo: courtInfoSchema(),
		applicant: lineOfText(MAX_APPLICANT_LENGTH).meta({
			description: "Who makes the request, and on whose behalf. The owner and the reviewers read it.",
			example: "Probate court of Example County, on behalf of the executor",
		}),
	}),
);

/** How they are written in a form. */
export const requestReleaseForm = { numbers: [], objects: ["courtInfo"] };

const requestId = lazy(() =>
	z.string().regex(/^rel_[0-9a-f]{32}$/, "must be `rel_` and 32 lower-case hex digits"),
);

export const releaseParams = lazy(() => z.strictObject({ ...ownerParams().shape, requestId: requestId() }));
export const reviewedReleaseParams = lazy(() => z.strictObject({ requestId: requestId() }));

export const releaseDecisionBody = lazy(() =>
	z.strictObject({ decision: z.enum(["approve", "reject"]) }).meta({ id: "ReleaseDecision" }),
);

export const reviewReleasesQuery = lazy(() =>
	z.strictObject({
		status: z.enum(RELEASE_STATUSES).optional().meta({ description: "`open` if absent." }),
		...pageQuery().shape,
	}),
);
