/**
 * Writes down who did what (auth.md "Audit"), and reads it back for reviewers. Writing never throws, never
 * hangs, and never takes in what is no id: ADR 6 says why it is awaited, and for how long.
 */
import { createHmac } from "node:crypto";
import type { Peppers } from "../kernel/pepper.ts";
import type { AuditAction, AuditEntry, AuditStamp } from "./audit-event.ts";
import { type AuditFilter, type AuditRow, type AuditRowFilter, isAuditId } from "./audit-page.ts";

/** What an entry says of the request that caused it. */
type AuditContext = {
	requestId: string;
	/** As `clientNetworkOf` gives it. */
	clientAddress: string;
	/** Id of the caller, if there is one. */
	caller: string | undefined;
	/** Unix milliseconds. */
	at: number;
};

export type AuditRows = {
	insert(row: Omit<AuditRow, "seq">): Promise<void>;
	/** Newest first. @param before the `seq` below which to begin, or undefined for the newest */
	list(filter: AuditRowFilter, before: number | undefined, limit: number): Promise<AuditRow[]>;
};

export type AuditService = {
	/** Resolves when the entry stands, or is known not to, or has taken too long. Never rejects. */
	record(entry: AuditEntry | Promise<AuditEntry>, context: AuditContext): Promise<void>;
	/** What a deed writes down in its own transaction. */
	stampOf(context: AuditContext): AuditStamp;
	/** One page, newest first. `next` is the `before` of the page that follows. */
	list(
		filter: AuditFilter,
		before: number | undefined,
		limit: number,
	): Promise<{ rows: AuditRow[]; next: number | undefined }>;
};

export type AuditPorts = {
	peppers: Peppers;
	rows: AuditRows;
	/** Keeps the request alive for work that goes on after its answer. */
	runLater: (work: Promise<unknown>) => void;
	wait: (milliseconds: number) => Promise<unknown>;
};

/** Far above what an insert takes; a database that needs longer shall not hold up the action as well. */
const MAX_WAIT_MS = 1_000;
/** 64 bits tell the addresses of one table apart. */
const IP_HASH_DIGITS = 16;
/** What a wallet session is called begins so, and goes on with the wallet's address. */
const WALLET_PREFIX = "wallet:";
const WALLET_NAME_DIGITS = 32;

/** What anybody can cause without end: one entry a minute for each address and target says that it happens. */
const REPEATED: ReadonlySet<AuditAction> = new Set([
	"session.throttled",
	"password.throttled",
	"api_key.used_after_revocation",
	"api_key.seen_in_browser",
]);
const REPEAT_MS = 60_000;
/** Of the isolate's memory of them. When it is full it starts again: an entry too many harms nobody. */
const MAX_REMEMBERED = 1_000;

export function createAuditService({ peppers, rows, runLater, wait }: AuditPorts): AuditService {
	function ipHashOf(clientAddress: string): string {
		const key = peppers.keyFor("audit-client-address", peppers.currentVersion);
		if (!key) throw new Error("the current pepper is not configured");
		return createHmac("sha256", key).update(clientAddress).digest("hex").slice(0, IP_HASH_DIGITS);
	}

	/**
	 * What an id is called in the table: a wallet by a MAC of its address, the same in all its entries, since they
	 * outlive the erasure of what was its (estates.md "Erasure"). Undefined where that pepper is not configured.
	 */
	function nameOf(id: string, version = peppers.currentVersion): string | undefined {
		if (!id.startsWith(WALLET_PREFIX)) return id;
		const key = peppers.keyFor("audit-wallet", version);
		const mac = key && createHmac("sha256", key).update(id.toLowerCase()).digest("hex");
		return mac && `${WALLET_PREFIX}${mac.slice(0, WALLET_NAME_DIGITS)}`;
	}

	/** All that an id may be called; a name of the table is its own. */
	function namesOf(id: string | undefined): string[] | undefined {
		if (id === undefined) return undefined;
		const names = peppers.versions.map((version) => nameOf(id, version)).filter((name) => name !== undefined);
		return [...new Set([id, ...names])];
	}

	async function insert(pending: AuditEntry | Promise<AuditEntry>, context: AuditContext): Promise<void> {
		const entry = await Promise.resolve(pending).catch(() => undefined);
		if (!entry || isRepeated(entry, context)) return;
		const named = (id: string | undefined) => {
			const name = idOrNull(id, entry, context);
			return name === null ? null : (nameOf(name) ?? null);
		};
		try {
			await rows.insert({
				at: context.at,
				action: entry.action,
				actor: named(entry.actor ?? context.caller),
				target: named(entry.target),
				requestId: context.requestId,
				ipHash: ipHashOf(context.clientAddress),
			});
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
		stampOf(context) {
			const { caller, at, requestId, clientAddress } = context;
			const actor = caller !== undefined && isAuditId(caller) ? (nameOf(caller) ?? null) : null;
			return { at, actor, requestId, ipHash: ipHashOf(clientAddress) };
		},
		async record(entry, context) {
			const written = insert(entry, context);
			runLater(written);
			await Promise.race([written, wait(MAX_WAIT_MS)]);
		},
		async list(filter, before, limit) {
			const { action, actor, target } = filter;
			const wanted = { action, actors: namesOf(actor), targets: namesOf(target) };
			const found = await rows.list(wanted, before, limit + 1);
			const page = found.slice(0, limit);
			return { rows: page, next: found.length > limit ? page.at(-1)?.seq : undefined };
		},
	};
}

/** A bug that would write a secret or an e-mail address here writes nothing, and says so. */
function idOrNull(text: string | undefined, entry: AuditEntry, context: AuditContext): string | null {
	if (text === undefined) return null;
	if (isAuditId(text)) return text;
	logLoss("audit-value-refused", entry, context, "a value was no id");
	return null;
}

function logLoss(event: string, { action }: AuditEntry, { requestId, at }: AuditContext, cause: unknown) {
	console.error(JSON.stringify({ level: "error", event, action, requestId, at, cause: String(cause) }));
}
