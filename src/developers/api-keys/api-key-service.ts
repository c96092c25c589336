/**
 * API keys (auth.md "Issue, list, rotate, revoke"). A key is returned only after its slot, its D1 row and its
 * activation. A failed step undoes the earlier ones.
 */

import type {
	CommitRotationResult,
	CreatedKey,
	ListedKey,
	SelfRotationResult,
} from "../../../durable/account/account-messages.ts";
import type { Creation } from "../../kernel/creation.ts";
import type { Peppers } from "../../kernel/crypto/pepper.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { budgetError } from "../../quota/errors.ts";
import type { AccountObject, AccountOf } from "../account-object.ts";
import { userGone } from "../errors.ts";
import type { KeyRow, KeyRows } from "./api-keys.d1.ts";
import { lookupOf, secretMacOf } from "./key-digests.ts";
import { generateKeyPair, hintOf, type KeyPair } from "./key-format.ts";
import type { KeyHints } from "./key-hints.kv.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type IssuedKey = KeyPair & {
	keyId: string;
	label: string;
	createdAt: number;
	expiresAt: number | null;
};

type IssueKeyResult =
	| { kind: "issued"; key: IssuedKey }
	/** An earlier attempt of the same request issued the key. */
	| { kind: "issued_before"; key: CreatedKey };

type IssueKeyInput = {
	developerId: string;
	label: string;
	/** If absent, the key is valid until it is revoked. */
	expiresInDays?: number | undefined;
	creation?: Creation | undefined;
	now: number;
};

/** `id` is the same for repetitions of a request; `earlier` is the state of previous attempts. */
type RotateKeyInput = {
	developerId: string;
	keyId: string;
	overlapSeconds: number;
	/** The key whose pair sent the request; undefined for a session. */
	byKeyId?: string | undefined;
	creation?: Creation | undefined;
	now: number;
};

type NewKey = {
	developerId: string;
	label: string;
	expiresAt: number | null;
	creationId: string | undefined;
	now: number;
};

type Commit = () => Promise<CommitRotationResult>;

