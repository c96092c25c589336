import { changeEmail, requestEmailChange } from "./account/routes/change-email.ts";
import { confirmEmail, requestEmailConfirmation } from "./account/routes/confirm-email.ts";
import { deleteAccount } from "./account/routes/delete-account.ts";
import { getCurrentUser } from "./account/routes/get-current-user.ts";
import { listDevelopers, listResolvers, listReviewers } from "./account/routes/list-accounts.ts";
import { register } from "./account/routes/register.ts";
import { reviewAccount } from "./account/routes/review-account.ts";
import { issueApiKey } from "./api-keys/routes/issue-api-key.ts";
import { listApiKeys } from "./api-keys/routes/list-api-keys.ts";
import { revokeApiKey } from "./api-keys/routes/revoke-api-key.ts";
import { rotateApiKey } from "./api-keys/routes/rotate-api-key.ts";
import { endOtherSessions } from "./login/routes/end-other-sessions.ts";
import { endSession } from "./login/routes/end-session.ts";
import { issueAnonymousJwt } from "./login/routes/issue-anonymous-jwt.ts";
import { listSessions } from "./login/routes/list-sessions.ts";
import { finishLogin, login } from "./login/routes/login.ts";
import { logout } from "./login/routes/logout.ts";
import { logoutEverywhere } from "./login/routes/logout-everywhere.ts";
import { decideOrigin } from "./origins/routes/decide-origin.ts";
import { listOrigins } from "./origins/routes/list-origins.ts";
import { removeOrigin } from "./origins/routes/remove-origin.ts";
import { requestOrigin } from "./origins/routes/request-origin.ts";
import { reviewOrigins } from "./origins/routes/review-origins.ts";
import { passkeyOperations } from "./passkeys/operations.ts";
import { changePassword } from "./passwords/routes/change-password.ts";
import { requestPasswordReset } from "./passwords/routes/request-password-reset.ts";
import { resetPassword } from "./passwords/routes/reset-password.ts";
import { grantResolver } from "./resolvers/routes/grant-resolver.ts";
import { revokeResolver } from "./resolvers/routes/revoke-resolver.ts";
import { issueWalletChallenge } from "./wallets/routes/issue-wallet-challenge.ts";
import { openWalletSession } from "./wallets/routes/open-wallet-session.ts";

export const developerOperations = [
	register,
	login,
	finishLogin,
	getCurrentUser,
	logout,
	logoutEverywhere,
	listSessions,
	endSession,
	endOtherSessions,
	changePassword,
	requestPasswordReset,
	resetPassword,
	requestEmailConfirmation,
	confirmEmail,
	requestEmailChange,
	changeEmail,
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
	listDevelopers,
	listReviewers,
	listResolvers,
	reviewAccount,
	grantResolver,
	revokeResolver,
	...passkeyOperations,
] as const;
