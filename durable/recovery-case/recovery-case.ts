/**
 * One object per case, named by its caseId: the single truth of a case, and the one place that moves it.
 *
 * Every move is load, decide, and one storage transaction that writes state, history entry, event and outbox
 * together and arms the alarm. What has to reach D1 and the queue follows before the answer where it can,
 * and from the alarm, with back-off, where it cannot. Methods return results; they do not throw.
 */
import { DurableObject } from "cloudflare:workers";
import type {
	CaseParties,
	CaseStanding,
	CreateResult,
	MoveResult,
	Openness,
	Viewer,
} from "../../src/recovery/core/case-messages.ts";
import { caseRecordOf } from "../../src/recovery/core/case-record.ts";
import type { CaseState, CreateCommand, MoveCommand } from "../../src/recovery/core/case-state.ts";
import { type Recorded, recordCreation, recordMove } from "../../src/recovery/core/history.ts";
import { isOpen } from "../../src/recovery/core/lifecycle.ts";
import { createOutbox, type Outbox } from "../outbox/outbox.ts";
import { caseDeliveries, confirmationOf, copiesOf, pointerOf, TOPIC } from "./case-copies.ts";
import { createCaseStore, type StoredCase } from "./case-store.ts";

/** The alarm is set this far ahead within a move, so that a crash right after it is made good. */
const RESCUE_AFTER_MS = 5_000;

export class RecoveryCase extends DurableObject<Env> {
	readonly #store = createCaseStore(this.ctx.storage);
	readonly #outbox: Outbox = createOutbox(this.ctx.storage.sql);
	#loaded: (StoredCase & { record: string }) | null = null;

	/** Creates the case, or answers a repeated creation by the same developer with the case as it stands. */
	async create(command: CreateCommand): Promise<CreateResult> {
		const known = this.#load();
		if (known) {
			const isRepeat =
				known.state.developerId === command.developerId && known.state.rec.email === command.rec.email;
			return isRepeat ? { kind: "known", record: known.record } : { kind: "taken" };
		}
		const created = this.#commit(recordCreation(command, Date.now()), {
			transactions: command.txs,
			history: [],
		});
		await this.#drain();
		return { kind: "created", record: created.record };
	}

	/** Moves the case, if it is there for this viewer and its state allows it. */
	async move(command: MoveCommand, viewer: Viewer): Promise<MoveResult> {
		const known = this.#load();
		if (!known || !isVisibleTo(known.state, viewer)) return { kind: "not_found" };
		const recorded = recordMove(known.state, command, Date.now());
		switch (recorded.kind) {
			case "refused":
				return { kind: "refused", reason: recorded.reason, status: known.state.status };
			case "unchanged":
				return { kind: "unchanged", record: known.record, standing: standingOf(known.state) };
			case "moved": {
				const { record, state } = this.#commit(recorded, known);
				await this.#drain();
				return { kind: "moved", record, standing: standingOf(state) };
			}
			default:
				return recorded satisfies never;
		}
	}

	/** The case as JSON text, or null where there is none for this viewer. */
	read(viewer: Viewer): string | null {
		const known = this.#load();
		return known && isVisibleTo(known.state, viewer) ? known.record : null;
	}

	/** The accounts whose signatures count, or null where there is no case. */
	parties(): CaseParties | null {
		const known = this.#load();
		if (!known) return null;
		const { caseId, jrcHash, developerId, rec } = known.state;
		const { lostAccount, recoveryAccount, chainId } = rec;
		return { caseId, jrcHash, developerId, lostAccount, recoveryAccount, chainId };
	}

	/** Whether the case can still move, if there is one. */
	openness(): Openness {
		const known = this.#load();
		if (!known) return "absent";
		return isOpen(known.state.status) ? "open" : "closed";
	}

	/** The consumer calls this when every endpoint has the event; only now the outbox forgets it. */
	async confirmEvent(eventId: string): Promise<void> {
		if (!this.#load()) return;
		this.ctx.storage.transactionSync(() => {
			const now = Date.now();
			if (!this.#store.confirmEvent(eventId, now)) return;
			this.#outbox.remove(TOPIC.pointer, eventId);
			this.#outbox.add(TOPIC.confirmation, eventId, confirmationOf(eventId, now));
		});
		await this.#drain();
	}

	/** Never throws: the platform gives up on an alarm that does so a few times. */
	override async alarm(): Promise<void> {
		try {
			const known = this.#load();
			if (!known) return;
			const recorded = recordMove(known.state, { kind: "expire" }, Date.now());
			if (recorded.kind === "moved") this.#commit(recorded, known);
			await this.#drain();
		} catch (cause) {
			console.error(JSON.stringify({ level: "error", event: "case-alarm", cause: String(cause) }));
			await this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		}
	}

	#load(): (StoredCase & { record: string }) | null {
		if (this.#loaded) return this.#loaded;
		const stored = this.#store.load();
		return stored && this.#remember(stored);
	}

	#remember(stored: StoredCase): StoredCase & { record: string } {
		const record = JSON.stringify(caseRecordOf(stored.state, stored.transactions, stored.history));
		this.#loaded = { ...stored, record };
		return this.#loaded;
	}

	#commit(recorded: Recorded, before: Omit<StoredCase, "state">): StoredCase & { record: string } {
		const { state, event, entry } = recorded;
		this.ctx.storage.transactionSync(() => {
			this.#store.save(recorded);
			this.#outbox.add(TOPIC.copies, String(state.version), copiesOf(recorded));
			if (event) this.#outbox.add(TOPIC.pointer, event.eventId, pointerOf(state.caseId, event));
		});
		// In the same turn as the transaction, so both are made durable together.
		this.ctx.storage.setAlarm(Date.now() + RESCUE_AFTER_MS);
		return this.#remember({ state, transactions: before.transactions, history: [...before.history, entry] });
	}

	async #drain(): Promise<void> {
		await this.#outbox.drain(caseDeliveries(this.env.DB, this.env.CASE_EVENTS));
		const { state } = this.#load() ?? {};
		const expiry = state?.status === "created" ? state.expiresAt : null;
		const due = [this.#outbox.nextDueAt(), expiry].filter((time) => time !== null);
		if (due.length > 0) await this.ctx.storage.setAlarm(Math.min(...due));
		else await this.ctx.storage.deleteAlarm();
	}
}

function isVisibleTo(state: CaseState, viewer: Viewer): boolean {
	switch (viewer.kind) {
		case "signer":
			return true;
		case "developer":
			return state.developerId === viewer.developerId;
		default:
			return viewer satisfies never;
	}
}

function standingOf({ caseId, jrcHash, status, statusReason }: CaseState): CaseStanding {
	return { caseId, jrcHash, status, statusReason };
}
