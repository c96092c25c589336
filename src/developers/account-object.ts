import type {
	BeginPasswordCheckResult,
	ClaimRequestInput,
	ClaimRequestResult,
	CloseOtherSessionsResult,
	CloseSessionResult,
	CommitKeyResult,
	CommitRotationResult,
	ConfirmKeyResult,
	ConfirmSessionResult,
	DescribeKeyResult,
	FailPasswordCheckResult,
	FindCreatedKeyInput,
	FindCreatedKeyResult,
	FinishRequestInput,
	ListedKey,
	ListedSession,
	OpenSessionResult,
	ReserveKeyInput,
	ReserveKeyResult,
	RevokeKeyResult,
	SelfRotationResult,
} from "../../durable/account/account-messages.ts";

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
		isSelfIssued?: boolean;
	}): Promise<CommitRotationResult>;
	checkSelfRotation(input: { keyId: string; now: number }): Promise<SelfRotationResult>;
	confirmKey(input: { keyId: string; now: number }): Promise<ConfirmKeyResult>;
	revokeKey(input: { keyId: string; now: number }): Promise<RevokeKeyResult>;
	listKeys(input: { now: number }): Promise<ListedKey[]>;
	openSession(input: { sessionId: string; now: number; lifetimeMs?: number }): Promise<OpenSessionResult>;
	confirmSession(input: { sessionId: string; now: number }): Promise<ConfirmSessionResult>;
	closeSession(input: { sessionId: string }): Promise<CloseSessionResult>;
	closeAllSessions(): Promise<void>;
	listSessions(input: { now: number }): Promise<ListedSession[]>;
	closeOtherSessions(input: { sessionId: string; now: number }): Promise<CloseOtherSessionsResult>;
	beginPasswordCheck(input: { sessionId: string }): Promise<BeginPasswordCheckResult>;
	failPasswordCheck(input: { sessionId: string }): Promise<FailPasswordCheckResult>;
	cancelPasswordCheck(input: { sessionId: string }): Promise<void>;
	findCreatedKey(input: FindCreatedKeyInput): Promise<FindCreatedKeyResult>;
	claimRequest(input: ClaimRequestInput): Promise<ClaimRequestResult>;
	finishRequest(input: FinishRequestInput): Promise<void>;
	takeOver(input: { developerId: string; keptSessionId: string | null; now: number }): Promise<void>;
	closeAccount(input: { developerId: string; now: number }): Promise<void>;
};

/** @param name a developer id or a wallet session's subject */
export type AccountOf = (name: string) => AccountObject;

/** Runs work after the response. */
export type RunLater = (work: Promise<unknown>) => void;
