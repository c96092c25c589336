/** API keys (auth.md "Issue, list, rotate, revoke"). The account object decides, and brings up all copies. */
import type {
	IssuedKey,
	IssueKeyInput,
	ListedKey,
	TooManyRotations,
} from "../../../durable/account/account-messages.ts";
import type { Creation } from "../../kernel/creation.ts";
import type { Peppers } from "../../kernel/crypto/pepper.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { budgetError } from "../../quota/errors.ts";
import type { AccountOf } from "../account-object.ts";
import { userGone } from "../errors.ts";
import { lookupOf, secretMacOf } from "./key-digests.ts";
import { generateKeyPair, hintOf, type KeyPair } from "./key-format.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type IssueKeyResult =
	| { kind: "issued"; key: KeyPair & IssuedKey }
	/** An earlier attempt of the same request issued the key. */
	| { kind: "issued_before"; key: IssuedKey };

type Request = { developerId: string; creation?: Creation | undefined; now: number };

export function createApiKeyService({ peppers, accountOf }: { peppers: Peppers; accountOf: AccountOf }) {
	/** @param input.expiresInDays if absent, the key is valid until it is revoked */
	function issueKey(
		input: Request & { label: string; expiresInDays?: number | undefined },
	): Promise<IssueKeyResult> {
		const { label, expiresInDays, ...request } = input;
		const expiresAt = expiresInDays === undefined ? null : request.now + expiresInDays * DAY_MS;
		return issue(request, { label, expiresAt });
	}

	/** @param input.byKeyId the key whose pair sent the request; undefined for a session */
	async function rotateKey(
		input: Request & { keyId: string; overlapSeconds: number; byKeyId?: string | undefined },
	): Promise<IssueKeyResult> {
		const { keyId: predecessorId, overlapSeconds, byKeyId, ...request } = input;
		const isSelfIssued = byKeyId !== undefined;
		if (isSelfIssued && byKeyId !== predecessorId) {
			throw new AppError({
				code: "FORBIDDEN",
				message: "An API key pair can rotate itself only. To rotate another key, log in and use the session.",
			});
		}
		const endsAt = request.now + overlapSeconds * 1000;
		return issue(request, { predecessorId, endsAt, isSelfIssued });
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

	async function issue(request: Request, terms: IssueKeyInput["terms"]): Promise<IssueKeyResult> {
		const { pair, stored } = newPair(peppers);
		const account = accountOf(request.developerId);
		const input = { ...request, ...stored, terms };
		const result = await account
			.issueKey(input)
			// Only the response may have been lost. The same key is issued once.
			.catch(() => account.issueKey(input))
			.catch((cause) => {
				throw outcomeUnknown(cause);
			});
		switch (result.kind) {
			case "issued": {
				const { key } = result;
				if (key.keyId !== stored.keyId) return { kind: "issued_before", key };
				return { kind: "issued", key: { ...key, ...pair } };
			}
			case "ended":
				throw keyEnded();
			case "full":
				throw tooManyKeys();
			case "closed":
				throw userGone();
			case "predecessor_gone":
				throw keyNotFound();
			case "too_many_rotations":
				throw tooManyRotations(result);
			case "budget_exhausted":
				throw budgetError(result);
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

function keyEnded(): AppError {
	return new AppError({
		code: "API_KEY_NOT_FOUND",
		message:
			"The API key of this `Idempotency-Key` is no longer active. Send a new `Idempotency-Key` to issue another.",
	});
}

function tooManyKeys(): AppError {
	return new AppError({
		code: "EXCEEDED_API_KEY_AMOUNT",
		message:
			"The account has the maximum of five active API keys. A replaced key counts until its overlap ends. Wait for that, or revoke a key in a session; a key pair cannot revoke keys.",
	});
}

function outcomeUnknown(cause: unknown): AppError {
	return new AppError({
		code: "SERVICE_UNAVAILABLE",
		message:
			"The service could not find out whether the API key was issued. Try again in a moment. If a key appears in the list that nobody has, revoke it.",
		cause,
	});
}

function tooManyRotations({ waitMs, amount, windowSeconds }: TooManyRotations): AppError {
	return new AppError({
		code: "RATE_LIMITED",
		message:
			"This API key pair and its successors have rotated themselves three times within a day, which is the maximum. Retry after the time in Retry-After, or log in and issue a new key.",
		retryAfterSeconds: Math.ceil(waitMs / 1000),
		quota: { amount, windowSeconds, name: "self_rotations", left: 0 },
	});
}

function newPair(peppers: Peppers) {
	const pair = generateKeyPair((length) => crypto.getRandomValues(new Uint8Array(length)));
	const keyId = crypto.randomUUID();
	const pepperVersion = peppers.currentVersion;
	const lookup = lookupOf(peppers, pepperVersion, pair.apiKey);
	const secretMac = secretMacOf(peppers, pepperVersion, { keyId, apiSecret: pair.apiSecret });
	if (lookup === undefined || secretMac === undefined)
		throw new Error("the current pepper is not configured");
	return { pair, stored: { keyId, hint: hintOf(pair.apiKey), lookup, secretMac, pepperVersion } };
}
