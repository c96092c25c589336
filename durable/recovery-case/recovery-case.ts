/**
 * One object per case, its source of truth (recovery.md "One object per case"). State, history, event and outbox
 * entries are written in one transaction. A caller's mistake is a returned reason, never an exception.
 *
 * Over 300 lines, because the methods of an object must be in one class.
 */
import { DurableObject } from "cloudflare:workers";
import { configOf } from "../../src/config/config.ts";
import { isGenerationRefused } from "../../src/db/build-check.ts";
import type { Hex } from "../../src/kernel/encoding/hex.ts";
import { failure, isFailure } from "../../src/kernel/errors/failure.ts";
import { log } from "../../src/kernel/log.ts";
import { withTimeout } from "../../src/kernel/time/with-timeout.ts";
import type { ObjectDump } from "../../src/operator-jobs/export/object-dump.ts";
import type { OfferedDocument } from "../../src/protocol/case-documents.ts";
import { caseRecordOf } from "../../src/protocol/case-record.ts";
import type { CaseDocument, CreateCommand, MoveCommand } from "../../src/protocol/case-state.ts";
import type { Decision } from "../../src/protocol/decision.ts";
import { clockMoveOf, followUpOf, isOpen } from "../../src/protocol/lifecycle.ts";
import type { NodePayer } from "../../src/quota/node-requests.ts";
import { wireBudgets } from "../../src/quota/wire.ts";
import {
	type Caller,
	canMove,
	type Filer,
	type ViewerRole,
	viewerRoleOf,
	visibilityOf,
} from "../../src/recovery/case/case-access.ts";
import type {
	CaseParties,
	CreateResult,
	EvidenceSource,
	LinkUse,
	MoveResult,
	Openness,
} from "../../src/recovery/case/case-messages.ts";
import {
	type CaseEvent,
	type Recorded,
	recordCreation,
	recordMove,
} from "../../src/recovery/case/history.ts";
import * as documents from "../../src/recovery/documents/document-access.ts";
import { createChainWatch } from "../../src/recovery/execution/chain-watch.ts";
import {
	canReport,
	type ExecutionStanding,
	type Reporter,
	type ReportResult,
} from "../../src/recovery/execution/execution-messages.ts";
import type { ModuleCase } from "../../src/recovery/module/module-messages.ts";
import type { QueuedEvent } from "../../src/webhooks/endpoint/endpoint.ts";
import { createOutbox, type Outbox, type OutboxEntry } from "../outbox/outbox.ts";
import { dumpOf, restoreInto } from "../storage/dump.ts";
import { openSchema } from "../storage/migrate.ts";
import { caseDeliveries, confirmationOf, entriesOf, rebuiltCopies, TOPIC } from "./case-copies.ts";
import { createCaseStore, type StoredCase } from "./case-store.ts";
import * as view from "./case-view.ts";
import { createCaseWatch } from "./case-watch.ts";
import { closeSpeaker, createLiveSockets } from "./live-sockets.ts";
import { migrations } from "./migrations/recovery-case-migrations.ts";
import { createWatchStore } from "./watch-store.ts";

/** A move sets the alarm, so that a crash is repaired. */
const RESCUE_AFTER_MS = 5_000;

const TOO_OLD_RETRY_MS = 60_000;

/** Longer than an event usually waits for its confirmation, which cleans up too; much shorter than the first retry. */
const CLEAN_UP_AFTER_MS = 500;

/** A response waits no longer for the copies in D1, because the case is durable. */
const COPIES_WAIT_MS = 2_000;

/** Larger cases are read from storage every time, to save the isolate's memory. */
const MAX_CACHED_RECORD_LENGTH = 64 * 1024;

