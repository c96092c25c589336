/**
 * Issue, list, rotation and revocation of API keys. A key is handed out only after its place is taken in the account
 * object, its row stands in D1 and the object has made it active; whatever fails before takes it all back.
 */
import type { CommitRotationResult, ListedKey } from "../../../durable/account/account-messages.ts";
import type { Peppers } from "../../kernel/pepper.ts";
import type { AccountObject, AccountOf, KeyHints, KeyRow, KeyRows } from "../ports.ts";
import { lookupOf, secretMacOf } from "./key-digests.ts";
import { generateKeyPair, hintOf, type KeyPair } from "./key-format.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export type IssuedKey = KeyPair & {
	keyId: string;
	label: string;
	createdAt: number;
	expiresAt: number | null;
};

export type IssueKeyAnswer =
	| { kind: "issued"; key: IssuedKey }
	| { kind: "too-many-keys" }
	/** The account was deleted while the request was on its way. */
	| { kind: "user-gone" }
	| { kind: "storage-unavailable"; cause: unknown };
export type RotateKeyAnswer = IssueKeyAnswer | { kind: "key-not-found" };
export type RevokeKeyResult =
	| { kind: "revoked"; keyId: string; revokedAt: number }
	| { kind: "key-not-found" };

type IssueKeyInput = {
	developerId: string;
	label: string;
	/** Undefined for a key that lives until it is revoked. */
	expiresInDays: number | undefined;
	now: number;
};

type RotateKeyInput = {
	developerId: string;
	keyId: string;
	/** How long the old key goes on working beside its successor. */
	overlapSeconds: number;
	now: number;
};

type NewKey = { developerId: string; label: string; termMs: number | null; now: number };

/** The step that makes a key active, in the account object. */
type Commit = () => Promise<CommitRotationResult>;

export type ApiKeyService = {
	issueKey(input: IssueKeyInput): Promise<IssueKeyAnswer>;
	/** Issues a successor with the label of the old key and the life that it was given. */
	rotateKey(input: RotateKeyInput): Promise<RotateKeyAnswer>;
	/** The active keys, the oldest first. */
	listKeys(input: { developerId: string; now: number }): Promise<ListedKey[]>;
	/** Takes effect before it returns, everywhere. */
	revokeKey(input: { developerId: string; keyId: string; now: number }): Promise<RevokeKeyResult>;
};

export type ApiKeyServicePorts = {
	peppers: Peppers;
	accountOf: AccountOf;
	rows: KeyRows;
	hints: KeyHints;
};

export function createApiKeyService(ports: ApiKeyServicePorts): ApiKeyService {
	const { peppers, accountOf, rows, hints } = ports;
	return {
		async issueKey({ developerId, label, expiresInDays, now }) {
			const termMs = expiresInDays === undefined ? null : expiresInDays * DAY_MS;
			const account = accountOf(developerId);
			const answer = await issue({ developerId, label, termMs, now }, account, (keyId) =>
				account.commitKey({ keyId, now }),
			);
			return answer.kind === "key-not-found" ? gaveUp() : answer;
		},
		async rotateKey({ developerId, keyId: predecessorId, overlapSeconds, now }) {
			const account = accountOf(developerId);
			const predecessor = await account.describeKey({ keyId: predecessorId, now });
			if (predecessor.kind === "unknown") return { kind: "key-not-found" };
			const { label, termMs } = predecessor;
			const endsAt = now + overlapSeconds * 1000;
			return issue({ developerId, label, termMs, now }, account, (keyId) =>
				account.commitRotation({ keyId, predecessorId, endsAt, now }),
			);
		},
		listKeys({ developerId, now }) {
			return accountOf(developerId).listKeys({ now });
		},
		async revokeKey({ developerId, keyId, now }) {
			const answer = await accountOf(developerId).revokeKey({ keyId, now });
			if (answer.kind === "unknown") return { kind: "key-not-found" };
			return { kind: "revoked", keyId, revokedAt: answer.revokedAt };
		},
	};

	async function issue(
		input: NewKey,
		account: AccountObject,
		commit: (keyId: string) => Promise<CommitRotationResult>,
	): Promise<RotateKeyAnswer> {
		const { row, pair } = newKey(peppers, input);
		const reserved = await account.reserveKey(row);
		if (reserved.kind === "full") return { kind: "too-many-keys" };
		if (reserved.kind === "closed") return { kind: "user-gone" };
		const committed = await publish(row, account, () => commit(row.keyId));
		switch (committed.kind) {
			case "committed": {
				const { keyId, label, createdAt, expiresAt } = row;
				return { kind: "issued", key: { keyId, label, ...pair, createdAt, expiresAt } };
			}
			case "gone":
				return gaveUp();
			case "predecessor-gone":
				return { kind: "key-not-found" };
			case "storage-unavailable":
				return committed;
		}
	}

	/** Writes the copies, then makes the key active. */
	async function publish(
		row: KeyRow,
		account: AccountObject,
		commit: Commit,
	): Promise<CommitRotationResult | { kind: "storage-unavailable"; cause: unknown }> {
		const release = () => account.releaseKey({ keyId: row.keyId, now: row.createdAt });
		try {
			await rows.insert(row);
			await hints.put(row.lookup, row, row.expiresAt);
			// Asked again where no answer came: it may have been done, and asking twice does no more than once.
			const committed = await commit().catch(commit);
			// The copies may have been written after the object had them taken away.
			if (committed.kind !== "committed") await release();
			return committed;
		} catch (cause) {
			// If this fails too, the object gives the reservation up by itself.
			await release().catch(() => undefined);
			return { kind: "storage-unavailable", cause };
		}
	}
}

function gaveUp(): IssueKeyAnswer {
	const cause = new Error("the reservation of the key was given up before it was committed");
	return { kind: "storage-unavailable", cause };
}

function newKey(
	peppers: Peppers,
	{ developerId, label, termMs, now }: NewKey,
): { row: KeyRow; pair: KeyPair } {
	const pair = generateKeyPair((length) => crypto.getRandomValues(new Uint8Array(length)));
	const keyId = crypto.randomUUID();
	const pepperVersion = peppers.currentVersion;
	const lookup = lookupOf(peppers, pepperVersion, pair.apiKey);
	const secretMac = secretMacOf(peppers, pepperVersion, { keyId, apiSecret: pair.apiSecret });
	if (lookup === undefined || secretMac === undefined)
		throw new Error("the current pepper is not configured");
	const expiresAt = termMs === null ? null : now + termMs;
	const hint = hintOf(pair.apiKey);
	return {
		row: { keyId, developerId, label, hint, lookup, secretMac, pepperVersion, createdAt: now, expiresAt },
		pair,
	};
}
