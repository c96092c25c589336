/** The audit's vocabulary (auth.md "Audit"). Entries hold ids and hints only. */
export const AUDIT_ACTIONS = [
	"developer.registered",
	"session.opened",
	"session.refused",
	"session.passkey_asked",
	"session.throttled",
	"session.closed",
	"session.closed_all",
	"session.closed_others",
	"email.confirmed",
	"email.change_requested",
	"email.changed",
	"password.changed",
	"password.reset",
	"password.refused",
	"password.throttled",
	"passkey.added",
	"passkey.removed",
	"passkey.codes_renewed",
	"account.deleted",
	"account.listed",
	"account.read",
	"api_key.issued",
	"api_key.revoked",
	"api_key.rotated",
	"api_key.rotated_itself",
	"api_key.refused",
	"api_key.used_after_revocation",
	"api_key.seen_in_browser",
	"anonymous_session.issued",
	"wallet_session.opened",
	"wallet_session.refused",
	"session_token.refused",
	"access.refused",
	"origin.requested",
	"origin.allowed",
	"origin.refused",
	"origin.removed",
	"hosted_link.created",
	"hosted_link.started",
	"hosted_link.ended",
	"resolver.granted",
	"resolver.revoked",
	"recovery_case.order_verified",
	"recovery_case.action_required",
	"recovery_case.cleared",
	"recovery_case.rejected",
	"recovery_case.execution_attested",
	"recovery_case.execution_approved",
	"recovery_case.execution_named",
	"recovery_case.note_added",
	"recovery_case.note_removed",
	"recovery_case.document_added",
	"recovery_case.document_read",
	"recovery_case.downloaded",
	"evidence_link.created",
	"evidence_link.revoked",
	"evidence_link.refused",
	"webhook_endpoint.created",
	"webhook_endpoint.updated",
	"webhook_endpoint.deleted",
	"webhook_endpoint.secret_rotated",
	"webhook_endpoint.tested",
	"webhook_endpoint.redelivered",
	"webhook_endpoint.recovered",
	"dead_letter.requeued",
	"estate.agreement_accepted",
	"estate.downloaded",
	"estate.erased",
	"privacy_code.created",
	"privacy_code.revoked",
	"privacy_code.resolved",
	"privacy_code.refused",
	"privacy_code.throttled",
	"watched_accounts.added",
	"watched_accounts.removed",
	"watcher.added",
	"watcher.confirmed",
	"watcher.removed",
	"watcher.kept",
	"will.lodged",
	"will.read",
	"release.requested",
	"release.objected",
	"release.approved",
	"release.rejected",
	"release.downloaded",
	"release.order_read",
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export type AuditEntry = { action: AuditAction; actor?: string; target?: string };

export type AuditStamp = {
	/** Unix milliseconds. */
	at: number;
	actor: string | null;
	requestId: string;
	ipHash: string;
};

/** Records an entry for one request. Never throws. */
export type RecordAudit = (entry: AuditEntry) => Promise<void>;

/** Excludes e-mail addresses, tokens and secrets. */
export function isAuditId(text: string): boolean {
	return /^[A-Za-z0-9_:-]{1,96}$/.test(text) && !/^(?:sk|ss|whsec)_/.test(text);
}
