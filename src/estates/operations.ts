import { acceptAgreement } from "./agreement/routes/accept-agreement.ts";
import { eraseProfile } from "./erasure/routes/erase-profile.ts";
import { createPrivacyCode } from "./privacy-code/routes/create-privacy-code.ts";
import { resolvePrivacyCode } from "./privacy-code/routes/resolve-privacy-code.ts";
import { revokePrivacyCode } from "./privacy-code/routes/revoke-privacy-code.ts";
import { downloadEstate } from "./profile/routes/download-estate.ts";
import { getProfile } from "./profile/routes/get-profile.ts";
import { listHistory } from "./profile/routes/list-history.ts";
import { decideRelease } from "./release/routes/decide-release.ts";
import { downloadReleasedWill } from "./release/routes/download-released-will.ts";
import { listReleases } from "./release/routes/list-releases.ts";
import { objectToRelease } from "./release/routes/object-to-release.ts";
import { readReleaseOrder } from "./release/routes/read-release-order.ts";
import { requestRelease } from "./release/routes/request-release.ts";
import { reviewRelease } from "./release/routes/review-release.ts";
import { reviewReleases } from "./release/routes/review-releases.ts";
import { lodgeWill } from "./will/routes/lodge-will.ts";
import { readWill } from "./will/routes/read-will.ts";

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
