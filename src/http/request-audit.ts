/** What the audit and the limits are told of a request: who, from where. */
import type { Context } from "hono";
import type { AuditEntry, AuditStamp } from "../audit/audit-event.ts";
import { clientNetworkOf } from "../kernel/client-network.ts";
import type { HonoEnv } from "./hono-env.ts";
import type { Principal } from "./principal.ts";

/**
 * The client's address, an IPv6 one as its /64. Only the header that the platform sets itself and that no
 * caller can set on it: never `X-Forwarded-For`, `X-Real-IP` or `Forwarded`.
 */
export function clientAddressOf(headers: Headers): string {
	return clientNetworkOf(headers.get("CF-Connecting-IP") ?? "unknown");
}

/** The recorder of this request. @param caller what its policy has established, if it has */
export function auditOf(
	c: Context<HonoEnv>,
	caller: Principal | undefined,
): (entry: AuditEntry | Promise<AuditEntry>) => Promise<void> {
	return (entry) => c.get("services").audit.record(entry, contextOf(c, caller));
}

/** Likewise, for a deed that writes its entry down itself. */
export function auditStampOf(c: Context<HonoEnv>, caller: Principal): AuditStamp {
	return c.get("services").audit.stampOf(contextOf(c, caller));
}

function contextOf(c: Context<HonoEnv>, caller: Principal | undefined) {
	return {
		requestId: c.get("requestId"),
		clientAddress: clientAddressOf(c.req.raw.headers),
		caller: caller && idOf(caller),
		at: Date.now(),
	};
}

/** An origin names its developer without proof, so what comes from it is not put down to them. */
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
