/** The rows of the route table that belong to this slice. */
import { changePassword } from "./routes/change-password.ts";
import { decideOrigin } from "./routes/decide-origin.ts";
import { deleteAccount } from "./routes/delete-account.ts";
import { getCurrentUser } from "./routes/get-current-user.ts";
import { grantResolver } from "./routes/grant-resolver.ts";
import { issueAnonymousJwt } from "./routes/issue-anonymous-jwt.ts";
import { issueApiKey } from "./routes/issue-api-key.ts";
import { issueWalletChallenge } from "./routes/issue-wallet-challenge.ts";
import { listApiKeys } from "./routes/list-api-keys.ts";
import { listOrigins } from "./routes/list-origins.ts";
import { login } from "./routes/login.ts";
import { logout } from "./routes/logout.ts";
import { logoutEverywhere } from "./routes/logout-everywhere.ts";
import { openWalletSession } from "./routes/open-wallet-session.ts";
import { register } from "./routes/register.ts";
import { removeOrigin } from "./routes/remove-origin.ts";
import { requestOrigin } from "./routes/request-origin.ts";
import { resetPassword } from "./routes/reset-password.ts";
import { reviewOrigins } from "./routes/review-origins.ts";
import { revokeApiKey } from "./routes/revoke-api-key.ts";
import { revokeResolver } from "./routes/revoke-resolver.ts";
import { rotateApiKey } from "./routes/rotate-api-key.ts";

export const developerOperations = [
	register,
	login,
	getCurrentUser,
	logout,
	logoutEverywhere,
	changePassword,
	resetPassword,
	deleteAccount,
	listApiKeys,
	issueApiKey,
	rotateApiKey,
	revokeApiKey,
	issueAnonymousJwt,
	issueWalletChallenge,
	openWalletSession,
	requestOrigin,
	listOrigins,
	removeOrigin,
	reviewOrigins,
	decideOrigin,
	grantResolver,
	revokeResolver,
] as const;
