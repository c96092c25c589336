/** What the services of this slice ask of storage; `adapters/` holds the one implementation of each. */
import type {
	CommitKeyResult,
	CommitRotationResult,
	ConfirmKeyResult,
	ConfirmSessionResult,
	DescribeKeyResult,
	ListedKey,
	OpenSessionResult,
	ReserveKeyInput,
	ReserveKeyResult,
	RevokeKeyResult,
} from "../../durable/account/account-messages.ts";
import type { KeyHint } from "./api-keys/key-hint.ts";

/** `resolver`: a court, a notary or a law firm, by a reviewer's grant. `reviewer`: by the operator's. */
export const ROLES = ["developer", "resolver", "reviewer"] as const;
type Role = (typeof ROLES)[number];

export type Developer = {
	developerId: string;
	/** ASCII, lower case. */
	email: string;
	role: Role;
	/** Unix milliseconds. */
	createdAt: number;
};

export type DeveloperWithHash = Developer & { passwordHash: string };

export type DeveloperRows = {
	/** False where the address is taken; decided by the unique index. */
	insert(developer: DeveloperWithHash): Promise<boolean>;
	findByEmail(email: string): Promise<DeveloperWithHash | undefined>;
	findById(developerId: string): Promise<Developer | undefined>;
	findWithHash(developerId: string): Promise<DeveloperWithHash | undefined>;
	/** Only if `from` still stands, so that a password change meanwhile is not undone. Whether it did. */
	replaceHash(change: { developerId: string; from: string; to: string }): Promise<boolean>;
	/** As `replaceHash`, for another password: then none of the operator's links works any more. */
	changePassword(change: { developerId: string; from: string; to: string }): Promise<boolean>;
	/** Only from the role that is expected, so that two changes at once cannot undo each other. */
	changeRole(change: { developerId: string; from: Role; to: Role }): Promise<boolean>;
};

/** The operator's one-time links. Times are unix milliseconds. */
export type PasswordResets = {
	/** Whose password a token sets; undefined for one that is unknown, used or expired. */
	ownerOf(input: { tokenHash: string; now: number }): Promise<string | undefined>;
	/** Uses up the token, and all others of its owner, and sets the password: all or nothing. Whether it did. */
	redeem(input: { tokenHash: string; passwordHash: string; now: number }): Promise<boolean>;
};

export type KeyRow = KeyHint & {
	label: string;
	hint: string;
	lookup: string;
	createdAt: number;
	expiresAt: number | null;
};

export type KeyRows = {
	/** Throws where the row could not be written, or may not have been. */
	insert(row: KeyRow): Promise<void>;
	/** The row of a key, which may be revoked. @param lookups one per pepper version */
	findByLookup(lookups: readonly string[]): Promise<(KeyRow & { revokedAt: number | null }) | undefined>;
};

export type KeyHints = {
	/** Undefined on a miss, for a value that is no hint, and where KV fails: then D1 is asked. */
	find(lookup: string): Promise<KeyHint | undefined>;
	/** @param expiresAt unix milliseconds; the hint goes by itself then. Never throws. */
	put(lookup: string, hint: KeyHint, expiresAt: number | null): Promise<void>;
};

/** The Account object of one developer. */
export type AccountObject = {
	reserveKey(key: ReserveKeyInput): Promise<ReserveKeyResult>;
	commitKey(input: { keyId: string; now: number }): Promise<CommitKeyResult>;
	releaseKey(input: { keyId: string; now: number }): Promise<void>;
	describeKey(input: { keyId: string; now: number }): Promise<DescribeKeyResult>;
	commitRotation(input: {
		keyId: string;
		predecessorId: string;
		endsAt: number;
		now: number;
	}): Promise<CommitRotationResult>;
	confirmKey(input: { keyId: string; now: number }): Promise<ConfirmKeyResult>;
	revokeKey(input: { keyId: string; now: number }): Promise<RevokeKeyResult>;
	listKeys(input: { now: number }): Promise<ListedKey[]>;
	openSession(input: { sessionId: string; now: number; lifetimeMs?: number }): Promise<OpenSessionResult>;
	confirmSession(input: { sessionId: string; now: number }): Promise<ConfirmSessionResult>;
	closeSession(input: { sessionId: string }): Promise<void>;
	closeAllSessions(): Promise<void>;
	closeAccount(input: { developerId: string; now: number }): Promise<void>;
};

export type AccountOf = (developerId: string) => AccountObject;

/** The outcome of work that had to wait its turn. */
export type GateAnswer<T> = { kind: "done"; value: T } | { kind: "busy"; retryAfterSeconds: number };

/** Runs one piece of work at a time, each in a turn of its own. */
export type HashGate = { run<T>(work: () => T): Promise<GateAnswer<T>> };

/** What the gate asks of the requests that are being answered beside the one that asks. Times are unix milliseconds. */
export type OtherRequests = {
	/** From now on the request that asks is none of the others, until it says by the function that it goes on. */
	stepAside(): () => void;
	/** Whether all of them that had arrived by then have their answer. */
	areAnswered(arrivedBy: number): boolean;
	/** Those that have none by now are not waited for any more. */
	forget(arrivedBy: number): void;
};

/** Goes on after the answer has left. */
export type RunLater = (work: Promise<unknown>) => void;
