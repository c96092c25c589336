/** What an endpoint is told to do, how it fares, and its secrets. Synchronous; writes belong into a transaction. */
import * as z from "zod";
import { lazy } from "../../src/kernel/once.ts";
import { type Sealed, sealedSchema } from "../../src/kernel/sealing.ts";
import { EVENT_TYPES, type EventType } from "../../src/recovery/case/case-state.ts";
import { type EndpointHealth, HEALTHY, isBreakerOpen } from "../../src/webhooks/delivery/endpoint-health.ts";
import {
	DISABLED_REASONS,
	type DisabledReason,
	type EndpointView,
} from "../../src/webhooks/endpoint/endpoint.ts";
import type { CreateInput, SealedSecret } from "../../src/webhooks/endpoint/endpoint-messages.ts";

const DAY_MS = 86_400_000;
/** The success rate is over so many days, today's included. */
const RATE_DAYS = 7;

const healthSchema = lazy(
	() =>
		z.object({
			failuresInARow: z.int(),
			failingSince: z.int().nullable(),
			failedEvents: z.int(),
			probeAt: z.int().nullable(),
			probeWaitMs: z.int(),
		}) satisfies z.ZodType<EndpointHealth>,
);

const endpointRow = lazy(() =>
	z
		.object({
			endpoint_id: z.string(),
			developer_id: z.string(),
			url: z.string(),
			description: z.string().nullable(),
			event_types: z.string(),
			disabled_reason: z.enum(DISABLED_REASONS).nullable(),
			health: z.string(),
			created_at: z.int(),
			last_success_at: z.int().nullable(),
			last_failure_at: z.int().nullable(),
			registration_due_at: z.int().nullable(),
		})
		.transform((row) => ({
			endpointId: row.endpoint_id,
			developerId: row.developer_id,
			url: row.url,
			description: row.description,
			eventTypes: z.array(z.enum(EVENT_TYPES)).parse(JSON.parse(row.event_types)),
			disabledReason: row.disabled_reason,
			health: healthSchema().parse(JSON.parse(row.health)) as EndpointHealth,
			createdAt: row.created_at,
			lastSuccessAt: row.last_success_at,
			lastFailureAt: row.last_failure_at,
			/** When the object looks whether D1 knows of it; null once it does. */
			registrationDueAt: row.registration_due_at,
		})),
);
export type Endpoint = z.infer<ReturnType<typeof endpointRow>>;

const secretRow = lazy(() =>
	z.object({ secret_id: z.string(), sealed: z.string(), ends_at: z.int().nullable() }),
);
const rateRow = lazy(() => z.object({ succeeded: z.number(), failed: z.number() }));

type KeptSecret = SealedSecret & { endsAt: number | null };

export type EndpointStore = ReturnType<typeof createEndpointStore>;

