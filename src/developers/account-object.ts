import type {
	BeginPasswordCheckResult,
	ClaimRequestInput,
	ClaimRequestResult,
	CloseOtherSessionsResult,
	CloseSessionResult,
	ConfirmKeyResult,
	ConfirmSessionResult,
	FailPasswordCheckResult,
	FinishRequestInput,
	IssueKeyInput,
	IssueKeyResult,
	ListedKey,
	ListedSession,
	OpenSessionResult,
	RevokeKeyResult,
} from "../../durable/account/account-messages.ts";

type AccountObject = {
	issueKey(input: IssueKeyInput): Promise<IssueKeyResult>;
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
	claimRequest(input: ClaimRequestInput): Promise<ClaimRequestResult>;
	finishRequest(input: FinishRequestInput): Promise<void>;
	takeOver(input: { developerId: string; keptSessionId: string | null; now: number }): Promise<void>;
	closeAccount(input: { developerId: string; now: number }): Promise<void>;
};

/** @param name a developer id or a wallet session's subject */
export type AccountOf = (name: string) => AccountObject;

/** Runs work after the response. */
export type RunLater = (work: Promise<unknown>) => void;
