/** Paging and filters of the audit reader. Pure. */
import type { AuditAction } from "./audit-event.ts";

export type AuditFilter = {
	action?: AuditAction | undefined;
	actor?: string | undefined;
	target?: string | undefined;
};

/** Any of the names that an id has in the table: one, but for a wallet (service.ts). */
export type AuditRowFilter = {
	action?: AuditAction | undefined;
	actors?: readonly string[] | undefined;
	targets?: readonly string[] | undefined;
};

/** One row of the table; times are unix milliseconds. */
export type AuditRow = {
	seq: number;
	at: number;
	action: string;
	actor: string | null;
	target: string | null;
	requestId: string;
	ipHash: string;
};

/** Whether text can be an id of this service, and so neither an e-mail address nor a token or secret. */
export function isAuditId(text: string): boolean {
	return /^[A-Za-z0-9_:-]{1,96}$/.test(text) && !/^(?:sk|ss|whsec)_/.test(text);
}
