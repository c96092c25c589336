import type { AuditEntry } from "../../audit/audit-event.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { MAX_WRONG_PASSWORDS } from "../login/session-rules.ts";

/** Audits a wrong password of a session, and returns its error. */
export async function wrongPassword(
	{ isSessionEnded }: { isSessionEnded: boolean },
	{ developerId, sessionId }: { developerId: string; sessionId: string },
	audit: (entry: AuditEntry) => Promise<void>,
): Promise<AppError> {
	await audit({ action: "password.refused", target: developerId });
	if (isSessionEnded) await audit({ action: "session.closed", target: sessionId });
	return new AppError({
		code: "INVALID_PASSWORD",
		message: isSessionEnded
			? `The password is wrong. Nothing was changed. This session has ended, because it sent ${MAX_WRONG_PASSWORDS} wrong passwords: log in again.`
			: `The password is wrong. Nothing was changed. A session that sends ${MAX_WRONG_PASSWORDS} wrong passwords ends.`,
	});
}