export class RecoveryCase extends DurableObject<Env> {
	readonly #schema = openSchema(this.ctx.storage, migrations);
	readonly #store = createCaseStore(this.ctx.storage, this.#schema);
	readonly #outbox: Outbox = createOutbox(this.ctx.storage.sql, { inOrder: [TOPIC.copies] });
	readonly #live = createLiveSockets(this.ctx);
	readonly #watch = createCaseWatch({
		store: createWatchStore(this.ctx.storage, this.#schema),
		database: this.env.DB,
		chain: () => {
			const config = configOf(this.env);
			return createChainWatch(config, wireBudgets(this.env, config));
		},
		hasRpc: (chainId) => configOf(this.env).rpcUrls.has(chainId),
		case: { current: () => this.#load(), move: (command) => this.#moveAutomatically(command) },
		onChange: () => {
			this.#cached = null;
			// The version stays, but the record may show another execution.
			const loaded = this.#load();
			if (loaded) this.#live.push(loaded.state.version, Date.now());
		},
	});
	#cached: view.LoadedCase | null = null;
	#completing: Promise<void> | null = null;
	/** Removes what was delivered, with the next write or after `CLEAN_UP_AFTER_MS`. */
	#removals: (() => void)[] = [];

	/** @param network the name of the filer's network, which only the watch keeps */
	async create(command: CreateCommand, caller: Filer, network: string | null = null): Promise<CreateResult> {
		const existing = this.#load();
		if (existing) {
			const result = view.repeatedCreation(existing, command, caller);
			if (!isFailure(result) && !(await this.#completeCopies())) return failure("not_indexed", null);
			return result;
		}
		// In the turn of the commit, so that no case is created after the end.
		if (command.link && Date.now() > command.link.until) return failure("reservation_ended", null);
		const recorded = recordCreation(command, Date.now());
		const entries = this.#schema.transaction(() => {
			this.#store.save(recorded);
			return this.#outbox.addFirst(entriesOf(recorded, []));
		});
		const created = this.#committed(recorded, { transactions: command.txs, history: [] });
		this.#watch.startOrStop(network);
		await this.#deliverForAWhile(entries);
		return { kind: "created", ...view.viewFor(caller, created) };
	}

	/** @param upon the version that was decided upon; a move of any other is rejected */
	async move(command: MoveCommand, caller: Caller, upon?: number): Promise<MoveResult> {
		const before = this.#load();
		if (!before || !canMove(before.state, caller)) return failure("not_found", null);
		const { status, version } = before.state;
		if (
			upon !== undefined &&
			upon !== version &&
			recordMove(before.state, command, Date.now()).kind === "moved"
		)
			return failure("outdated", { status });
		const claimed = await this.#watch.claimBefore(before.state, command);
		if (claimed === "unavailable") return failure("unavailable_storage", null);
		// The case may have moved during the claim, so everything is decided again.
		const current = this.#load() ?? before;
		if (current.state.version !== before.state.version) return this.move(command, caller, upon);
		const recorded = recordMove(current.state, command, Date.now());
		switch (recorded.kind) {
			case "rejected":
				return failure(recorded.reason, { status: current.state.status });
			case "unchanged":
				await this.#completeCopies();
				return { kind: "unchanged", ...view.viewFor(caller, current) };
			case "moved": {
				const committed = this.#commit(recorded, current);
				const moved = claimed === "claimed" ? this.#followUp(committed) : committed;
				await this.#deliverForAWhile();
				return { kind: "moved", ...view.viewFor(caller, moved) };
			}
			default:
				return recorded satisfies never;
		}
	}

