/** The rows of the route table that belong to this slice. */
import { acceptAgreement } from "./routes/accept-agreement.ts";
import { createPrivacyCode } from "./routes/create-privacy-code.ts";
import { eraseProfile } from "./routes/erase-profile.ts";
import { getProfile } from "./routes/get-profile.ts";
import { listHistory } from "./routes/list-history.ts";
import { resolvePrivacyCode } from "./routes/resolve-privacy-code.ts";
import { revokePrivacyCode } from "./routes/revoke-privacy-code.ts";

export const estateOperations = [
	getProfile,
	listHistory,
	acceptAgreement,
	createPrivacyCode,
	revokePrivacyCode,
	resolvePrivacyCode,
	eraseProfile,
] as const;
