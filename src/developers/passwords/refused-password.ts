/** What is written down where an account's password, or a reset token, did not get its bearer what it is for. */
import type { AuditEntry } from "../../audit/audit-event.ts";
import type {
	ChangePasswordAnswer,
	DeleteAccountAnswer,
	ResetPasswordAnswer,
} from "../account/credential-service.ts";

/** @param target the account, where it is known; a bad token names none */
export function refusedPasswordEntry(
	{ kind }: ChangePasswordAnswer | DeleteAccountAnswer | ResetPasswordAnswer,
	target?: string,
): AuditEntry | undefined {
	const of = target === undefined ? {} : { target };
	switch (kind) {
		case "wrong-password":
		case "reset-token-invalid":
			return { action: "password.refused", ...of };
		case "throttled":
			return { action: "password.throttled", ...of };
		case "busy":
		case "user-gone":
		case "password-changed":
		case "password-reset":
		case "account-deleted":
			return undefined;
	}
}