	async reportExecution(txHashes: readonly Hex[], reporter: Reporter, by: NodePayer): Promise<ReportResult> {
		const before = this.#load();
		if (!before || !canReport(before.state, reporter)) return failure("not_found", null);
		const reported = await this.#watch.report(txHashes, by, reporter);
		// In the turn that stored the check, so that a crash loses no check.
		await this.#setAlarm();
		if (this.#outbox.nextDueAt() !== null) await this.#deliverForAWhile();
		const current = this.#load() ?? before;
		if (isFailure(reported)) return reported;
		if (reported.kind === "judged") return { kind: "settled", record: current.record };
		return { ...reported, standing: view.standingOf(current.state) };
	}

	/** What the last check of reported transactions has shown; null if the caller may not see the case. */
	executionStanding(caller: Caller): ExecutionStanding | null {
		const loaded = this.#load();
		if (!loaded || visibilityOf(loaded.state, caller) === "none") return null;
		return { standing: view.standingOf(loaded.state), observation: this.#watch.lastObservation() };
	}

	/** Takes an event of the recovery module. False if the chain must be asked again. */
	async observeModule(
		command: Extract<MoveCommand, { kind: "observe_module" }>,
		by: NodePayer,
	): Promise<boolean> {
		const before = this.#load();
		if (!before) return true;
		if (command.event === "executed" && isOpen(before.state.status)) {
			const reported = await this.#watch.report([command.txHash], by, { kind: "module" });
			if (isFailure(reported) && reported.reason === "unavailable_chain") return false;
		}
		// A proven execution says it better.
		if (this.#load()?.state.status !== "executed") this.#moveAutomatically(command);
		await this.#setAlarm();
		if (this.#outbox.nextDueAt() !== null) await this.#deliverForAWhile();
		return true;
	}

	offerDocument(offered: OfferedDocument, caller: Caller): documents.DocumentOffer {
		const loaded = this.#load();
		return loaded ? documents.offerDocument(loaded.state, offered, caller) : failure("not_found", null);
	}

	/** The result may name an equal document that a concurrent request added first. */
	async addDocument(document: documents.NewDocument, caller: Caller): Promise<documents.AddDocumentResult> {
		const offer = this.offerDocument(document, caller);
		if (isFailure(offer) || offer.kind !== "free") return offer;
		const moved = await this.move({ kind: "add_document", by: offer.by, document }, caller);
		if (isFailure(moved)) return moved;
		const after = this.offerDocument(document, caller);
		return !isFailure(after) && after.kind === "free" ? failure("not_found", null) : after;
	}

	findDocument(documentId: string, caller: Caller): CaseDocument | null {
		const loaded = this.#load();
		return loaded && documents.findDocument(loaded.state, documentId, caller);
	}

	/** Null if the caller may not see the case. */
	moduleCase(caller: Caller): ModuleCase | null {
		const loaded = this.#load();
		return loaded && visibilityOf(loaded.state, caller) !== "none" ? view.moduleCaseOf(loaded) : null;
	}

	/** JSON text; null if the caller may not see the case. */
	read(caller: Caller): string | null {
		const loaded = this.#load();
		return loaded && view.viewFor(caller, loaded).record;
	}

	/** null if the caller may not see the case. */
	viewerOf(caller: Caller): ViewerRole | null {
		const loaded = this.#load();
		return loaded && viewerRoleOf(loaded.state, caller);
	}

	/** Without the e-mail address; null if the caller may not see the case. */
	evidence(caller: Caller): EvidenceSource | null {
		const loaded = this.#load();
		if (!loaded || visibilityOf(loaded.state, caller) === "none") return null;
		const state = view.withoutEmail(loaded.state);
		return { state, history: this.#store.payloads(), events: this.#store.events() };
	}

	/** Oldest first; null if the caller may not see the case. */
	eventsAfter(caller: Caller, after: number, limit: number): CaseEvent[] | null {
		const loaded = this.#load();
		if (!loaded || visibilityOf(loaded.state, caller) === "none") return null;
		return this.#store.eventsAfter(after, limit);
	}

	/** The accounts whose signatures count; null if the caller may not move the case. */
	parties(caller: Caller): CaseParties | null {
		const loaded = this.#load();
		return loaded && canMove(loaded.state, caller) ? view.partiesOf(loaded.state, caller) : null;
	}

	openness(): Openness {
		return view.opennessOf(this.#load());
	}

	/** Writes the use of the link to D1 if a crash or an outage left it pending. */
	async linkUse(linkId: string): Promise<LinkUse> {
		const loaded = this.#load();
		if (loaded?.state.linkId !== linkId) return loaded ? "other" : "absent";
		await this.#completeCopies();
		return "this";
	}

	/** An event and the developer who receives it; null if the case has no such event. */
	eventToDeliver(eventId: string): { developerId: string | null; event: QueuedEvent } | null {
		const loaded = this.#load();
		const event = loaded && this.#store.findEvent(eventId);
		return event ? { developerId: loaded.state.developerId, event } : null;
	}

	/**
	 * Removes an event that every endpoint has from the outbox.
	 *
	 * @param indexedAt when the consumer wrote the confirmation to D1, in unix milliseconds; if absent, the outbox
	 * writes it
	 * @param owner the developer who would have received it; if another owns the case, the event stays
	 */
	confirmEvent(
		eventId: string,
		indexedAt?: number,
		owner?: string | null,
	): "confirmed" | "unknown" | "other_developer" {
		const loaded = this.#load();
		if (!loaded) return "unknown";
		if (owner !== undefined && owner !== loaded.state.developerId) return "other_developer";
		const isIndexed = indexedAt !== undefined;
		// Without a savepoint, which costs as much as a write (ADR 20): each statement is consistent alone, in this order.
		const now = indexedAt ?? Date.now();
		if (!this.#store.confirmEvent(eventId, now)) return "unknown";
		if (!isIndexed) this.#outbox.add(TOPIC.confirmation, eventId, confirmationOf(eventId, now));
		this.#outbox.remove(TOPIC.pointer, eventId);
		this.#removeDelivered();
		if (!isIndexed) this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		this.ctx.waitUntil(isIndexed ? this.#setAlarm() : this.#deliverAll());
		return "confirmed";
	}

	/**
	 * Erases the claimant's e-mail address, unless another developer owns the case. The history has only its hash.
	 * Idempotent.
	 */
	erasePersonalData({ developerId }: { developerId: string }): void {
		const loaded = this.#load();
		if (loaded?.state.developerId !== developerId || loaded.state.rec.email === null) return;
		const state = view.withoutEmail(loaded.state);
		this.#schema.transaction(() => this.#store.saveState(state));
		this.#cache({ ...loaded, state });
	}

	/** Repairs an index that was lost or damaged. Idempotent. */
	async rewriteCopies(): Promise<"rewritten" | "unknown"> {
		const loaded = this.#load();
		if (!loaded) return "unknown";
		this.#schema.transaction(() => {
			for (const entry of rebuiltCopies(loaded, this.#store.events())) this.#outbox.add(...entry);
		});
		this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		await this.#deliverAll();
		return "rewritten";
	}

	/** Opens a live socket for a session that the Worker has authorised. */
	override fetch(request: Request): Response {
		const loaded = this.#load();
		if (!loaded) return new Response(null, { status: 404 });
		return this.#live.connect(request, loaded.state.version, Date.now());
	}

	/** Of a session that has ended. */
	closeLiveSockets({ sessionId }: { sessionId: string }): void {
		this.#live.closeSockets(sessionId, Date.now());
	}

	override webSocketMessage(socket: WebSocket): void {
		closeSpeaker(socket);
	}

	/** Never throws, because the platform abandons an alarm that throws several times. */
	override async alarm(): Promise<void> {
		try {
			const loaded = this.#load();
			if (!loaded) return;
			if (await isGenerationRefused(this.env, "case alarm")) {
				await this.ctx.storage.setAlarm(Date.now() + TOO_OLD_RETRY_MS);
				return;
			}
			const byClock = clockMoveOf(loaded.state);
			if (byClock) this.#moveAutomatically({ kind: byClock.kind });
			await this.#deliverAll();
			// After the deliveries, so that they do not wait for a node.
			if (await this.#watch.checkIfDue()) await this.#deliverAll();
		} catch (cause) {
			log.error("case-alarm", { cause });
			await this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		}
	}

	#load(): view.LoadedCase | null {
		if (this.#cached) return this.#cached;
		const stored = this.#store.load();
		return stored && this.#cache(stored);
	}

	#cache(stored: StoredCase): view.LoadedCase {
		const shownState = this.#watch.withObservedExecution(stored.state);
		const record = JSON.stringify(caseRecordOf(shownState, stored.transactions, stored.history));
		const loaded = { ...stored, shownState, record };
		this.#cached = record.length <= MAX_CACHED_RECORD_LENGTH ? loaded : null;
		return loaded;
	}

	#commit(recorded: Recorded, before: Omit<StoredCase, "state">): view.LoadedCase {
		this.#schema.transaction(() => {
			this.#store.save(recorded);
			this.#removeDelivered();
			for (const entry of entriesOf(recorded, before.history)) this.#outbox.add(...entry);
		});
		return this.#committed(recorded, before);
	}

	#committed({ state, entry }: Recorded, before: Omit<StoredCase, "state">): view.LoadedCase {
		// In the same turn as the transaction, so that both become durable together.
		this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		this.#live.push(state.version, Date.now());
		return this.#cache({ state, transactions: before.transactions, history: [...before.history, entry] });
	}

	/** For moves by the clock, by the chain, or as a follow-up. */
	#moveAutomatically(command: MoveCommand): Decision["kind"] {
		const loaded = this.#load();
		if (!loaded) return "rejected";
		const recorded = recordMove(loaded.state, command, Date.now());
		if (recorded.kind === "moved") this.#commit(recorded, loaded);
		return recorded.kind;
	}

	#followUp(moved: view.LoadedCase): view.LoadedCase {
		const command = followUpOf(moved.state);
		if (command) this.#moveAutomatically(command);
		return this.#load() ?? moved;
	}

	/** Waits at most `COPIES_WAIT_MS`. The deliveries continue after the response. */
	async #deliverForAWhile(first?: readonly OutboxEntry[]): Promise<void> {
		const done = new AbortController();
		const delivering = this.#deliver(first).finally(() => done.abort());
		this.ctx.waitUntil(delivering.then((removeDelivered) => this.#cleanUp(removeDelivered)));
		const timeout = scheduler.wait(COPIES_WAIT_MS, { signal: done.signal }).catch(() => {});
		await Promise.race([delivering, timeout]);
	}

	/**
	 * Writes copies that a crash or an outage left pending. Waits at most `COPIES_WAIT_MS`.
	 *
	 * @returns whether D1 has all copies
	 */
	async #completeCopies(): Promise<boolean> {
		this.#removeDelivered();
		if (!this.#outbox.has(TOPIC.copies)) return true;
		// Concurrent repetitions share one delivery.
		this.#completing ??= this.#deliverCopiesNow().finally(() => {
			this.#completing = null;
		});
		await withTimeout(this.#completing, COPIES_WAIT_MS).catch(() => undefined);
		return !this.#outbox.has(TOPIC.copies);
	}

	async #deliverCopiesNow(): Promise<void> {
		const deliveries = caseDeliveries(this.env.DB, this.env.CASE_EVENTS);
		const removeDelivered = await this.#outbox.deliverNow(TOPIC.copies, deliveries);
		removeDelivered();
		await this.#setAlarm();
	}

	async #deliverAll(): Promise<void> {
		const removeDelivered = await this.#deliver();
		removeDelivered();
		await this.#setAlarm();
	}