export function createEndpointStore(sql: SqlStorage) {
	// Both are asked for at every attempt.
	let kept: Endpoint | undefined;
	let keptSecrets: KeptSecret[] | undefined;
	/** Attempts that are not in storage yet. */
	let uncounted = { succeeded: 0, failed: 0 };

	/** Undefined before `create`. */
	function load(): Endpoint | undefined {
		if (!kept) {
			const [row] = sql.exec("SELECT * FROM endpoint").toArray();
			kept = row && endpointRow().parse(row);
		}
		return kept;
	}

	function create(input: CreateInput, registrationDueAt: number): void {
		sql.exec(
			`INSERT INTO endpoint (id, endpoint_id, developer_id, url, description, event_types, health, created_at,
			registration_due_at) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)`,
			input.endpointId,
			input.developerId,
			input.url,
			input.description,
			JSON.stringify(input.eventTypes),
			JSON.stringify(HEALTHY),
			input.now,
			registrationDueAt,
		);
		insertSecret(input.secret);
	}

	/** Writes what is named and leaves the rest. */
	function change(changes: {
		url?: string | undefined;
		description?: string | null | undefined;
		eventTypes?: EventType[] | undefined;
		disabledReason?: DisabledReason | null;
		registrationDueAt?: number | null;
		health?: EndpointHealth;
		lastSuccessAt?: number;
		lastFailureAt?: number;
	}): void {
		const { eventTypes, health } = changes;
		const columns = {
			url: changes.url,
			description: changes.description,
			event_types: eventTypes && JSON.stringify(eventTypes),
			disabled_reason: changes.disabledReason,
			registration_due_at: changes.registrationDueAt,
			health: health && JSON.stringify(health),
			last_success_at: changes.lastSuccessAt,
			last_failure_at: changes.lastFailureAt,
		};
		const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
		if (changed.length === 0) return;
		const named = Object.entries(changes).filter(([, value]) => value !== undefined);
		kept = kept && { ...kept, ...Object.fromEntries(named) };
		const names = changed.map(([name]) => `${name} = ?`).join(", ");
		sql.exec(`UPDATE endpoint SET ${names}`, ...changed.map(([, value]) => value as string | number | null));
	}

	function insertSecret({ secretId, sealed }: SealedSecret): void {
		keptSecrets = undefined;
		sql.exec("INSERT INTO secrets (secret_id, sealed) VALUES (?, ?)", secretId, JSON.stringify(sealed));
	}

	/**
	 * The new secret signs from now on, and the one that did until `endsAt`. Those before it keep the end that their
	 * owner was told, two of them at most; where `endsAt` is now, all of them end.
	 */
	function rotateSecret(secret: SealedSecret, now: number, endsAt: number): void {
		if (endsAt > now) sql.exec("UPDATE secrets SET ends_at = ? WHERE ends_at IS NULL", endsAt);
		else sql.exec("DELETE FROM secrets");
		sql.exec(
			"DELETE FROM secrets WHERE number NOT IN (SELECT number FROM secrets ORDER BY number DESC LIMIT 2)",
		);
		insertSecret(secret);
	}

	/** Newest first. */
	function allSecrets(): KeptSecret[] {
		keptSecrets ??= sql
			.exec("SELECT secret_id, sealed, ends_at FROM secrets ORDER BY number DESC")
			.toArray()
			.map((row) => {
				const { secret_id: secretId, sealed, ends_at: endsAt } = secretRow().parse(row);
				return { secretId, sealed: sealedSchema().parse(JSON.parse(sealed)), endsAt };
			});
		return keptSecrets;
	}

	/** Those that sign now, newest first. */
	function secrets(now: number): KeptSecret[] {
		return allSecrets().filter(({ endsAt }) => endsAt === null || endsAt > now);
	}

	function resealSecret(secretId: string, sealed: Sealed): void {
		keptSecrets = undefined;
		sql.exec("UPDATE secrets SET sealed = ? WHERE secret_id = ?", JSON.stringify(sealed), secretId);
	}

	/** When a secret stops signing, after which it is forgotten; null where none will. */
	function nextSecretEndAt(): number | null {
		const ends = allSecrets().flatMap(({ endsAt }) => endsAt ?? []);
		return ends.length > 0 ? Math.min(...ends) : null;
	}

	function forgetEndedSecrets(now: number): void {
		keptSecrets = undefined;
		sql.exec("DELETE FROM secrets WHERE ends_at <= ?", now);
	}

	/** Counts an attempt for the success rate; `writeCounts` makes it last. A crash in between loses a few. */
	function countAttempt(isSuccess: boolean): void {
		if (isSuccess) uncounted.succeeded++;
		else uncounted.failed++;
	}

	function writeCounts(now: number): void {
		const { succeeded, failed } = uncounted;
		if (succeeded + failed === 0) return;
		sql.exec(
			`INSERT INTO attempt_days (day, succeeded, failed) VALUES (?1, ?2, ?3)
			ON CONFLICT (day) DO UPDATE SET succeeded = succeeded + ?2, failed = failed + ?3`,
			Math.floor(now / DAY_MS),
			succeeded,
			failed,
		);
		uncounted = { succeeded: 0, failed: 0 };
	}

	function forgetOldCounts(now: number): void {
		sql.exec("DELETE FROM attempt_days WHERE day <= ?", Math.floor(now / DAY_MS) - RATE_DAYS);
	}

	function successRate(now: number): number | null {
		const counts = sql.exec(
			"SELECT TOTAL(succeeded) AS succeeded, TOTAL(failed) AS failed FROM attempt_days WHERE day > ?",
			Math.floor(now / DAY_MS) - RATE_DAYS,
		);
		const written = rateRow().parse(counts.one());
		const succeeded = written.succeeded + uncounted.succeeded;
		const all = succeeded + written.failed + uncounted.failed;
		return all === 0 ? null : succeeded / all;
	}

	function view(endpoint: Endpoint, now: number): EndpointView {
		const { disabledReason, health } = endpoint;
		const enabled = disabledReason === null;
		const whenEnabled = isBreakerOpen(health) ? "failing" : "healthy";
		return {
			endpointId: endpoint.endpointId,
			url: endpoint.url,
			description: endpoint.description,
			eventTypes: endpoint.eventTypes,
			enabled,
			status: enabled ? whenEnabled : "disabled",
			disabledReason,
			createdAt: endpoint.createdAt,
			lastSuccessAt: endpoint.lastSuccessAt,
			lastFailureAt: endpoint.lastFailureAt,
			successRate: successRate(now),
			previousSecretEndsAt: lastEnd(secrets(now)),
		};
	}

	/** Reads from storage again: after everything was deleted, or a transaction failed. */
	function forget(): void {
		kept = undefined;
		keptSecrets = undefined;
	}

	return {
		load,
		create,
		change,
		rotateSecret,
		secrets,
		resealSecret,
		nextSecretEndAt,
		forgetEndedSecrets,
		countAttempt,
		writeCounts,
		forgetOldCounts,
		view,
		forget,
	};
}

function lastEnd(secrets: readonly { endsAt: number | null }[]): number | null {
	const ends = secrets.flatMap(({ endsAt }) => endsAt ?? []);
	return ends.length > 0 ? Math.max(...ends) : null;
}
