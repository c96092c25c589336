import { acceptAgreement } from "./agreement/operations.ts";
import { eraseProfile } from "./erasure/operations.ts";
import { createPrivacyCode, resolvePrivacyCode, revokePrivacyCode } from "./privacy-code/operations.ts";
import { downloadEstate, getProfile, listHistory } from "./profile/operations.ts";
import { downloadReleasedWill, listReleases, objectToRelease, requestRelease } from "./release/operations.ts";
import {
	decideRelease,
	readReleaseOrder,
	reviewRelease,
	reviewReleases,
} from "./release/review-operations.ts";
import { lodgeWill, readWill } from "./will/operations.ts";

export const estateOperations = [
	getProfile,
	listHistory,
	downloadEstate,
	acceptAgreement,
	createPrivacyCode,
	revokePrivacyCode,
	resolvePrivacyCode,
	eraseProfile,
	lodgeWill,
	readWill,
	requestRelease,
	listReleases,
	objectToRelease,
	downloadReleasedWill,
	reviewReleases,
	reviewRelease,
	readReleaseOrder,
	decideRelease,
] as const;