	/** For the operator's export. */
	dump(): ObjectDump | null {
		return dumpOf(this.ctx.storage);
	}

	/** False for a case that exists. */
	async restore(dump: ObjectDump): Promise<boolean> {
		const isRestored = restoreInto(this.ctx.storage, this.#schema, dump);
		if (isRestored) await this.#setAlarm();
		return isRestored;
	}

	#deliver(first?: readonly OutboxEntry[]): Promise<() => void> {
		return this.#outbox.deliver(caseDeliveries(this.env.DB, this.env.CASE_EVENTS), first);
	}

	/** Waits first, so that neither the response nor an event waits for these writes. */
	async #cleanUp(removeDelivered: () => void): Promise<void> {
		this.#removals.push(removeDelivered);
		await scheduler.wait(CLEAN_UP_AFTER_MS);
		if (!this.#removals.includes(removeDelivered)) return;
		this.#removeDelivered();
		await this.#setAlarm();
	}

	#removeDelivered(): void {
		for (const remove of this.#removals.splice(0)) remove();
	}

	async #setAlarm(): Promise<void> {
		const loaded = this.#load();
		const byClock = loaded && clockMoveOf(loaded.state);
		this.#watch.startOrStop();
		const times = [this.#outbox.nextDueAt(), byClock?.at ?? null, this.#watch.nextDueAt()];
		const due = times.filter((time) => time !== null);
		if (due.length > 0) await this.ctx.storage.setAlarm(Math.max(Date.now(), Math.min(...due)));
		else await this.ctx.storage.deleteAlarm();
	}
}
