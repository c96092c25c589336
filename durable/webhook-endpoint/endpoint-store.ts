/** Stores an endpoint's settings, health and secrets. Call writes inside a transaction. */
import { type Sealed, sealedSchema } from "../../src/kernel/crypto/sealing.ts";
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from "../../src/protocol/enumerations.ts";
import {
	type Form,
	list,
	nullable,
	type Of,
	object,
	oneOf,
	parseStored,
	text,
} from "../../src/protocol/form.ts";
import { type EndpointHealth, HEALTHY, isBreakerOpen } from "../../src/webhooks/delivery/endpoint-health.ts";
import {
	DISABLED_REASONS,
	type DisabledReason,
	type EndpointView,
} from "../../src/webhooks/endpoint/endpoint.ts";
import type { CreateInput, SealedSecret } from "../../src/webhooks/endpoint/endpoint-messages.ts";
import { columnsOf, integer, integerOrNull, rowsOf } from "../storage/rows.ts";
import type { Target } from "./sender.ts";

const DAY_MS = 86_400_000;
/** Days of the success rate, today included. */
const RATE_DAYS = 7;

const healthForm = object({
	failuresInARow: integer,
	failingSince: integerOrNull,
	failedEvents: integer,
	probeAt: integerOrNull,
	probeWaitMs: integer,
}) satisfies Form<EndpointHealth>;
const eventTypesForm = list(oneOf(...WEBHOOK_EVENT_TYPES));

const storedEndpoint = object({
	endpointId: text(),
	developerId: text(),
	url: text(),
	description: nullable(text()),
	eventTypes: text(),
	disabledReason: nullable(oneOf(...DISABLED_REASONS)),
	/** When the service disabled it; null once its owner is told by mail. */
	toTell: integerOrNull,
	health: text(),
	createdAt: integer,
	lastSuccessAt: integerOrNull,
	lastFailureAt: integerOrNull,
	/** Next check that D1 has the row; null once it has. */
	registrationDueAt: integerOrNull,
});
export type Endpoint = Omit<Of<typeof storedEndpoint>, "eventTypes" | "health"> & {
	eventTypes: WebhookEventType[];
	health: EndpointHealth;
};

const storedSecret = object({ secretId: text(), sealed: text(), endsAt: integerOrNull });
const rates = object({ succeeded: integer, failed: integer });

/** `endsAt`: null for the newest secret. */
type StoredSecret = SealedSecret & { endsAt: number | null };

