import type { Context } from "hono";
import type { AuditEntry, AuditStamp } from "../audit/audit-event.ts";
import { clientNetworkOf } from "../kernel/client-network.ts";
import { caseIdOfName } from "../kernel/crypto/ids.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import type { HonoEnv } from "./hono-env.ts";
import type { Principal } from "./principal.ts";

/**
 * The client's network, from the one header that the platform sets and callers cannot forge. Never from
 * `X-Forwarded-For`, `X-Real-IP` or `Forwarded`.
 */
export function clientAddressOf(headers: Headers): string {
	return clientNetworkOf(headers.get("CF-Connecting-IP") ?? "unknown");
}

/** @param caller if the policy has established one */
export function auditOf(
	c: Context<HonoEnv>,
	caller: Principal | undefined,
): (entry: AuditEntry | Promise<AuditEntry>) => Promise<void> {
	return (entry) => c.get("services").audit.record(entry, contextOf(c, caller));
}

export function auditStampOf(c: Context<HonoEnv>, caller: Principal): AuditStamp {
	return c.get("services").audit.stampOf(contextOf(c, caller));
}

/**
 * Counts an error that tells an authenticated caller that something is not theirs, or does not exist. Responses do not
 * tell the two apart, so the audit does not either.
 */
export function auditRefusedAccess(error: unknown, c: Context<HonoEnv>): void {
	const principal = c.get("principal");
	const isRefused = error instanceof AppError && REFUSED_ACCESS.has(error.code);
	if (!isRefused || !principal || idOf(principal) === undefined) return;
	const target = targetOf(c.req.param());
	void auditOf(c, principal)({ action: "access.refused", ...(target !== undefined && { target }) });
}

const REFUSED_ACCESS: ReadonlySet<string> = new Set(["FORBIDDEN", "RESOURCE_NOT_FOUND"]);

/** The id of this service that the path names. An address of a wallet is none. */
function targetOf({ jrcHash, ...params }: Record<string, string>): string | undefined {
	const { caseId = jrcHash, ...others } = params;
	const named = caseId === undefined ? [] : [caseIdOfName(caseId)];
	return [...named, ...Object.values(others)].find((value) => /^[a-z]+_[0-9a-f]{32}$/.test(value));
}

function contextOf(c: Context<HonoEnv>, caller: Principal | undefined) {
	return {
		requestId: c.get("requestId"),
		clientAddress: clientAddressOf(c.req.raw.headers),
		caller: caller && idOf(caller),
		at: Date.now(),
	};
}

/** The header proves nothing, so requests of an origin are not attributed to its developer. */
function idOf(principal: Principal): string | undefined {
	switch (principal.kind) {
		case "developer":
			return principal.developerId;
		case "anonymous":
		case "wallet":
			return principal.subject;
		case "origin":
		case "nobody":
			return undefined;
	}
}
