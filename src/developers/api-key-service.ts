/**
 * Issue, list and revocation of API keys. A key is handed out only after its place is taken in the account
 * object, its row stands in D1 and the object has made it active; whatever fails before takes it all back.
 */
import type { ListedKey } from "../../durable/account/account-messages.ts";
import { lookupOf, secretMacOf } from "./core/key-digests.ts";
import { generateKeyPair, hintOf, type KeyPair } from "./core/key-format.ts";
import type { Peppers } from "../kernel/pepper.ts";
import type { AccountObject, AccountOf, KeyHints, KeyRow, KeyRows } from "./ports.ts";

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
	| { kind: "storage-unavailable"; cause: unknown };
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

export type ApiKeyService = {
	issueKey(input: IssueKeyInput): Promise<IssueKeyAnswer>;
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
		async issueKey(input) {
			const { row, pair } = newKey(peppers, input);
			const account = accountOf(input.developerId);
			const reserved = await account.reserveKey(row);
			if (reserved.kind === "full") return { kind: "too-many-keys" };
			const failure = await publish(row, account, input.now);
			if (failure) return { kind: "storage-unavailable", cause: failure.cause };
			const { keyId, label, createdAt, expiresAt } = row;
			return { kind: "issued", key: { keyId, label, ...pair, createdAt, expiresAt } };
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

	/** Writes the copies, then makes the key active. Undefined is success. */
	async function publish(
		row: KeyRow,
		account: AccountObject,
		now: number,
	): Promise<{ cause: unknown } | undefined> {
		try {
			await rows.insert(row);
			await hints.put(row.lookup, row, row.expiresAt);
			const committed = await account.commitKey({ keyId: row.keyId, now });
			if (committed.kind === "committed") return undefined;
			return { cause: new Error("the reservation of the key was given up before it was committed") };
		} catch (cause) {
			// If this fails too, the object gives the reservation up by itself.
			await account.releaseKey({ keyId: row.keyId, now }).catch(() => undefined);
			return { cause };
		}
	}
}

function newKey(peppers: Peppers, input: IssueKeyInput): { row: KeyRow; pair: KeyPair } {
	const { developerId, label, expiresInDays, now } = input;
	const pair = generateKeyPair((length) => crypto.getRandomValues(new Uint8Array(length)));
	const keyId = crypto.randomUUID();
	const pepperVersion = peppers.currentVersion;
	const lookup = lookupOf(peppers, pepperVersion, pair.apiKey);
	const secretMac = secretMacOf(peppers, pepperVersion, { keyId, apiSecret: pair.apiSecret });
	if (lookup === undefined || secretMac === undefined)
		throw new Error("the current pepper is not configured");
	const expiresAt = expiresInDays === undefined ? null : now + expiresInDays * DAY_MS;
	const hint = hintOf(pair.apiKey);
	return {
		row: { keyId, developerId, label, hint, lookup, secretMac, pepperVersion, createdAt: now, expiresAt },
		pair,
	};
}
