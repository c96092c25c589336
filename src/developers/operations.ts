/** The rows of the route table that belong to this slice. */
import type { Operation } from "../http/operation.ts";
import { changePassword } from "./routes/change-password.ts";
import { deleteAccount } from "./routes/delete-account.ts";
import { getCurrentUser } from "./routes/get-current-user.ts";
import { issueApiKey } from "./routes/issue-api-key.ts";
import { listApiKeys } from "./routes/list-api-keys.ts";
import { login } from "./routes/login.ts";
import { logout } from "./routes/logout.ts";
import { logoutEverywhere } from "./routes/logout-everywhere.ts";
import { register } from "./routes/register.ts";
import { resetPassword } from "./routes/reset-password.ts";
import { revokeApiKey } from "./routes/revoke-api-key.ts";
import { rotateApiKey } from "./routes/rotate-api-key.ts";

export const developerOperations: Operation[] = [
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
];