export function createEndpointStore(sql: SqlStorage) {
	// Every attempt needs both.
	let cached: Endpoint | undefined;
	let cachedSecrets: StoredSecret[] | undefined;
	let unsavedCounts = { succeeded: 0, failed: 0 };

	/** Undefined before `create`. */
	function load(): Endpoint | undefined {
		if (!cached) {
			const [row] = rowsOf(storedEndpoint, sql.exec(`SELECT ${columnsOf(storedEndpoint)} FROM endpoint`));
			cached = row && {
				...row,
				eventTypes: parseStored(eventTypesForm, JSON.parse(row.eventTypes)),
				health: parseStored(healthForm, JSON.parse(row.health)),
			};
		}
		return cached;
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

	function update(changes: {
		url?: string | undefined;
		description?: string | null | undefined;
		eventTypes?: WebhookEventType[] | undefined;
		disabledReason?: DisabledReason | null;
		toTell?: number | null;
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
			to_tell: changes.toTell,
			registration_due_at: changes.registrationDueAt,
			health: health && JSON.stringify(health),
			last_success_at: changes.lastSuccessAt,
			last_failure_at: changes.lastFailureAt,
		};
		const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
		if (changed.length === 0) return;
		const named = Object.entries(changes).filter(([, value]) => value !== undefined);
		cached = cached && { ...cached, ...Object.fromEntries(named) };
		const names = changed.map(([name]) => `${name} = ?`).join(", ");
		sql.exec(`UPDATE endpoint SET ${names}`, ...changed.map(([, value]) => value as string | number | null));
	}

	function insertSecret({ secretId, sealed }: SealedSecret): void {
		cachedSecrets = undefined;
		sql.exec("INSERT INTO secrets (secret_id, sealed) VALUES (?, ?)", secretId, JSON.stringify(sealed));
	}

	/** The previous secret signs until `endsAt`; an older secret keeps its own end. */
	function rotateSecret(secret: SealedSecret, now: number, endsAt: number): void {
		if (endsAt > now) sql.exec("UPDATE secrets SET ends_at = ? WHERE ends_at IS NULL", endsAt);
		else sql.exec("DELETE FROM secrets");
		sql.exec(
			"DELETE FROM secrets WHERE number NOT IN (SELECT number FROM secrets ORDER BY number DESC LIMIT 2)",
		);
		insertSecret(secret);
	}

	/** Newest first. */
	function allSecrets(): StoredSecret[] {
		const select = `SELECT ${columnsOf(storedSecret)} FROM secrets ORDER BY number DESC`;
		cachedSecrets ??= rowsOf(storedSecret, sql.exec(select)).map(({ sealed, ...secret }) => ({
			...secret,
			sealed: sealedSchema().parse(JSON.parse(sealed)),
		}));
		return cachedSecrets;
	}

	/** Newest first. */
	function signingSecrets(now: number): StoredSecret[] {
		return allSecrets().filter(({ endsAt }) => endsAt === null || endsAt > now);
	}

	function targetOf({ endpointId, url }: Endpoint, now: number): Target {
		return { endpointId, url, secrets: signingSecrets(now) };
	}

	function resealSecret(secretId: string, sealed: Sealed): void {
		cachedSecrets = undefined;
		sql.exec("UPDATE secrets SET sealed = ? WHERE secret_id = ?", JSON.stringify(sealed), secretId);
	}

	function nextSecretEndAt(): number | null {
		const ends = allSecrets().flatMap(({ endsAt }) => endsAt ?? []);
		return ends.length > 0 ? Math.min(...ends) : null;
	}

	function deleteEndedSecrets(now: number): void {
		cachedSecrets = undefined;
		sql.exec("DELETE FROM secrets WHERE ends_at <= ?", now);
	}

	/** In memory until `saveCounts`, so a crash loses a few counts. */
	function countAttempt(isSuccess: boolean): void {
		if (isSuccess) unsavedCounts.succeeded++;
		else unsavedCounts.failed++;
	}

	function saveCounts(now: number): void {
		const { succeeded, failed } = unsavedCounts;
		if (succeeded + failed === 0) return;
		sql.exec(
			`INSERT INTO attempt_days (day, succeeded, failed) VALUES (?1, ?2, ?3)
			ON CONFLICT (day) DO UPDATE SET succeeded = succeeded + ?2, failed = failed + ?3`,
			Math.floor(now / DAY_MS),
			succeeded,
			failed,
		);
		unsavedCounts = { succeeded: 0, failed: 0 };
	}

	function deleteOldCounts(now: number): void {
		sql.exec("DELETE FROM attempt_days WHERE day <= ?", Math.floor(now / DAY_MS) - RATE_DAYS);
	}

	function successRate(now: number): number | null {
		const counts = sql.exec(
			"SELECT TOTAL(succeeded) AS succeeded, TOTAL(failed) AS failed FROM attempt_days WHERE day > ?",
			Math.floor(now / DAY_MS) - RATE_DAYS,
		);
		const [saved = { succeeded: 0, failed: 0 }] = rowsOf(rates, counts);
		const succeeded = saved.succeeded + unsavedCounts.succeeded;
		const total = succeeded + saved.failed + unsavedCounts.failed;
		return total === 0 ? null : succeeded / total;
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
			previousSecretEndsAt: lastEndOf(signingSecrets(now)),
		};
	}

	function clearCache(): void {
		cached = undefined;
		cachedSecrets = undefined;
	}

	return {
		load,
		create,
		update,
		rotateSecret,
		signingSecrets,
		targetOf,
		resealSecret,
		nextSecretEndAt,
		deleteEndedSecrets,
		countAttempt,
		saveCounts,
		deleteOldCounts,
		view,
		clearCache,
	};
}

function lastEndOf(secrets: readonly { endsAt: number | null }[]): number | null {
	const ends = secrets.flatMap(({ endsAt }) => endsAt ?? []);
	return ends.length > 0 ? Math.max(...ends) : null;
}
