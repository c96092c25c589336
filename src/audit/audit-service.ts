/** Records and lists the audit (auth.md "Audit"). Recording never throws and waits a second at most. */
import { createHmac } from "node:crypto";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import { type LogEvent, log } from "../kernel/log.ts";
import type { Page } from "../kernel/paging/paging.ts";
import { type AuditAction, type AuditEntry, type AuditStamp, isAuditId } from "./audit-event.ts";
import type { AuditRow, AuditRows } from "./audit-events.d1.ts";
import type { RefusalRows } from "./refusals.d1.ts";
import { createRefusalCounter, isCounted } from "./refusals.ts";

type AuditContext = {
	requestId: string;
	clientAddress: string;
	caller: string | undefined;
	/** Unix milliseconds. */
	at: number;
};

type AuditFilter = {
	action?: AuditAction | undefined;
	actor?: string | undefined;
	target?: string | undefined;
	/** Unix milliseconds; `to` is not in the range. */
	from?: number | undefined;
	to?: number | undefined;
};

export type AuditPorts = {
	peppers: Peppers;
	rows: AuditRows;
	refusalRows: Pick<RefusalRows, "add">;
	runLater: (work: Promise<unknown>) => void;
	wait: (milliseconds: number) => Promise<unknown>;
};

/** A slower database must not delay the audited action. */
const MAX_WAIT_MS = 1_000;
const IP_HASH_DIGITS = 16;
const WALLET_PREFIX = "wallet:";
const WALLET_NAME_DIGITS = 32;

/** Callers can repeat these without limit, so each address and target gets one entry a minute. */
const REPEATED: ReadonlySet<AuditAction> = new Set([
	"session.throttled",
	"password.throttled",
	"api_key.used_after_revocation",
	"api_key.seen_in_browser",
]);
const REPEAT_MS = 60_000;
/** Cleared when full; at worst an entry is written twice. */
const MAX_REMEMBERED = 1_000;

export function createAuditService({ peppers, rows, refusalRows, runLater, wait }: AuditPorts) {
	const refusals = createRefusalCounter({ write: refusalRows.add, runLater, wait });

	function ipHashOf(clientAddress: string): string {
		const key = peppers.keyFor("audit-client-address", peppers.currentVersion);
		if (!key) throw new Error("the current pepper is not configured");
		return createHmac("sha256", key).update(clientAddress).digest("hex").slice(0, IP_HASH_DIGITS);
	}

	/** Names a wallet by a MAC, because entries outlive the erasure of its estate (estates.md "Erasure"). */
	function nameOf(id: string, version = peppers.currentVersion): string | undefined {
		if (!id.startsWith(WALLET_PREFIX)) return id;
		const key = peppers.keyFor("audit-wallet", version);
		const mac = key && createHmac("sha256", key).update(id.toLowerCase()).digest("hex");
		return mac && `${WALLET_PREFIX}${mac.slice(0, WALLET_NAME_DIGITS)}`;
	}

	function namesOf(id: string | undefined): string[] | undefined {
		if (id === undefined) return undefined;
		const names = peppers.versions.map((version) => nameOf(id, version)).filter((name) => name !== undefined);
		return [...new Set([id, ...names])];
	}

	function rowOf(entry: AuditEntry, context: AuditContext) {
		const named = (id: string | undefined) => {
			const name = idOrNull(id, entry, context);
			return name === null ? null : (nameOf(name) ?? null);
		};
		return {
			at: context.at,
			action: entry.action,
			actor: named(entry.actor ?? context.caller),
			target: named(entry.target),
			requestId: context.requestId,
			ipHash: ipHashOf(context.clientAddress),
		};
	}

	async function insert(pending: AuditEntry | Promise<AuditEntry>, context: AuditContext): Promise<void> {
		const entry = await Promise.resolve(pending).catch(() => undefined);
		if (!entry || isRepeated(entry, context)) return;
		try {
			await rows.insert(rowOf(entry, context));
		} catch (cause) {
			logLoss("audit-not-written", entry, context, cause);
		}
	}

	const writtenAt = new Map<string, number>();

	function isRepeated({ action, target }: AuditEntry, { clientAddress, at }: AuditContext): boolean {
		if (!REPEATED.has(action)) return false;
		const name = `${action}\0${target ?? ""}\0${clientAddress}`;
		const before = writtenAt.get(name);
		if (before !== undefined && at - before < REPEAT_MS) return true;
		if (writtenAt.size >= MAX_REMEMBERED) writtenAt.clear();
		writtenAt.set(name, at);
		return false;
	}

	return {
		stampOf(context: AuditContext): AuditStamp {
			const { caller, at, requestId, clientAddress } = context;
			const actor = caller !== undefined && isAuditId(caller) ? (nameOf(caller) ?? null) : null;
			return { at, actor, requestId, ipHash: ipHashOf(clientAddress) };
		},
		/** Waits until the entry is written, has failed, or takes too long. A refusal or a visitor is only counted. */
		async record(entry: AuditEntry | Promise<AuditEntry>, context: AuditContext): Promise<void> {
			if ("action" in entry && isCounted(entry.action)) return refusals.note(rowOf(entry, context));
			const written = insert(entry, context);
			runLater(written);
			await Promise.race([written, wait(MAX_WAIT_MS)]);
		},
		/** One page, newest first. `next` is the `before` of the following page. */
		list(filter: AuditFilter, before: number | undefined, limit: number): Promise<Page<AuditRow, number>> {
			const { action, actor, target, from, to } = filter;
			const names = { action, actors: namesOf(actor), targets: namesOf(target), from, to };
			return rows.list(names, before, limit);
		},
	};
}

/** Drops a value that is no id, so that no secret is stored, and logs the loss. */
function idOrNull(text: string | undefined, entry: AuditEntry, context: AuditContext): string | null {
	if (text === undefined) return null;
	if (isAuditId(text)) return text;
	logLoss("audit-value-refused", entry, context, "a value was no id");
	return null;
}

function logLoss(event: LogEvent, { action }: AuditEntry, { requestId, at }: AuditContext, cause: unknown) {
	log.error(event, { action, requestId, at, cause });
}
