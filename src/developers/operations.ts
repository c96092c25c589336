import {
	changeEmail,
	confirmEmail,
	requestEmailChange,
	requestEmailConfirmation,
} from "./account/email-operations.ts";
import {
	deleteAccount,
	getCurrentUser,
	listDevelopers,
	listResolvers,
	listReviewers,
	register,
	reviewAccount,
} from "./account/operations.ts";
import { issueApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys/operations.ts";
import { finishLogin, issueAnonymousJwt, login } from "./login/operations.ts";
import {
	endOtherSessions,
	endSession,
	listSessions,
	logout,
	logoutEverywhere,
} from "./login/session-operations.ts";
import {
	decideOrigin,
	listOrigins,
	removeOrigin,
	requestOrigin,
	reviewOrigins,
} from "./origins/operations.ts";
import { passkeyOperations } from "./passkeys/operations.ts";
import { changePassword, requestPasswordReset, resetPassword } from "./passwords/operations.ts";
import { grantResolver, revokeResolver } from "./resolvers/operations.ts";
import { issueWalletChallenge, openWalletSession } from "./wallets/operations.ts";

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
