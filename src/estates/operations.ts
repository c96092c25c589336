/** The rows of the route table that belong to this slice. */
import { acceptAgreement } from "./routes/accept-agreement.ts";
import { createPrivacyCode } from "./routes/create-privacy-code.ts";
import { decideRelease } from "./routes/decide-release.ts";
import { downloadReleasedWill } from "./routes/download-released-will.ts";
import { eraseProfile } from "./routes/erase-profile.ts";
import { getProfile } from "./routes/get-profile.ts";
import { listHistory } from "./routes/list-history.ts";
import { listReleases } from "./routes/list-releases.ts";
import { lodgeWill } from "./routes/lodge-will.ts";
import { objectToRelease } from "./routes/object-to-release.ts";
import { readReleaseOrder } from "./routes/read-release-order.ts";
import { readWill } from "./routes/read-will.ts";
import { requestRelease } from "./routes/request-release.ts";
import { resolvePrivacyCode } from "./routes/resolve-privacy-code.ts";
import { reviewReleases } from "./routes/review-releases.ts";
import { revokePrivacyCode } from "./routes/revoke-privacy-code.ts";

export const estateOperations = [
	getProfile,
	listHistory,
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
	readReleaseOrder,
	decideRelease,
] as const;