export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService({
	peppers,
	accountOf,
	rows,
	hints,
}: {
	peppers: Peppers;
	accountOf: AccountOf;
	rows: Pick<KeyRows, "insert">;
	hints: Pick<KeyHints, "put">;
}) {
	async function issueKey(input: IssueKeyInput): Promise<IssueKeyResult> {
		const { developerId, label, expiresInDays, creation, now } = input;
		const expiresAt = expiresInDays === undefined ? null : now + expiresInDays * DAY_MS;
		const account = accountOf(developerId);
		const before = await findIssued(account, creation, now);
		if (before) return before;
		const key = { developerId, label, expiresAt, creationId: creation?.id, now };
		return issue(key, account, (keyId) => account.commitKey({ keyId, now }));
	}

	/**
	 * The successor of a pair that rotates itself ends when the pair would have ended. A session renews the
	 * full term.
	 */
	async function rotateKey(input: RotateKeyInput): Promise<IssueKeyResult> {
		const { developerId, keyId: predecessorId, overlapSeconds, byKeyId, creation, now } = input;
		const isSelfIssued = byKeyId !== undefined;
		if (isSelfIssued && byKeyId !== predecessorId) {
			throw new AppError({
				code: "FORBIDDEN",
				message: "An API key pair can rotate itself only. To rotate another key, log in and use the session.",
			});
		}
		const account = accountOf(developerId);
		// Comes first, because an earlier attempt may have ended the predecessor.
		const before = await findIssued(account, creation, now);
		if (before) return before;
		const predecessor = await account.describeKey({ keyId: predecessorId, now });
		if (predecessor.kind === "unknown") throw keyNotFound();
		const { label, termMs } = predecessor;
		if (isSelfIssued) {
			const checked = await account.checkSelfRotation({ keyId: predecessorId, now });
			if (checked.kind !== "allowed") throw tooManyRotations(checked);
		}
		const renewedEnd = termMs === null ? null : now + termMs;
		const expiresAt = isSelfIssued ? predecessor.expiresAt : renewedEnd;
		const endsAt = now + overlapSeconds * 1000;
		const key = { developerId, label, expiresAt, creationId: creation?.id, now };
		return issue(key, account, (keyId) =>
			account.commitRotation({ keyId, predecessorId, endsAt, isSelfIssued, now }),
		);
	}

	/** The key that an earlier attempt issued. If that key has ended, no second key is issued. */
	async function findIssued(
		account: AccountObject,
		creation: Creation | undefined,
		now: number,
	): Promise<IssueKeyResult | undefined> {
		if (!creation || creation.earlier === "none") return undefined;
		const found = await account.findCreatedKey({ creationId: creation.id, now });
		if (found.kind === "found") return { kind: "issued_before", key: found.key };
		if (creation.earlier !== "completed") return undefined;
		throw new AppError({
			code: "API_KEY_NOT_FOUND",
			message:
				"The API key of this `Idempotency-Key` is no longer active. Send a new `Idempotency-Key` to issue another.",
		});
	}

	/** Oldest first. */
	function listKeys({ developerId, now }: { developerId: string; now: number }): Promise<ListedKey[]> {
		return accountOf(developerId).listKeys({ now });
	}

	/** Takes effect everywhere before it returns. */
	async function revokeKey(input: { developerId: string; keyId: string; now: number }) {
		const { developerId, keyId, now } = input;
		const result = await accountOf(developerId).revokeKey({ keyId, now });
		if (result.kind === "unknown") throw keyNotFound();
		return result;
	}

	async function issue(
		input: NewKey,
		account: AccountObject,
		commit: (keyId: string) => Promise<CommitRotationResult>,
	): Promise<IssueKeyResult> {
		const { row, pair } = newKey(peppers, input);
		const reserved = await account.reserveKey({ ...row, creationId: input.creationId });
		if (reserved.kind === "issued_before") return reserved;
		if (reserved.kind === "full") {
			throw new AppError({
				code: "EXCEEDED_API_KEY_AMOUNT",
				message:
					"The account has the maximum of five active API keys. A replaced key counts until its overlap ends. Wait for that, or revoke a key in a session; a key pair cannot revoke keys.",
			});
		}
		if (reserved.kind === "budget_exhausted") throw budgetError(reserved);
		if (reserved.kind === "closed") throw userGone();
		const committed = await publish(row, account, () => commit(row.keyId));
		switch (committed.kind) {
			case "committed": {
				const { keyId, label, createdAt, expiresAt } = row;
				return { kind: "issued", key: { keyId, label, ...pair, createdAt, expiresAt } };
			}
			case "gone":
				throw notStored(new Error("the reservation of the key expired before it was committed"));
			case "predecessor_gone":
				throw keyNotFound();
			case "too_many_rotations":
				throw tooManyRotations(committed);
		}
	}

	async function publish(row: KeyRow, account: AccountObject, commit: Commit): Promise<CommitRotationResult> {
		const release = () => account.releaseKey({ keyId: row.keyId, now: row.createdAt });
		try {
			await rows.insert(row);
			await hints.put(row.lookup, row, row.expiresAt);
			// Retried, because the first call may have succeeded and `commit` is idempotent.
			const committed = await commit().catch(commit);
			// The copies may have been written after the object removed them.
			if (committed.kind !== "committed") await release();
			return committed;
		} catch (cause) {
			// Otherwise the reservation expires.
			await release().catch(() => undefined);
			throw notStored(cause);
		}
	}

	return { issueKey, rotateKey, listKeys, revokeKey };
}

function keyNotFound(): AppError {
	return new AppError({
		code: "API_KEY_NOT_FOUND",
		message: "The account has no active API key with this id. List the API keys to see their ids.",
	});
}

function notStored(cause: unknown): AppError {
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message: "The API key could not be stored, so none was issued. Try again in a moment.",
		cause,
	});
}

function tooManyRotations({
	waitMs,
	...limit
}: Extract<SelfRotationResult, { kind: "too_many_rotations" }>): AppError {
	return new AppError({
		code: "RATE_LIMITED",
		message:
			"This API key pair and its successors have rotated themselves three times within a day, which is the maximum. Retry after the time in Retry-After, or log in and issue a new key.",
		retryAfterSeconds: Math.ceil(waitMs / 1000),
		quota: { ...limit, name: "self_rotations", left: 0 },
	});
}

function newKey(
	peppers: Peppers,
	{ developerId, label, expiresAt, now }: NewKey,
): { row: KeyRow; pair: KeyPair } {
	const pair = generateKeyPair((length) => crypto.getRandomValues(new Uint8Array(length)));
	const keyId = crypto.randomUUID();
	const pepperVersion = peppers.currentVersion;
	const lookup = lookupOf(peppers, pepperVersion, pair.apiKey);
	const secretMac = secretMacOf(peppers, pepperVersion, { keyId, apiSecret: pair.apiSecret });
	if (lookup === undefined || secretMac === undefined)
		throw new Error("the current pepper is not configured");
	const hint = hintOf(pair.apiKey);
	return {
		row: { keyId, developerId, label, hint, lookup, secretMac, pepperVersion, createdAt: now, expiresAt },
		pair,
	};
}
