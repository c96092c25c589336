/** Paging and filters of the audit reader. Pure. */
import type { AuditAction } from "./audit-event.ts";

export type AuditFilter = {
	action?: AuditAction | undefined;
	actor?: string | undefined;
	target?: string | undefined;
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

/** The opaque `cursor` of a page, which is the number of its last entry. */
export function encodeAuditCursor(seq: number): string {
	return btoa(`a.${seq}`).replaceAll("=", "");
}

/** The number that a cursor holds, or undefined where it was not made by `encodeAuditCursor`. */
export function decodeAuditCursor(cursor: string): number | undefined {
	if (!/^[A-Za-z0-9]+$/.test(cursor) || cursor.length % 4 === 1) return undefined;
	const match = /^a\.([1-9]\d{0,14})$/.exec(atob(cursor));
	return match?.[1] === undefined ? undefined : Number(match[1]);
}

/** Whether text can be an id of this service, and so neither an e-mail address nor a token or secret. */
export function isAuditId(text: string): boolean {
	return /^[A-Za-z0-9_:-]{1,96}$/.test(text) && !/^(?:sk|ss|whsec)_/.test(text);
}
