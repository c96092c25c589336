/** What is written down about who did what (auth.md "Audit"). Ids and hints only. */
export const AUDIT_ACTIONS = [
	"developer.registered",
	"session.opened",
	"session.refused",
	"session.throttled",
	"session.closed",
	"session.closed_all",
	"password.changed",
	"password.reset",
	"password.refused",
	"password.throttled",
	"account.deleted",
	"api_key.issued",
	"api_key.revoked",
	"api_key.rotated",
	"api_key.used_after_revocation",
	"api_key.seen_in_browser",
	"anonymous_session.issued",
	"wallet_session.opened",
	"origin.requested",
	"origin.allowed",
	"origin.refused",
	"origin.removed",
	"resolver.granted",
	"resolver.revoked",
	"recovery_case.order_verified",
	"recovery_case.action_required",
	"recovery_case.cleared",
	"recovery_case.rejected",
	"recovery_case.execution_attested",
	"recovery_case.execution_named",
	"recovery_case.document_added",
	"recovery_case.document_read",
	"webhook_endpoint.created",
	"webhook_endpoint.updated",
	"webhook_endpoint.deleted",
	"webhook_endpoint.secret_rotated",
	"webhook_endpoint.tested",
	"webhook_endpoint.redelivered",
	"webhook_endpoint.recovered",
	"dead_letter.requeued",
	"estate.agreement_accepted",
	"estate.erased",
	"privacy_code.created",
	"privacy_code.revoked",
	"privacy_code.resolved",
	"privacy_code.refused",
	"privacy_code.throttled",
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

/** `actor` is the caller unless said otherwise; `target` the id of what it was done to. */
export type AuditEntry = { action: AuditAction; actor?: string; target?: string };

/**
 * Who did it, from where and when, for a deed whose entry is written in its own transaction, so that neither stands
 * without the other.
 */
export type AuditStamp = {
	/** Unix milliseconds. */
	at: number;
	actor: string | null;
	requestId: string;
	ipHash: string;
};

/** Bound to a request: adds its id, the time and the hash of the client's address. Never throws. */
export type RecordAudit = (entry: AuditEntry) => Promise<void>;
