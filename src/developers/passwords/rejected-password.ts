import type { AuditEntry } from "../../audit/audit-event.ts";
import type {
	ChangePasswordResult,
	DeleteAccountResult,
	ResetPasswordResult,
} from "../account/credential-service.ts";

/**
 * The audit entry of a wrong or throttled password.
 * @param target the account, if known
 */
export function rejectedPasswordEntry(
	{ kind }: ChangePasswordResult | DeleteAccountResult | ResetPasswordResult,
	target?: string,
): AuditEntry | undefined {
	const targeted = target === undefined ? {} : { target };
	switch (kind) {
		case "wrong_password":
		case "invalid_reset_token":
			return { action: "password.refused", ...targeted };
		case "throttled":
			return { action: "password.throttled", ...targeted };
		case "session_ended":
		case "busy":
		case "user_gone":
		case "password_changed":
		case "password_reset":
		case "account_deleted":
			return undefined;
	}
}
