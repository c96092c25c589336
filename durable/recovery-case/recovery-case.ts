/**
 * One object per case, named by its caseId: the single truth of a case, and the one place that moves it.
 *
 * Every move is load, decide, and one storage transaction that writes state, history entry, event and outbox
 * together and arms the alarm. What has to reach D1 and the queue follows before the answer where it can,
 * and from the alarm, with back-off, where it cannot. What a caller may do wrong is answered, not thrown.
 *
 * Over 300 lines: the methods of one object have to stand in one class; what they do is in the stores.
 */
import { DurableObject } from "cloudflare:workers";
import { configOf } from "../../src/config/config.ts";
import type { Hex } from "../../src/kernel/hex.ts";
import { type Caller, canMove, type Filer, visibilityOf } from "../../src/recovery/case/case-access.ts";
import type {
	CaseParties,
	CreateResult,
	EvidenceSource,
	MoveResult,
	Openness,
} from "../../src/recovery/case/case-messages.ts";
import { caseRecordOf } from "../../src/recovery/case/case-record.ts";
import type { CaseDocument, CreateCommand, MoveCommand } from "../../src/recovery/case/case-state.ts";
import type { Decision } from "../../src/recovery/case/decision.ts";
import {
	type CaseEvent,
	type Recorded,
	recordCreation,
	recordMove,
} from "../../src/recovery/case/history.ts";
import { followUpOf } from "../../src/recovery/case/lifecycle.ts";
import type { OfferedDocument } from "../../src/recovery/documents/case-documents.ts";
import * as documents from "../../src/recovery/documents/document-access.ts";
import { createChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import {
	canReport,
	type Reporter,
	type ReportResult,
} from "../../src/recovery/execution/execution-messages.ts";
import type { QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import { createOutbox, type Outbox } from "../outbox/outbox.ts";
import { caseDeliveries, confirmationOf, copiesOf, pointerOf, rebuiltCopies, TOPIC } from "./case-copies.ts";
import { createCaseStore, type StoredCase } from "./case-store.ts";
import * as view from "./case-view.ts";
import { createCaseWatch } from "./case-watch.ts";
import { createWatchStore } from "./watch-store.ts";

/** The alarm is set this far ahead within a move, so that a crash right after it is made good. */
const RESCUE_AFTER_MS = 5_000;

/** Far above what an event takes to its endpoints, and far below what it takes to be sent again. */
const SETTLE_AFTER_MS = 20;

/** The case stands already, so an answer waits no longer than this for its copies; the rest goes on without it. */
const COPIES_WAIT_MS = 2_000;

/** Larger cases are read from storage again, so that many warm objects fit into one isolate. */
const MAX_KEPT_RECORD_LENGTH = 64 * 1024;

export class RecoveryCase extends DurableObject<Env> {
	readonly #store = createCaseStore(this.ctx.storage);
	readonly #outbox: Outbox = createOutbox(this.ctx.storage.sql, { inOrder: [TOPIC.copies] });
	readonly #watch = createCaseWatch({
		store: createWatchStore(this.ctx.storage),
		database: this.env.DB,
		chain: () => createChainWatch(configOf(this.env)),
		case: { current: () => this.#load(), move: (command) => this.#moveBySelf(command) },
		onChange: () => {
			this.#kept = null;
		},
	});
	#kept: view.LoadedCase | null = null;

	/** Creates the case, or answers a repeated creation by the same caller with the case as it stands. */
	async create(command: CreateCommand, caller: Filer): Promise<CreateResult> {
		const known = this.#load();
		if (known) return view.repeatedCreation(known, command, caller);
		const nothing = { transactions: command.txs, history: [] };
		const created = this.#commit(recordCreation(command, Date.now()), nothing);
		await this.#drainAWhile();
		return { kind: "created", ...view.shownTo(caller, created) };
	}

	/** Moves the case, if it is there for this caller and its state allows it. */
	async move(command: MoveCommand, caller: Caller): Promise<MoveResult> {
		const before = this.#load();
		if (!before || !canMove(before.state, caller)) return { kind: "not_found" };
		const claimed = await this.#watch.claimBefore(before.state, command);
		if (claimed === "unavailable") return { kind: "unavailable_storage" };
		const known = this.#load() ?? before;
		if (known.state.version !== before.state.version) return this.move(command, caller);
		const recorded = recordMove(known.state, command, Date.now());
		switch (recorded.kind) {
			case "rejected":
				return { kind: "rejected", reason: recorded.reason, status: known.state.status };
			case "unchanged":
				return { kind: "unchanged", ...view.shownTo(caller, known) };
			case "moved": {
				const committed = this.#commit(recorded, known);
				const moved = claimed === "claimed" ? this.#followUp(committed) : committed;
				await this.#drainAWhile();
				return { kind: "moved", ...view.shownTo(caller, moved) };
			}
			default:
				return recorded satisfies never;
		}
	}

	/** Checks transactions that a caller reports as the execution of the case, and schedules the next check if needed. */
	async reportExecution(txHashes: readonly Hex[], reporter: Reporter): Promise<ReportResult> {
		const before = this.#load();
		if (!before || !canReport(before.state, reporter)) return { kind: "not_found" };
		const reported = await this.#watch.report(txHashes);
		// In the turn in which the check was stored, so that a crash after the response loses no check.
		await this.#arm();
		await this.#drainAWhile();
		const known = this.#load() ?? before;
		if (reported.kind === "judged") return { kind: "settled", record: known.record };
		if (reported.kind !== "observed") return reported;
		return { ...reported, standing: view.standingOf(known.state) };
	}

	/** Whether a document can be added, before it is stored. */
	offerDocument(offered: OfferedDocument, caller: Caller): documents.DocumentOffer {
		const known = this.#load();
		return known ? documents.offerDocument(known.state, offered, caller) : { kind: "not_found" };
	}

	/** Adds a document that is stored; what is on file afterwards may be another that was as quick. */
	async addDocument(document: documents.NewDocument, caller: Caller): Promise<documents.AddDocumentResult> {
		const offer = this.offerDocument(document, caller);
		if (offer.kind !== "free") return offer;
		const moved = await this.move({ kind: "add_document", by: offer.by, document }, caller);
		if (moved.kind !== "moved" && moved.kind !== "unchanged") return moved;
		const after = this.offerDocument(document, caller);
		return after.kind === "free" ? { kind: "not_found" } : after;
	}

	/** One of its documents, or null where there is none for this caller. */
	findDocument(documentId: string, caller: Caller): CaseDocument | null {
		const known = this.#load();
		return known && documents.findDocument(known.state, documentId, caller);
	}

	/** The case as JSON text, or null where there is none for this caller. */
	read(caller: Caller): string | null {
		const known = this.#load();
		return known && view.shownTo(caller, known).record;
	}

	/** What a bundle is built of, at one moment; null where there is no case for this caller. Without the e-mail address. */
	evidence(caller: Caller): EvidenceSource | null {
		const known = this.#load();
		if (!known || visibilityOf(known.state, caller) === "none") return null;
		const state = view.withoutEmail(known.state);
		return { state, history: this.#store.payloads(), events: this.#store.events() };
	}

	/** A page of its events, oldest first; null where there is no case for this caller. */
	eventsAfter(caller: Caller, after: number, limit: number): CaseEvent[] | null {
		const known = this.#load();
		if (!known || visibilityOf(known.state, caller) === "none") return null;
		return this.#store.eventsAfter(after, limit);
	}

	/** The accounts whose signatures count, or null where there is no case that this caller may move. */
	parties(caller: Caller): CaseParties | null {
		const known = this.#load();
		return known && canMove(known.state, caller) ? view.partiesOf(known.state) : null;
	}

	/** Whether the case can still move, if there is one. */
	openness(): Openness {
		return view.opennessOf(this.#load());
	}

	/** An event as endpoints are handed it, and whose it is; null where the case has no such event. */
	eventToDeliver(eventId: string): { developerId: string | null; event: QueuedEvent } | null {
		const known = this.#load();
		const event = known && this.#store.findEvent(eventId);
		return event ? view.eventToDeliver(known, event) : null;
	}

	/**
	 * The consumer calls this when every endpoint has the event; only now the outbox forgets it.
	 * @param indexedAt when D1 was told, as unix ms; where it was not, the outbox does so after the answer
	 */
	confirmEvent(eventId: string, indexedAt?: number): "confirmed" | "unknown" {
		if (!this.#load()) return "unknown";
		const isIndexed = indexedAt !== undefined;
		const isKnown = this.ctx.storage.transactionSync(() => {
			const now = indexedAt ?? Date.now();
			if (!this.#store.confirmEvent(eventId, now)) return false;
			this.#outbox.remove(TOPIC.pointer, eventId);
			if (!isIndexed) this.#outbox.add(TOPIC.confirmation, eventId, confirmationOf(eventId, now));
			return true;
		});
		if (!isKnown) return "unknown";
		if (!isIndexed) this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		this.ctx.waitUntil(isIndexed ? this.#arm() : this.#drain());
		return "confirmed";
	}

	/**
	 * Forgets the claimant's e-mail address; the history has only ever held its hash. Idempotent. Only for the
	 * developer whose case it is: another may have tried to file the same one.
	 */
	erasePersonalData({ developerId }: { developerId: string }): void {
		const known = this.#load();
		if (known?.state.developerId !== developerId || known.state.rec.email === null) return;
		const state = view.withoutEmail(known.state);
		this.ctx.storage.transactionSync(() => this.#store.saveState(state));
		this.#keep({ ...known, state });
	}

	/** Writes every copy in D1 anew, for an index that was lost or damaged. Idempotent. */
	async rewriteCopies(): Promise<"rewritten" | "unknown"> {
		const known = this.#load();
		if (!known) return "unknown";
		this.ctx.storage.transactionSync(() => {
			for (const entry of rebuiltCopies(known.state, this.#store.events())) this.#outbox.add(...entry);
		});
		this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		await this.#drain();
		return "rewritten";
	}

	/** Never throws: the platform gives up on an alarm that does so a few times. */
	override async alarm(): Promise<void> {
		try {
			if (!this.#load()) return;
			this.#moveBySelf({ kind: "expire" });
			await this.#drain();
			// Behind the deliveries, which do not wait for a node.
			if (await this.#watch.checkIfDue()) await this.#drain();
		} catch (cause) {
			console.error(JSON.stringify({ level: "error", event: "case-alarm", cause: String(cause) }));
			await this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		}
	}

	#load(): view.LoadedCase | null {
		if (this.#kept) return this.#kept;
		const stored = this.#store.load();
		return stored && this.#keep(stored);
	}

	#keep(stored: StoredCase): view.LoadedCase {
		const shown = this.#watch.withObservedExecution(stored.state);
		const record = JSON.stringify(caseRecordOf(shown, stored.transactions, stored.history));
		const loaded = { ...stored, shown, record };
		this.#kept = record.length <= MAX_KEPT_RECORD_LENGTH ? loaded : null;
		return loaded;
	}

	#commit(recorded: Recorded, before: Omit<StoredCase, "state">): view.LoadedCase {
		const { state, event, entry } = recorded;
		this.ctx.storage.transactionSync(() => {
			this.#store.save(recorded);
			this.#outbox.add(TOPIC.copies, String(state.version), copiesOf(recorded));
			if (event) this.#outbox.add(TOPIC.pointer, event.eventId, pointerOf(state, event));
		});
		// In the same turn as the transaction, so both are made durable together.
		this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		return this.#keep({ state, transactions: before.transactions, history: [...before.history, entry] });
	}

	/** A move that nobody asked for: by the clock, by what was seen on the chain, by what another has made possible. */
	#moveBySelf(command: MoveCommand): Decision["kind"] {
		const known = this.#load();
		if (!known) return "rejected";
		const recorded = recordMove(known.state, command, Date.now());
		if (recorded.kind === "moved") this.#commit(recorded, known);
		return recorded.kind;
	}

	/** What the case does by itself after a move, in the same turn. */
	#followUp(moved: view.LoadedCase): view.LoadedCase {
		const command = followUpOf(moved.state);
		if (command) this.#moveBySelf(command);
		return this.#load() ?? moved;
	}

	async #drainAWhile(): Promise<void> {
		const enough = new AbortController();
		const delivering = this.#deliver().finally(() => enough.abort());
		this.ctx.waitUntil(delivering.then((settle) => this.#settle(settle)));
		const waited = scheduler.wait(COPIES_WAIT_MS, { signal: enough.signal }).catch(() => {});
		await Promise.race([delivering, waited]);
	}

	async #drain(): Promise<void> {
		await this.#settle(await this.#deliver());
	}

	#deliver(): Promise<() => void> {
		return this.#outbox.deliver(caseDeliveries(this.env.DB, this.env.CASE_EVENTS));
	}

	/** Later, so that neither an answer nor an event that is about to leave waits for these writes. */
	async #settle(forgetArrived: () => void): Promise<void> {
		await scheduler.wait(SETTLE_AFTER_MS);
		forgetArrived();
		await this.#arm();
	}

	/** Sets the alarm to the earliest thing to do. */
	async #arm(): Promise<void> {
		const { state } = this.#load() ?? {};
		const expiry = state?.status === "created" ? state.expiresAt : null;
		this.#watch.startOrStop();
		const due = [this.#outbox.nextDueAt(), expiry, this.#watch.nextDueAt()].filter((time) => time !== null);
		if (due.length > 0) await this.ctx.storage.setAlarm(Math.max(Date.now(), Math.min(...due)));
		else await this.ctx.storage.deleteAlarm();
	}
}
