/**
 * The floor's case object: the service's tables, the same rows and the same order of durable steps (one transaction
 * with the alarm, then D1 and the queue, then the outbox), in the fewest statements.
 */
import { DurableObject } from "cloudflare:workers";
import { migrations } from "../../../durable/recovery-case/migrations/recovery-case-migrations.ts";
import type { FloorStorage } from "./floor-storage.ts";

const RESCUE_AFTER_MS = 5_000;

/** All rows that the object writes, made by the handler. */
export type Creation = {
	caseId: string;
	jrcHash: string;
	eventId: string;
	developerId: string;
	lostAccount: string;
	recoveryAccount: string;
	chainId: number;
	reason: string;
	state: string;
	entry: string;
	payload: string;
	event: string;
	record: string;
	expiresAt: number;
};

const TYPE = "recovery_case.created";
const INDEX_CASE = `INSERT INTO recovery_cases
	(case_id, jrc_hash, developer_id, source, lost_account, recovery_account, chain_id, reason, status,
		status_reason, tx_hash, execute_after, created_at, updated_at, version)
	VALUES (?1, ?2, ?3, 'api', ?4, ?5, ?6, ?7, 'created', NULL, NULL, NULL, ?8, ?8, 1)
	ON CONFLICT (case_id) DO UPDATE SET status = excluded.status, version = excluded.version
	WHERE excluded.version > recovery_cases.version`;
const INDEX_EVENT = `INSERT INTO events (developer_id, case_id, event_id, sequence, type, body, created_at)
	VALUES (?, ?, ?, 1, '${TYPE}', ?, ?) ON CONFLICT (event_id) DO NOTHING`;
const CONFIRM_EVENT =
	"UPDATE events SET confirmed_at = COALESCE(confirmed_at, ?) WHERE event_id = ? RETURNING seq";
const ADD_TO_OUTBOX = "INSERT INTO outbox (topic, key, payload, attempts, due_at) VALUES (?, ?, ?, 1, ?)";
const REMOVE_FROM_OUTBOX = "DELETE FROM outbox WHERE topic = ? AND key = ?";

export class FloorCase extends DurableObject<FloorStorage> {
	#record: string | null = null;

	async create(creation: Creation): Promise<string> {
		const now = Date.now();
		this.#commit(creation, now);
		await Promise.all([
			this.#index(creation, now),
			this.env.CASE_EVENTS.send({ caseId: creation.caseId, eventId: creation.eventId }),
		]);
		this.ctx.storage.sql.exec(REMOVE_FROM_OUTBOX, "copies", "1");
		this.ctx.storage.setAlarm(now + RESCUE_AFTER_MS);
		this.#record = creation.record;
		return creation.record;
	}

	/** The record alone, for the benchmark of reads. */
	put(record: string): void {
		const { sql } = this.ctx.storage;
		for (const step of migrations) sql.exec(step);
		sql.exec("INSERT INTO case_state (id, state) VALUES (1, ?)", record);
	}

	/** Read once and cached, like in the service's object. */
	read(): string {
		this.#record ??= String(this.ctx.storage.sql.exec("SELECT state FROM case_state").one().state);
		return this.#record;
	}

	async confirm(eventId: string, expiresAt: number): Promise<void> {
		const { storage } = this.ctx;
		const now = Date.now();
		storage.transactionSync(() => {
			storage.sql.exec("UPDATE events SET confirmed_at = ? WHERE event_id = ?", now, eventId);
			storage.sql.exec(REMOVE_FROM_OUTBOX, "pointer", eventId);
			storage.sql.exec(ADD_TO_OUTBOX, "confirmation", eventId, eventId, now + RESCUE_AFTER_MS);
		});
		await this.env.DB.prepare(CONFIRM_EVENT).bind(now, eventId).all();
		storage.sql.exec(REMOVE_FROM_OUTBOX, "confirmation", eventId);
		storage.setAlarm(expiresAt);
	}

	override alarm(): void {}

	#commit({ state, entry, payload, event, eventId, caseId }: Creation, now: number): void {
		const { storage } = this.ctx;
		const due = now + RESCUE_AFTER_MS;
		storage.transactionSync(() => {
			for (const step of migrations) storage.sql.exec(step);
			storage.sql.exec("INSERT INTO case_state (id, state) VALUES (1, ?)", state);
			storage.sql.exec("INSERT INTO history (sequence, entry, payload) VALUES (1, ?, ?)", entry, payload);
			storage.sql.exec(
				`INSERT INTO events (sequence, event_id, type, body, created_at) VALUES (1, ?, '${TYPE}', ?, ?)`,
				eventId,
				event,
				now,
			);
			storage.sql.exec(ADD_TO_OUTBOX, "copies", "1", state, due);
			storage.sql.exec(ADD_TO_OUTBOX, "pointer", eventId, caseId, due);
		});
		storage.setAlarm(due);
	}

	async #index(creation: Creation, now: number): Promise<void> {
		const { caseId, jrcHash, developerId, lostAccount, recoveryAccount, chainId, reason } = creation;
		await this.env.DB.batch([
			this.env.DB.prepare(INDEX_CASE).bind(
				caseId,
				jrcHash,
				developerId,
				lostAccount,
				recoveryAccount,
				chainId,
				reason,
				now,
			),
			this.env.DB.prepare(INDEX_EVENT).bind(developerId, caseId, creation.eventId, creation.event, now),
		]);
	}
}
