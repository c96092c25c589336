// Written by `npm run generate` from public/api/v1/openapi.json. Do not edit.

/** Bytes as `0x` and hex digits, such as an address or a hash. */
export type Hex = `0x${string}`;

/** The error codes of this version. Later versions may add some: treat an unknown code by its status. */
export type ErrorCode = "INPUT_VALIDATION_ERROR" | "NO_RECOVERY_CASE_TXS" | "UNMATCHED_JRC_HASH" | "NO_FILE_UPLOADED" | "NO_FILE_BUFFER" | "UNAUTHORIZED" | "INVALID_AUTH" | "INVALID_TOKEN" | "EXPIRED_TOKEN" | "INVALID_PASSWORD" | "INVALID_SIGNER" | "FORBIDDEN" | "RESOURCE_NOT_FOUND" | "API_KEY_NOT_FOUND" | "USER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "RECOVERY_STATUS_ERROR" | "USER_FOUND" | "EXCEEDED_API_KEY_AMOUNT" | "CASE_ALREADY_EXISTS" | "ORIGIN_ALREADY_ALLOWED" | "EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT" | "WEBHOOK_ENDPOINT_DISABLED" | "AGREEMENT_REQUIRED" | "WILL_VERSION_CONFLICT" | "NONCE_ALREADY_USED" | "EXCEEDED_PRIVACY_CODE_AMOUNT" | "EXCEEDED_DOCUMENT_AMOUNT" | "EXCEEDED_EVIDENCE_LINK_AMOUNT" | "RELEASE_STATUS_ERROR" | "HOSTED_LINK_STATUS_ERROR" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_PROGRESS" | "PAYLOAD_TOO_LARGE" | "INVALID_FILE_FORMAT" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE";

export type AcceptedAgreement = {
	version: string;
	/** `0x` and the SHA-256 of the document's bytes. */
	documentHash: string;
	/** When the owner first accepted this version. */
	acceptedAt: string;
};

/** A contest of all cases of an account on a chain. */
export type AccountContest = {
	/** The EIP-712 digest of the message. The evidence of each case that it moved has it. */
	digest: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	account: Hex;
	chainId: number;
	/** The open cases at that time, which are closed or halted within minutes. Cases that were filed since are not counted. */
	cases: number;
	/** ISO 8601, UTC, with milliseconds. */
	acceptedAt: string;
	/** Cases that are filed before this time are halted, unless the contest is revoked. */
	standsUntil: string;
	revokedAt: string | null;
};

/** The password again, because deletion cannot be undone. */
export type AccountDeletion = {
	password: string;
};

export type AgreementBody = {
	/** Version of the current terms, as in the profile. */
	version: string;
	/** SHA-256 of the terms' bytes. */
	documentHash: Hex;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce: Hex;
	/** The origin of this service, as signed: `appUrl` of `GET /config`. A message for another service is INVALID_SIGNER with the rule `other_service`. */
	service: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

/** Accepts the terms. Fields that are absent are filled in: the current version, its hash, and a random `nonce`. Signed by ownerAddress. Signed type: `Agreement(string service,address ownerAddress,string version,bytes32 documentHash,bytes32 nonce)`, type hash `0xa6b2344ec14f07ef22707eccf8407b4bddce9e5bd2904e5247de608f7b1ecaaa`. */
export type AgreementMessage = {
	message: "Agreement";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	ownerAddress: Hex;
	/** The origin of this service, which is also the default. */
	service?: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** Version of the current terms, as in the profile. */
	version?: string;
	/** SHA-256 of the terms' bytes. */
	documentHash?: Hex;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce?: Hex;
};

export type AnonymousSession = {
	/** Sent as `Authorization: Bearer …`. */
	accessToken: string;
	tokenType: "Bearer";
	/** Seconds. */
	expiresIn: number;
};

/** Credentials of the hosted app's server. */
export type AnonymousSessionRequest = {
	clientId: string;
	clientSecret: string;
};

/** An active API key, without its secret. */
export type ApiKey = {
	keyId: string;
	label: string;
	/** The last characters of the key, to recognise it. */
	hint: string;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** Accurate to the minute; null before the first use. */
	lastUsedAt: string | null;
	/** Null if the key is valid until it is revoked. */
	expiresAt: string | null;
	/** The key that this key replaced in a rotation; otherwise null. */
	rotatedFrom: string | null;
};

export type ApiKeyList = {
	data: ApiKey[];
};

export type ApiKeyRequest = {
	/** What the key is for; shown in lists. */
	label: string;
	/** If omitted, the key is valid until it is revoked. */
	expiresInDays?: number;
};

export type ApiKeyRevocationRequest = {
	keyId: string;
};

export type ApiKeyRotationRequest = {
	/** How long the old key stays valid; one day if omitted. */
	overlapSeconds?: number;
};

export type AuditEvent = {
	/** ISO 8601, UTC, with milliseconds. */
	at: string;
	/** More actions may be added to this list. */
	action: string;
	/** Id of the caller; null if unknown. A wallet appears as a keyed hash of its address. */
	actor: string | null;
	/** Id of what the action changed. */
	target: string | null;
	/** The `X-Request-Id` of that request's response. */
	requestId: string;
	/** Keyed hash of the client's address: equal for equal addresses, and not reversible. `many` for refusals that were counted together, because an hour had too many networks. */
	ipHash: string;
	/** More than 1 for refusals: the event counts those of one action, client network and hour. `at` is the time of the first; actor, target and request are those of the newest. */
	count: number;
};

export type AuditEventList = {
	data: AuditEvent[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type BrowserOrigin = {
	originId: string;
	origin: string;
	status: "requested" | "allowed" | "refused";
	/** ISO 8601, UTC, with milliseconds. */
	requestedAt: string;
	decidedAt: string | null;
	/** The reviewer's reason; null before a decision. */
	reason: string | null;
};

export type BrowserOriginList = {
	data: BrowserOrigin[];
};

/** One transaction of the recovery. */
export type Call = {
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	dest: Hex;
	/** Wei, as a decimal or `0x` string. */
	value: string;
	/** Calldata. */
	data: Hex;
};

/** A transaction as its calldata describes it. */
export type CallInWords = {
	kind: "plain_value";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
} | {
	kind: "transfer";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	to: Hex;
	/** Decimal. */
	amount: string;
} | {
	kind: "transfer_from";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	from: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	to: Hex;
	/** Decimal. */
	amountOrId: string;
} | {
	kind: "approve";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	spender: Hex;
	/** Decimal. */
	amountOrId: string;
	isUnlimited: boolean;
} | {
	kind: "approve_all";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	operator: Hex;
	approved: boolean;
} | {
	kind: "transfer_nft";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	from: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	to: Hex;
	/** Decimal. */
	tokenId: string;
	data: Hex | null;
} | {
	kind: "transfer_multi";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	from: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	to: Hex;
	items: {
		/** Decimal. */
		tokenId: string;
		/** Decimal. */
		amount: string;
	}[];
	data: Hex;
} | {
	kind: "safe_add_owner";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	owner: Hex;
	/** Decimal. */
	threshold: string;
} | {
	kind: "safe_remove_owner";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	owner: Hex;
	/** Decimal. */
	threshold: string;
} | {
	kind: "safe_swap_owner";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	oldOwner: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	newOwner: Hex;
} | {
	kind: "safe_change_threshold";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	/** Decimal. */
	threshold: string;
} | {
	kind: "unknown_call";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	target: Hex;
	/** Wei sent with the call, in decimal. */
	value: string;
	/** A description in English. */
	sentence: string;
	selector: string | null;
	dataBytes: number;
};

/** A reviewer's decision about a case, and the reason. */
export type CaseDecision = {
	decision: "verify_order";
	reason: DecisionReason;
	version?: DecidedVersion;
} | {
	decision: "verify_and_resume";
	reason: DecisionReason;
	version?: DecidedVersion;
} | {
	decision: "require_action";
	reason: DecisionReason;
	version?: DecidedVersion;
	/** `order_unverifiable` by default. */
	statusReason?: "order_unverifiable" | "documents_missing";
} | {
	decision: "clear";
	reason: DecisionReason;
	version?: DecidedVersion;
} | {
	decision: "reject";
	reason: DecisionReason;
	version?: DecidedVersion;
} | {
	decision: "attest_execution";
	reason: DecisionReason;
	version?: DecidedVersion;
	/** The last transaction that executed the case. */
	txHash: Hex;
};

/** The account that owns the case. If the account was deleted, only its id is left. */
export type CaseDeveloper = {
	developerId: string;
	email: string | null;
	/** When the account was registered. */
	createdAt: string | null;
};

export type CaseDocument = {
	documentId: string;
	/** SHA-256 of the uploaded bytes. */
	sha256: Hex;
	/** Size in bytes. */
	size: number;
	title: string;
	/** ISO 8601, UTC, with milliseconds. */
	addedAt: string;
};

export type CaseEventList = {
	data: {
		/** Counts the case's events from 1, without gaps. */
		sequence: number;
		event: WebhookEvent;
	}[];
	/** Pass it as `after` in the next call: the last `sequence` of this page, or `after` itself if the page is empty. */
	nextAfter: number;
};

export type CaseExistence = {
	caseExists: boolean;
	caseId: string | null;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
};

export type CaseHash = {
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	caseId: string;
	typedData: NewCaseTypedData;
};

/** The newest entry of a case's history, without its content. */
export type CaseHead = {
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	/** Position in the history, from 1. */
	sequence: number;
	/** `entry.hash` in the evidence bundle. */
	historyHash: string;
	/** ISO 8601, UTC, with milliseconds. */
	at: string;
	/** ISO 8601, UTC, with milliseconds. */
	issuedAt: string;
	/** Only with `sequence`; null if the service knows no such entry. */
	entry?: {
		/** Position in the history, from 1. */
		sequence: number;
		/** `entry.hash` in the evidence bundle. */
		historyHash: string;
		/** ISO 8601, UTC, with milliseconds. */
		at: string;
	} | null;
	/** Compact JWS (RFC 7515) with ES256 and the `typ` `replevin-case-head+jws`. Its payload is the RFC 8785 form of all other members. */
	signature: string;
};

/** The part of a case for callers who may not see its record. */
export type CaseReceipt = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
};

export type CaseStanding = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
};

/**
 * - `created`: The signed case is stored, and its jrcHash can go into a court filing. Who must act: the claimant, who attaches the court order before `expiresAt`. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); the lost account is active on the chain (`action_required/lost_account_active`); the chain disproves a named execution (`action_required/execution_mismatch`); a reviewer asks for more (`action_required/order_unverifiable` or `action_required/documents_missing`); the claimant attaches a court order (`pending`); `expiresAt` passes without an order (`action_required/expired`); the chain proves the execution (`action_required/executed_without_verified_order`).
 * - `pending`: A court order is attached. Review, challenge period and execution are under way. Who must act: a reviewer, who verifies the order; then, from `executeAfter` on, the lost account or an agent that the operator lists, which executes the transactions. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); the lost account is active on the chain (`action_required/lost_account_active`); the chain disproves a named execution (`action_required/execution_mismatch`); a reviewer asks for more (`action_required/order_unverifiable` or `action_required/documents_missing`); the chain proves the execution, or an execution that was proven earlier is judged again (`executed` or `action_required/executed_without_verified_order` or `action_required/executed_before_challenge_period` or `action_required/owner_not_watched`); a second reviewer attests the execution (`executed`).
 * - `action_required`: The case is halted; `statusReason` says why and who must act. Who must act: whom `statusReason` names. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears, or the claimant attaches a court order (`pending`).
 * - `executed`: The transactions were seen on the chain and are final, or two reviewers have attested them. Who must act: nobody, because this is final.
 * - `rejected`: The case is closed without execution; `statusReason` says why. Its intent cannot be filed again: filing it returns this case. Who must act: nobody, because this is final.
 */
export type CaseStatus = "created" | "pending" | "action_required" | "executed" | "rejected";

export type ClientConfig = {
	/** Version of the service's code. */
	version: string;
	/** The word that begins the names of webhook headers. */
	brand: string;
	/** Every path of this document is below it. */
	baseUrl: string;
	/** The address of the pages of this service. */
	appUrl: string;
	operator: Operator;
	challengePeriods: {
		/** Seconds from the court order of a recovery case to its earliest execution. */
		recoverySeconds: number;
		/** Seconds in which an owner can object to the release of the will. */
		releaseSeconds: number;
	};
	/** Seconds that a case waits for its court order before somebody must act. */
	caseExpirySeconds: number;
	/** Chains for which the service has a node, in ascending order. Contract wallets, proofs of execution and the checks of lost accounts' activity work on these chains only; signatures by keys work on every chain. */
	chainsWithNode: number[];
	/** The terms that owners accept. */
	terms: {
		version: string;
		/** SHA-256 of the bytes at `url`. */
		documentHash: Hex;
		url: string;
	};
	limits: Limits;
};

export type CloseCaseBody = {
	/** The reason, as signed. The case shows it. */
	reason: string;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

/** Contests or withdraws a case. Signed type: `CloseCase(bytes32 jrcHash,string action,string reason)`, type hash `0xcbd873ec6c8b080036cb2af1f492956cd17e2196e77db3b39e28596739893979`. */
export type CloseCaseMessage = {
	message: "CloseCase";
	/** Identifies the case. The service does not look it up. */
	jrcHash: Hex;
	/** The case's chain, which is the chain id of the signed domain. */
	chainId: number;
	/** `contest` is signed by the case's lostAccount, `withdraw` by its recoveryAccount. */
	action: "contest" | "withdraw";
	/** The reason, as signed. The case shows it. */
	reason: string;
};

export type ContestAllBody = {
	/** The lost account of the cases. */
	account: Hex;
	/** The cases' chain, which is the chain id of the signed domain. */
	chainId: number;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce: Hex;
	/** Deadline of the contest in unix seconds, at most a day ahead. */
	deadline: number;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

/** Contests all cases of a chain that name the account as lost. Fields that are absent are filled in: a random `nonce`, and a `deadline` in half an hour. Signed by account. Signed type: `ContestAll(address account,bytes32 nonce,uint256 deadline)`, type hash `0x5030ca939923ab1343eb68c1df2f1261d5f48403549943e9984d71e60a9716af`. */
export type ContestAllMessage = {
	message: "ContestAll";
	/** The lost account of the cases. */
	account: Hex;
	/** The cases' chain, which is the chain id of the signed domain. */
	chainId: number;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce?: Hex;
	/** Deadline of the contest in unix seconds, at most a day ahead. */
	deadline?: number;
};

/** What a court order is cited by, as the CourtOrder message signs it. */
export type CourtInfo = {
	/** Caption of the order. */
	title: string;
	/** The court's case number. */
	fullCaseNumber: string;
	/** Code or name of the court. */
	courtId: string;
	/** A whole number, because wallets sign it as a uint256. Put a docket entry with letters into `fullCaseNumber`. */
	docketNumber: number;
};

export type CourtOrder = {
	title: string;
	fullCaseNumber: string;
	courtId: string;
	docketNumber: number;
	/** ISO 8601, UTC, with milliseconds. */
	attachedAt: string;
	verification: "unverified" | "verified_once" | "verified";
	verifiedAt: string | null;
};

export type CourtOrderBody = {
	courtInfo: CourtInfo;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

/** Attaches a court order to a case. Signed by the case's recoveryAccount. Signed type: `CourtOrder(bytes32 jrcHash,string title,string fullCaseNumber,string courtId,uint256 docketNumber)`, type hash `0x8dedf4865122f01993e16cd05564f6febf76c7d32c45f494960864f26f9abcac`. */
export type CourtOrderMessage = {
	message: "CourtOrder";
	/** Identifies the case. The service does not look it up. */
	jrcHash: Hex;
	/** The case's chain, which is the chain id of the signed domain. */
	chainId: number;
	courtInfo: CourtInfo;
};

export type CreatedPrivacyCode = {
	codeId: string;
	/** The code for the filing. It is shown in this response only and cannot be read again. */
	code: string;
	label: string;
	expiresAt: string | null;
};

export type DeadLetter = {
	deadLetterId: string;
	/** Null if the message points to no event. */
	caseId: string | null;
	eventId: string | null;
	/** The message as it was sent: any JSON value. */
	body: unknown;
	/** ISO 8601, UTC, with milliseconds. */
	sentAt: string;
	/** When the queue gave the message up. */
	receivedAt: string;
	requeuedAt: string | null;
	/** Id of the reviewer who requeued it. */
	requeuedBy: string | null;
	/** When the event was queued for delivery to every endpoint of its developer. Null until then; the service keeps retrying. */
	confirmedAt: string | null;
};

export type DeadLetterList = {
	data: DeadLetter[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

/** The `version` of the case that you have read. If the case has moved since, nothing is decided. */
export type DecidedVersion = number;

/** The reviewer's reason. It becomes `statusNote` and stays in the history. */
export type DecisionReason = string;

/** The operation succeeded; there is no data to return. */
export type Done = Record<string, never>;

export type EndedSessions = {
	/** How many sessions ended. */
	ended: number;
};

export type EraseBody = {
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce: Hex;
	/** Deadline of the erasure in unix seconds, at most an hour ahead. */
	deadline: number;
	/** The origin of this service, as signed: `appUrl` of `GET /config`. A message for another service is INVALID_SIGNER with the rule `other_service`. */
	service: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

/** Erases an estate profile. Fields that are absent are filled in: a random `nonce`, and a `deadline` in half an hour. Signed by ownerAddress. Signed type: `Erase(string service,address ownerAddress,bytes32 nonce,uint256 deadline)`, type hash `0xe03f963dbf418d0cd8a8e6dfeb114b064bfa98399ee18e5c2c1d43c99ef8fa1a`. */
export type EraseMessage = {
	message: "Erase";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	ownerAddress: Hex;
	/** The origin of this service, which is also the default. */
	service?: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce?: Hex;
	/** Deadline of the erasure in unix seconds, at most an hour ahead. */
	deadline?: number;
};

export type ErasedEstate = {
	ownerAddress: string;
	/** The chain of a contract's profile; null for the profile of the address's key. */
	chainId: number | null;
	/** ISO 8601, UTC, with milliseconds. */
	erasedAt: string;
};

/** Every error response has this form. */
export type ErrorResponse = {
	error: {
		/** The error, for programs. Codes may be added: treat an unknown code by its status. */
		code: "INPUT_VALIDATION_ERROR" | "NO_RECOVERY_CASE_TXS" | "UNMATCHED_JRC_HASH" | "NO_FILE_UPLOADED" | "NO_FILE_BUFFER" | "UNAUTHORIZED" | "INVALID_AUTH" | "INVALID_TOKEN" | "EXPIRED_TOKEN" | "INVALID_PASSWORD" | "INVALID_SIGNER" | "FORBIDDEN" | "RESOURCE_NOT_FOUND" | "API_KEY_NOT_FOUND" | "USER_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "RECOVERY_STATUS_ERROR" | "USER_FOUND" | "EXCEEDED_API_KEY_AMOUNT" | "CASE_ALREADY_EXISTS" | "ORIGIN_ALREADY_ALLOWED" | "EXCEEDED_WEBHOOK_ENDPOINT_AMOUNT" | "WEBHOOK_ENDPOINT_DISABLED" | "AGREEMENT_REQUIRED" | "WILL_VERSION_CONFLICT" | "NONCE_ALREADY_USED" | "EXCEEDED_PRIVACY_CODE_AMOUNT" | "EXCEEDED_DOCUMENT_AMOUNT" | "EXCEEDED_EVIDENCE_LINK_AMOUNT" | "RELEASE_STATUS_ERROR" | "HOSTED_LINK_STATUS_ERROR" | "IDEMPOTENCY_KEY_REUSED" | "IDEMPOTENCY_KEY_IN_PROGRESS" | "PAYLOAD_TOO_LARGE" | "INVALID_FILE_FORMAT" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "INTERNAL_SERVER_ERROR" | "SERVICE_UNAVAILABLE" | (string & {});
		/** The error, for people: what happened and what to do. */
		message: string;
		/** Equal to `X-Request-Id`. Log it, because support needs it to find the request. */
		requestId: string;
		/** The invalid fields by path in the request; at most 50. */
		details?: {
			field: string;
			/** What is wrong with the field, for programs. `required`: the field is missing; `unknown_field`: the operation does not know the field; `type`: another JSON type is expected, such as a number instead of text; `format`: the text does not have the form of the field, such as an address, a time or an id; `checksum`: the form is right, but the checksum is not: a character was changed or mistyped; `one_of`: the value is none of the allowed ones; `blank`: the text has no visible character; `characters`: the text has a character that is not allowed there; `too_short`: the text has too few characters; `too_long`: the text has too many characters, or too many bytes; `too_small`: the number is too small; `too_large`: the number or time is too large; `too_few`: the list has too few entries; `too_many`: the list has too many entries; `quota_full`: as many exist as the quota allows: waiting does not help, but removing or closing one does; `duplicate`: the list names an entry twice, or the query a parameter that takes one value; `must_equal`: the value contradicts another field, or the file; `must_differ`: the value is the same as that of another field; `exactly_one`: of two fields exactly one must be present; `expired`: the time has passed; `outdated`: the value belongs to an earlier version, such as that of the terms; `not_allowed`: the form is right, but the service does not accept the value; `signer`: the expected account did not make the signature; `other_service`: the message was signed for another service; `upper_case`: the password has no upper-case letter; `lower_case`: the password has no lower-case letter; `digit`: the password has no digit; `special_character`: the password has no special character; `no_contract`: the chain has no contract at the address; `too_common`: the password is a common one; `json`: the body is not JSON; `too_complex`: the body has too many values, or is too deep; `invalid`: another rule, which `message` says. */
			rule: "required" | "unknown_field" | "type" | "format" | "checksum" | "one_of" | "blank" | "characters" | "too_short" | "too_long" | "too_small" | "too_large" | "too_few" | "too_many" | "quota_full" | "duplicate" | "must_equal" | "must_differ" | "exactly_one" | "expired" | "outdated" | "not_allowed" | "signer" | "other_service" | "upper_case" | "lower_case" | "digit" | "special_character" | "no_contract" | "too_common" | "json" | "too_complex" | "invalid";
			message: string;
			/** INVALID_SIGNER only: the account that must sign. Its address if the caller sent it or may read the case, else its role: `the case's lostAccount` or `the case's recoveryAccount`. `contest` and `withdraw` ignore credentials, so there it is always the role. */
			expectedSigner?: string;
			/** INVALID_SIGNER only: the address whose key signed `digest`. If another message was signed, this is a meaningless address. Null if it is not a signature by a key. */
			recoveredSigner?: string | null;
			/** INVALID_SIGNER only: the digest that was verified. Compare it with that of `POST /typed-data`. */
			digest?: Hex;
			/** INVALID_SIGNER only: the chain id of the domain that was verified. */
			chainId?: number;
		}[];
	};
};

export type EstateAgreement = {
	ownerAddress: string;
	/** The chain of a contract's profile; null for the profile of the address's key. */
	chainId: number | null;
	version: string;
	/** `0x` and the SHA-256 of the document's bytes. */
	documentHash: string;
	/** When the owner first accepted this version. */
	acceptedAt: string;
};

export type EstateHistory = {
	data: EstateHistoryEntry[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type EstateHistoryEntry = {
	/** ISO 8601, UTC, with milliseconds. */
	at: string;
	action: "agreement.accepted" | "privacy_code.created" | "privacy_code.revoked" | "privacy_code.resolved" | "will.lodged" | "will.read" | "release.requested" | "release.objected" | "release.approved" | "release.rejected" | "release.downloaded";
	/** Id of the account that acted; null for the owner. */
	actor: string | null;
	/** Id of the object of the action. */
	target: string | null;
};

export type EstateProfile = {
	ownerAddress: string;
	/** The chain of a contract's profile; null for the profile of the address's key. */
	chainId: number | null;
	/** When the profile was initialised for this caller: by its first read, or by the first message that the owner signed through it. The owner's session sees when the profile began. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: string;
	agreement: {
		current: {
			version: string;
			/** `0x` and the SHA-256 of the document's bytes. */
			documentHash: string;
			/** Address of the terms' text, whose bytes `documentHash` covers. */
			url: string;
		};
		operator: Operator;
		/** The newest accepted version. */
		accepted: AcceptedAgreement | null;
	};
	will: WillStatus | null;
	/** Newest first: all live codes, and ended ones up to 100 codes in all. A developer sees only the codes created through it. */
	privacyCodes: PrivacyCode[];
};

export type EventList = {
	data: {
		/** Increases from event to event, with gaps. */
		seq: number;
		event: WebhookEvent;
	}[];
	/** Pass it as `after` in the next call, at any time. It is the last `seq` of this page, or the `after` of this call if the page is empty. */
	nextAfter: number;
};

export type EvidenceBundle = {
	format: "replevin-evidence/1";
	/** Origin of the service. Its keys are at `/.well-known/evidence-jwks.json`. */
	issuer: string;
	/** ISO 8601, UTC, with milliseconds. */
	issuedAt: string;
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	intent: {
		rec: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			lostAccount: Hex;
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			recoveryAccount: Hex;
			chainId: number;
			reasonForRecovery: "lost key" | "inheritance" | "other";
			/** Keccak-256 of the e-mail address, or of an empty string if there is none. It is unsalted, so whoever guesses the address can confirm it. */
			emailHash: Hex;
		};
		txs: Call[];
	};
	history: {
		entry: HistoryEntry;
		/** The content of the move: typed data, signature and its proof, or the finding. `entry.payloadHash` is the SHA-256 of its RFC 8785 form. */
		payload: {
			kind: string;
		};
	}[];
	events: {
		eventId: string;
		/** Counts the case's events from 1, without gaps. */
		sequence: number;
		type: "recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required";
		/** ISO 8601, UTC, with milliseconds. */
		createdAt: string;
		/** The exact body that webhooks deliver. */
		body: string;
		/** When the event was queued at every endpoint; null until then. */
		confirmedAt: string | null;
		/** Accepted deliveries on record. A record is kept for 30 days after the delivery finished. */
		deliveries: {
			/** Null unless the endpoint belongs to the caller. */
			endpointId: string | null;
			/** ISO 8601, UTC, with milliseconds. */
			deliveredAt: string;
			httpStatus: number;
		}[];
	}[];
	/** State of the case at `issuedAt`. */
	state: {
		status: CaseStatus;
		/** Why the case is halted or closed. Null otherwise. */
		statusReason: StatusReason | null;
		/** The reason that the last reviewer gave. Null before the first decision and after a new court order. */
		statusNote: string | null;
		/** Who filed the case: a developer's credential (`api`), an anonymous or wallet session (`hosted`), or a page of an allowlisted origin (`origin`). */
		source: "api" | "hosted" | "origin";
		/** The developer's own name of the case, which came with it or with its hosted link; absent without one. */
		reference?: string;
		/** The decimals of tokens, as the filer states them, so that people can read amounts in whole tokens. No wallet signs them, and nothing is decided by them. Absent if none were stated. */
		tokenDecimals?: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			token: Hex;
			decimals: number;
		}[];
		courtOrder: CourtOrder | null;
		documents: CaseDocument[];
		/** The end of the challenge period, before which the recovery must not be executed. Meaningful only while the case is `pending`; a case with another status keeps the time, but must not be executed. Null before the first court order. */
		executeAfter: string | null;
		/** When the case becomes `action_required` with the reason `expired`, if it is still `created`. Null once a court order was attached. */
		expiresAt: string | null;
		/** The execution that the chain or two reviewers have proven; not final while `state` is `confirming`. Null if there is none. */
		execution: Execution | null;
		/** Null while the lost account is watched, or need not be. */
		notWatched: NotWatched | null;
		/** The last transaction of the execution. Null unless the case is `executed`. */
		txHash: Hex | null;
		/** How the recoveryAccount signed the new case: with its key, or as a contract wallet, which accepted the signature at `blockNumber` with the code that has `codeHash`. */
		signer: {
			kind: "key" | "contract";
			blockNumber?: number;
			codeHash?: Hex;
		};
		/** ISO 8601, UTC, with milliseconds. */
		createdAt: string;
		/** ISO 8601, UTC, with milliseconds. */
		updatedAt: string;
		/** Counts the changes of the case from 1. */
		version: number;
	};
	/** Compact JWS (RFC 7515) with ES256. Its payload is `{ digest }`, the SHA-256 of the RFC 8785 form of all other members. */
	head: string;
};

/** A live link, without its token. */
export type EvidenceLink = {
	evidenceLinkId: string;
	/** The role in which the maker reads the case. `filer`: a session that filed the case and has none of its accounts. */
	createdBy: "developer" | "recovery_account" | "lost_account" | "filer" | "reviewer";
	/** Whether you may revoke the link. */
	isRevocable: boolean;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	expiresAt: string;
};

export type EvidenceLinkList = {
	data: EvidenceLink[];
};

export type EvidenceLinkRequest = {
	/** How long the link works: thirty days by default, a year at most. */
	expiresInSeconds?: number;
};

export type EvidenceLinkToken = {
	/** The text behind `#` in the link's `url`. */
	token: string;
};

export type Execution = {
	txHashes: Hex[];
	state: "confirming" | "final";
	proof: "trace" | "direct" | "decoded" | "attested";
	calls: {
		txHash: Hex;
		index: number;
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		caller: Hex;
	}[];
	blockNumber: number | null;
	blockHash: Hex | null;
	/** ISO 8601, UTC, with milliseconds. */
	confirmedAt: string;
};

/** Either `txHash`, or `txHashes` if the execution took several transactions. */
export type ExecutionBody = {
	txHash?: Hex;
	txHashes?: Hex[];
};

export type ExecutionStanding = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	/** The result of the last check of reported transactions. Null if none were reported, and once the result is final: then `execution` of the record has it. */
	observation: {
		/** `confirming`: proven, but the blocks may still be reorganised. `unseen`: not mined, or removed by a reorganisation. `unproven`: neither proven nor disproven. */
		state: "confirming" | "unseen" | "unproven";
		txHashes: Hex[];
		reason: string | null;
		/** When the service checks again by itself. Null if another check would give the same result. */
		nextLookAt: string | null;
	} | null;
};

export type Health = {
	/** `degraded`: the service works, but documents, the queue or a chain's node does not respond. If an essential part does not respond, the status is 503. */
	status: "ok" | "degraded";
	/** D1. */
	database: "ok" | "failing";
	/** KV. */
	keyValue: "ok" | "failing";
	/** The Durable Objects. */
	objects: "ok" | "failing";
	/** R2. While it fails, documents can be neither stored nor read. */
	documents: "ok" | "failing";
	/** The queue of events. While it fails, webhooks are late. */
	queue: "ok" | "failing";
	/** The node of each chain, by chain id. While one fails, contract wallets of its chain cannot sign and executions are not proven. */
	rpc: Record<string, "ok" | "failing">;
	/** The version of the running build. */
	version: string;
	/** The platform's id of the running deployment; null without a platform. */
	deployment: string | null;
	/** The newest generation of stored data that the build serves. */
	schemaGeneration: number;
};

/** One entry of the case's hash chain. The previous hash of the first entry is the jrcHash. */
export type HistoryEntry = {
	sequence: number;
	/** ISO 8601, UTC, with milliseconds. */
	at: string;
	/** Who moved the case: `developer`, `recovery_account`, `lost_account`, `clock`, `chain`, or `reviewer:` and the reviewer's account id. */
	actor: string;
	/** What was done: `create`, `attach_order`, `add_document`, `contest`, `contest_all`, `withdraw`, `expire`, `allow_execution`, `observe_activity`, `lose_watch`, `regain_watch`, `prove_execution`, `find_mismatch`, `judge_execution`, or a reviewer's decision: `verify_order`, `require_action`, `clear`, `reject`, `attest_execution`. */
	move: string;
	from: CaseStatus | null;
	to: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	reason: StatusReason | null;
	eventId: string | null;
	payloadHash: Hex;
	hash: Hex;
};

export type HostedLink = {
	/** No secret: it authorises nothing. */
	linkId: string;
	kind: "recovery" | "estate";
	/** `open` until a browser starts it, `started` until the case is filed or the Agreement recorded, then `used`. `expired`: not started or finished in time. `ended`: by you, or because its origin is no longer allowed. */
	status: "open" | "started" | "used" | "expired" | "ended";
	/** Your origin, whose host the pages show. */
	origin: string;
	locked: ("lostAccount" | "recoveryAccount" | "chainId" | "reasonForRecovery" | "transactions" | "ownerAddress")[];
	reference: string | null;
	returnUrl: string | null;
	locale: "en" | "es" | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** Until when it can be started. */
	expiresAt: string;
	startedAt: string | null;
	/** Until when a started link can be finished. */
	finishBy: string | null;
	usedAt: string | null;
	endedAt: string | null;
	/** The case that was filed through the link. */
	caseId: string | null;
	/** The owner of the estate whose Agreement was signed through the link. Null after the estate is erased. */
	ownerAddress: Hex | null;
};

export type HostedLinkList = {
	data: HostedLink[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

/** What the pages are filled with. The user sees that it comes from your host, and may change it. */
export type HostedLinkPrefill = {
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	lostAccount?: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	recoveryAccount?: Hex;
	chainId?: number;
	reasonForRecovery?: "lost key" | "inheritance" | "other";
	transactions?: Call[];
	/** The claimant's e-mail address. It cannot be locked. */
	email?: string;
	/** For the kind `estate` only, which has no other field. */
	ownerAddress?: Hex;
};

export type HostedLinkRequest = {
	/** `recovery` is used up by one recovery case, `estate` by one accepted Agreement. */
	kind?: "recovery" | "estate";
	prefill?: HostedLinkPrefill;
	/** Prefilled fields that the user cannot change. Locked transactions can still be left out one by one. */
	locked?: ("lostAccount" | "recoveryAccount" | "chainId" | "reasonForRecovery" | "transactions" | "ownerAddress")[];
	/** A page of one of your allowed origins, to which the user leaves with `link=<linkId>` added. It says nothing about the result: read the link or wait for the webhook. */
	returnUrl?: string;
	/** Your own opaque name for the case. It stands in the case, in lists and in every webhook, becomes part of the evidence, and is never erased. */
	reference?: string;
	/** Language of the pages; by default the browser's. */
	locale?: "en" | "es";
	/** Time to start the link. A started link can be finished for seven days. */
	expiresInSeconds?: number;
};

export type HostedLinkWithUrl = {
	/** No secret: it authorises nothing. */
	linkId: string;
	kind: "recovery" | "estate";
	/** `open` until a browser starts it, `started` until the case is filed or the Agreement recorded, then `used`. `expired`: not started or finished in time. `ended`: by you, or because its origin is no longer allowed. */
	status: "open" | "started" | "used" | "expired" | "ended";
	/** Your origin, whose host the pages show. */
	origin: string;
	locked: ("lostAccount" | "recoveryAccount" | "chainId" | "reasonForRecovery" | "transactions" | "ownerAddress")[];
	reference: string | null;
	returnUrl: string | null;
	locale: "en" | "es" | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** Until when it can be started. */
	expiresAt: string;
	startedAt: string | null;
	/** Until when a started link can be finished. */
	finishBy: string | null;
	usedAt: string | null;
	endedAt: string | null;
	/** The case that was filed through the link. */
	caseId: string | null;
	/** The owner of the estate whose Agreement was signed through the link. Null after the estate is erased. */
	ownerAddress: Hex | null;
	/** Send your user there. It is in this response only; who holds it can start the link. */
	url: string;
};

/** A new API key with its secret. */
export type IssuedApiKey = {
	/** Store it with the pair. The pair needs it to rotate itself, and cannot look it up, because only sessions can list keys. */
	keyId: string;
	label: string;
	/** Sent as `x-api-key`. */
	apiKey: string;
	/** Sent as `x-api-secret`. Shown only once; the service does not store it. */
	apiSecret: string;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** Null if the key is valid until it is revoked. */
	expiresAt: string | null;
};

/** More limits may be added. */
export type Limits = {
	requests: {
		/** Maximum size of a JSON body, in bytes, also of one with a file. */
		bodyBytes: number;
		/** Maximum size of a JSON body of an operation that takes no credential, in bytes. `POST /typed-data` takes `bodyBytes`. */
		publicBodyBytes: number;
		/** Maximum size of an uploaded file, in bytes. */
		fileBytes: number;
		/** Maximum size of a wallet's signature, in bytes. */
		signatureBytes: number;
		/** Maximum `limit` of a list. */
		pageSize: number;
		/** Maximum number of calls a minute without a credential from one address. */
		publicPerMinute: number;
		/** Maximum number of registrations, logins and password resets a minute from one address. */
		loginsPerMinute: number;
		/** Maximum number of calls a minute with one API key or session. */
		perCredentialPerMinute: number;
	};
	recoveryCases: {
		/** Maximum number of transactions of an intent. */
		transactions: number;
		/** Maximum size of a transaction's `data`, in bytes. */
		calldataBytes: number;
		/** Maximum length of the claimant's e-mail address, in characters. */
		emailLength: number;
		/** Maximum length of `courtInfo.title`, in characters. */
		courtOrderTitleLength: number;
		/** Maximum length of `courtInfo.fullCaseNumber`, in characters. */
		fullCaseNumberLength: number;
		/** Maximum length of `courtInfo.courtId`, in characters. */
		courtIdLength: number;
		/** Maximum length of the reason of a contest, a withdrawal or a decision, in characters. */
		reasonLength: number;
		/** Maximum number of documents of a case. */
		documents: number;
		/** Maximum length of a document's title, in characters. */
		documentTitleLength: number;
		/** Maximum number of transactions in a report of an execution. */
		reportedTransactions: number;
		/** Maximum number of open cases of one caller for one lost account. */
		openPerLostAccount: number;
		/** Maximum number of cases that the pages of one origin may file in a day, whether they are open or not. */
		openPerOrigin: number;
	};
	estateProfiles: {
		/** Maximum number of live privacy codes of an estate. */
		privacyCodes: number;
		/** Maximum length of a privacy code's label, in characters. */
		privacyCodeLabelLength: number;
		/** Maximum number of versions of a will. */
		willVersions: number;
		/** Maximum number of profiles that a caller may read for the first time in a day. */
		newProfilesPerDay: number;
		/** Maximum seconds from now to the deadline of an Erase message. */
		eraseDeadlineSeconds: number;
	};
	accounts: {
		/** Minimum length of a password, in characters. */
		passwordMinLength: number;
		/** Maximum length of a password, in characters. */
		passwordMaxLength: number;
		/** Maximum number of active API keys of an account. */
		apiKeys: number;
		/** Maximum length of an API key's label, in characters. */
		apiKeyLabelLength: number;
		/** Maximum `expiresInDays` of an API key. */
		apiKeyDays: number;
		/** Maximum number of browser origins of an account. */
		origins: number;
		/** Maximum number of webhook endpoints of an account. */
		webhookEndpoints: number;
		/** Maximum length of an endpoint's URL, in characters. */
		webhookUrlLength: number;
		/** Maximum length of an endpoint's description, in characters. */
		webhookDescriptionLength: number;
	};
};

export type ListedSession = {
	/** Names the session. It is no credential. */
	sessionId: string;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** Noted once a minute at most. */
	lastUsedAt: string;
	/** When the session expires at the latest. */
	expiresAt: string;
	/** Whether this session sent the request. */
	current: boolean;
};

export type LoggedOut = Record<string, never>;

/** E-mail address and password of an account. */
export type Login = {
	/** Case-insensitive. The domain may have letters of any script. */
	email: string;
	password: string;
};

/** `case` is the `rec` of a RecoveryIntent and `transactions` are its `txs`. `case.jrcHash` is optional and is checked. */
export type NewCase = {
	case: {
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		lostAccount: Hex;
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		recoveryAccount: Hex;
		chainId: number;
		reasonForRecovery: "lost key" | "inheritance" | "other";
		/** The claimant's e-mail address. The key must be present; the value may be null. */
		email: string | null;
		jrcHash?: Hex;
	};
	transactions: Call[];
	/** The decimals of tokens, as the filer states them, so that people can read amounts in whole tokens. No wallet signs them, and nothing is decided by them. Absent if none were stated. */
	tokenDecimals?: {
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		token: Hex;
		decimals: number;
	}[];
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
	/** Your own name of the case, for a developer's key pair or session only. It stands in the record, in lists, in webhooks and in the evidence, which a court may read, and is never erased: no name and no e-mail address. Not signed. A repetition keeps that of the first request. */
	reference?: string;
};

/** Files a case: the body of `new-case` without the signature. Signed by the case's recoveryAccount. Signed type: `NewCase(RecoveryIntent intent,string email)Call(address dest,uint256 value,bytes data)RecoveryIntent(address lostAccount,address recoveryAccount,uint256 chainId,string reasonForRecovery,Call[] txs)`, type hash `0xa6b77e26fe27d6ec93b7d7697507d12b876923dd96731ef9551523cf594e13c8`. */
export type NewCaseMessage = {
	message: "NewCase";
	case: {
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		lostAccount: Hex;
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		recoveryAccount: Hex;
		chainId: number;
		reasonForRecovery: "lost key" | "inheritance" | "other";
		/** The claimant's e-mail address. The key must be present; the value may be null. */
		email: string | null;
		jrcHash?: Hex;
	};
	transactions: Call[];
	/** May be absent, because it is `case.chainId`. If present, it must be equal. */
	chainId?: number;
};

/** The complete argument of eth_signTypedData_v4. */
export type NewCaseTypedData = {
	types: Record<string, {
		name: string;
		type: string;
	}[]>;
	primaryType: "NewCase";
	domain: {
		name: "Replevin";
		version: "1";
		chainId: number;
	};
	message: {
		intent: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			lostAccount: Hex;
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			recoveryAccount: Hex;
			chainId: string;
			reasonForRecovery: string;
			txs: Call[];
		};
		email: string;
	};
};

export type NewEvidenceLink = {
	evidenceLinkId: string;
	/** The role in which the maker reads the case. `filer`: a session that filed the case and has none of its accounts. */
	createdBy: "developer" | "recovery_account" | "lost_account" | "filer" | "reviewer";
	/** Whether you may revoke the link. */
	isRevocable: boolean;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	expiresAt: string;
	/** Opens the page that reads and verifies the evidence. The token is behind `#`, so browsers send it to no server. Shown only once. */
	url: string;
};

/** The service has missed three daily looks at the lost account's activity, the last of which it made at `since`: no node responded, or the reserve of looks was used up. An execution that is proven in the meantime needs a reviewer. */
export type NotWatched = {
	/** ISO 8601, UTC, with milliseconds. */
	since: string;
	because: "node_outage" | "reserve_used_up";
};

/** Open cases that name the account as lost, oldest first. */
export type NoticeList = {
	data: {
		caseId: string;
		/** Hash of the recovery intent. Court filings cite it. */
		jrcHash: Hex;
		chainId: number;
		status: CaseStatus;
		executeAfter: string | null;
	}[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type ObservedExecution = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	observation: {
		/** `confirming`: proven, but the blocks may still be reorganised. `unseen`: not mined, or removed by a reorganisation. `unproven`: neither proven nor disproven. */
		state: "confirming" | "unseen" | "unproven";
		txHashes: Hex[];
		reason: string | null;
		/** When the service checks again by itself. Null if another check would give the same result. */
		nextLookAt: string | null;
	};
};

/** Who runs this service. Show both to an owner whom you ask to accept the terms. */
export type Operator = {
	/** Null if the operator has not set it. */
	name: string | null;
	/** An e-mail address or an https URL. Null if the operator has not set it. */
	contact: string | null;
};

export type OriginDecision = {
	decision: "allow" | "refuse";
	reason: string;
};

export type OriginRequest = {
	/** Scheme, host and port, as browsers send them in the `Origin` header. */
	origin: string;
};

export type PasswordChange = {
	currentPassword: string;
	/** At least one uppercase letter, lowercase letter, number and special character. Several hundred common passwords, such as `Password1!`, are rejected although they have all of these. */
	newPassword: string;
};

export type PasswordReset = {
	/** The one-time code from the operator of the service: 25 letters and digits. Case, spaces and dashes do not matter. */
	token: string;
	/** At least one uppercase letter, lowercase letter, number and special character. Several hundred common passwords, such as `Password1!`, are rejected although they have all of these. */
	newPassword: string;
};

/** `jrcHash` and `caseId` are present if the message is about a case. */
export type PreparedMessage = {
	typedData: TypedData;
	/** The 32 bytes that the wallet signs. */
	digest: Hex;
	/** hashStruct of the message, without the domain. */
	structHash: Hex;
	/** The account that must sign: its address if the request gives it, else `recoveryAccount of the case` or `lostAccount of the case`. */
	signer: string;
	/** The request that takes the signature. Add `signature` to its body, and `file` for a will. */
	request: {
		method: "POST" | "PATCH" | "DELETE";
		path: string;
		body: Record<string, unknown>;
	};
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash?: Hex;
	caseId?: string;
};

export type PrivacyCode = {
	codeId: string;
	label: string;
	/** The end of the code. */
	hint: string;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	expiresAt: string | null;
	revokedAt: string | null;
	/** How often the code was resolved. */
	resolves: number;
};

export type PrivacyCodeBody = {
	/** The purpose of the code. Resolvers see it. */
	label: string;
	/** Unix seconds, not milliseconds; in the future and before the year 10000. Absent or 0: the code does not expire, and 0 is signed. */
	expiresAt?: number;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce: Hex;
	/** The origin of this service, as signed: `appUrl` of `GET /config`. A message for another service is INVALID_SIGNER with the rule `other_service`. */
	service: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

/** Creates a privacy code. An absent `nonce` is filled in with 32 random bytes. Signed by ownerAddress. Signed type: `PrivacyCode(string service,address ownerAddress,string label,uint256 expiresAt,bytes32 nonce)`, type hash `0x77dee64b1b060959068e10e29f34a37da66a690645664aa17dd1472119b682c1`. */
export type PrivacyCodeMessage = {
	message: "PrivacyCode";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	ownerAddress: Hex;
	/** The origin of this service, which is also the default. */
	service?: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** The purpose of the code. Resolvers see it. */
	label: string;
	/** Unix seconds, not milliseconds; in the future and before the year 10000. Absent or 0: the code does not expire, and 0 is signed. */
	expiresAt?: number;
	/** 32 random bytes, as signed. A nonce that the owner has used before is rejected. */
	nonce?: Hex;
};

export type PrivacyCodeResolution = {
	/** Letter case, spaces and dashes do not matter, and the prefix `RPL` may be absent. */
	code: string;
};

/** The lost account, the account that it is recovered to, the chain and the reason. */
export type Recovery = {
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	lostAccount: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	recoveryAccount: Hex;
	chainId: number;
	reasonForRecovery: "lost key" | "inheritance" | "other";
	/** The claimant's e-mail address. The key must be present; the value may be null. */
	email: string | null;
};

export type RecoveryCase = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	/** The reason that the last reviewer gave. Null before the first decision and after a new court order. */
	statusNote: string | null;
	/** When the claimant answered a reviewer's halt by a document, so that a reviewer looks next. Null otherwise. */
	answeredAt: string | null;
	/** Who filed the case: a developer's credential (`api`), an anonymous or wallet session (`hosted`), or a page of an allowlisted origin (`origin`). */
	source: "api" | "hosted" | "origin";
	/** The developer's own name of the case, which came with it or with its hosted link; absent without one. */
	reference?: string;
	/** The decimals of tokens, as the filer states them, so that people can read amounts in whole tokens. No wallet signs them, and nothing is decided by them. Absent if none were stated. */
	tokenDecimals?: {
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		token: Hex;
		decimals: number;
	}[];
	case: Recovery;
	transactions: Call[];
	courtOrder: CourtOrder | null;
	documents: CaseDocument[];
	/** The end of the challenge period, before which the recovery must not be executed. Meaningful only while the case is `pending`; a case with another status keeps the time, but must not be executed. Null before the first court order. */
	executeAfter: string | null;
	/** When the case becomes `action_required` with the reason `expired`, if it is still `created`. Null once a court order was attached. */
	expiresAt: string | null;
	/** The execution that the chain or two reviewers have proven; not final while `state` is `confirming`. Null if there is none. */
	execution: Execution | null;
	/** Null while the lost account is watched, or need not be. */
	notWatched: NotWatched | null;
	/** The last transaction of the execution. Null unless the case is `executed`. */
	txHash: Hex | null;
	/** How the recoveryAccount signed the new case: with its key, or as a contract wallet, which accepted the signature at `blockNumber` with the code that has `codeHash`. */
	signer: {
		kind: "key" | "contract";
		blockNumber?: number;
		codeHash?: Hex;
	};
	history: HistoryEntry[];
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: string;
	/** Counts the changes of the case from 1. */
	version: number;
};

export type RecoveryCaseList = {
	data: RecoveryCaseSummary[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
	/** What to send as `changedSince` next, now or later. Null in a list without `changedSince`. */
	nextChangedSince: number | null;
};

export type RecoveryCaseSummary = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	source: "api" | "hosted" | "origin";
	reference?: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	lostAccount: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	recoveryAccount: Hex;
	chainId: number;
	reasonForRecovery: "lost key" | "inheritance" | "other";
	/** Whether reviewers have verified the court order. Null without an order. */
	verification: "unverified" | "verified_once" | "verified" | null;
	executeAfter: string | null;
	/** When the claimant answered a reviewer's halt by a document, so that a reviewer looks next. Null otherwise. */
	answeredAt: string | null;
	txHash: Hex | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: string;
	version: number;
};

/** The recovery that a claimant requests. Its hash is the jrcHash. */
export type RecoveryIntent = {
	rec: Recovery;
	txs: Call[];
};

/** The account to create. */
export type Registration = {
	/** Case-insensitive. The domain may have letters of any script. */
	email: string;
	/** At least one uppercase letter, lowercase letter, number and special character. Several hundred common passwords, such as `Password1!`, are rejected although they have all of these. */
	password: string;
};

export type ReleaseDecision = {
	decision: "approve" | "reject";
};

export type ReleaseRequest = {
	requestId: string;
	ownerAddress: string;
	/** The chain of a contract's profile; null for the profile of the address's key. */
	chainId: number | null;
	phase: "challenge_period" | "awaiting_approval" | "downloadable" | "objected" | "rejected" | "over";
	applicant: string;
	courtInfo: CourtInfo;
	order: {
		/** `0x` and the SHA-256 of the order's bytes. */
		sha256: string;
		/** In bytes. */
		size: number;
	};
	/** ISO 8601, UTC, with milliseconds. */
	requestedAt: string;
	/** Approvals are possible from this time on. */
	challengeEndsAt: string;
	/** Null before the second approval. */
	downloadableUntil: string | null;
	/** When the owner objected or a reviewer rejected the request. */
	endedAt: string | null;
	/** Number of approvals by different reviewers; two release the will. Until then, approvals by former reviewers do not count. */
	approvals: number;
};

export type ReleaseRequestList = {
	/** Newest first. */
	data: ReleaseRequest[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type RemovedOrigin = {
	originId: string;
};

export type RemovedWebhookEndpoint = {
	endpointId: string;
};

/** The key of an earlier request with the same `Idempotency-Key`, without its secret. */
export type RepeatedApiKey = {
	keyId: string;
	label: string;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** Null if the key is valid until it is revoked. */
	expiresAt: string | null;
	/** For people: what to do without the secret. */
	notice: string;
};

export type RepeatedEvidenceLink = {
	evidenceLinkId: string;
	/** The role in which the maker reads the case. `filer`: a session that filed the case and has none of its accounts. */
	createdBy: "developer" | "recovery_account" | "lost_account" | "filer" | "reviewer";
	/** Whether you may revoke the link. */
	isRevocable: boolean;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	expiresAt: string;
	/** For people: what to do without the url. */
	notice: string;
};

/** The endpoint of an earlier request with the same `Idempotency-Key`, without its secret. */
export type RepeatedWebhookEndpoint = {
	endpointId: string;
	url: string;
	description: string | null;
	/** Types of the events that are sent to the endpoint. */
	eventTypes: ("recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required")[];
	/** False if nothing is sent; `disabledReason` says why. */
	enabled: boolean;
	/** `failing`: at least five attempts in a row have failed; one delivery at a time is tried until one succeeds. */
	status: "healthy" | "failing" | "disabled";
	/** `by_owner`: `enabled` was set to false. `gone`: the receiver responded with 410. `failing`: no success for five days. Null if the endpoint is enabled. */
	disabledReason: "by_owner" | "gone" | "failing" | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	lastSuccessAt: string | null;
	lastFailureAt: string | null;
	/** Share of successful attempts in the last seven days; null if there were no attempts. */
	successRate: number | null;
	/** Until when a secret from before a rotation signs too; null if only the newest secret signs. */
	previousSecretEndsAt: string | null;
	/** For people: what to do without the secret. */
	notice: string;
};

export type ResolvedPrivacyCode = {
	ownerAddress: string;
	/** The chain of a contract's profile; null for the profile of the address's key. */
	chainId: number | null;
	label: string;
	/** Whether the owner has accepted the current terms. */
	agreementAccepted: boolean;
	will: WillStatus | null;
	/** ISO 8601, UTC, with milliseconds. */
	resolvedAt: string;
};

export type ResolverGrant = {
	developerId: string;
};

export type ReviewedCase = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	/** The reason that the last reviewer gave. Null before the first decision and after a new court order. */
	statusNote: string | null;
	/** When the claimant answered a reviewer's halt by a document, so that a reviewer looks next. Null otherwise. */
	answeredAt: string | null;
	/** Who filed the case: a developer's credential (`api`), an anonymous or wallet session (`hosted`), or a page of an allowlisted origin (`origin`). */
	source: "api" | "hosted" | "origin";
	/** The developer's own name of the case, which came with it or with its hosted link; absent without one. */
	reference?: string;
	/** The decimals of tokens, as the filer states them, so that people can read amounts in whole tokens. No wallet signs them, and nothing is decided by them. Absent if none were stated. */
	tokenDecimals?: {
		/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
		token: Hex;
		decimals: number;
	}[];
	case: Recovery;
	transactions: Call[];
	courtOrder: CourtOrder | null;
	documents: CaseDocument[];
	/** The end of the challenge period, before which the recovery must not be executed. Meaningful only while the case is `pending`; a case with another status keeps the time, but must not be executed. Null before the first court order. */
	executeAfter: string | null;
	/** When the case becomes `action_required` with the reason `expired`, if it is still `created`. Null once a court order was attached. */
	expiresAt: string | null;
	/** The execution that the chain or two reviewers have proven; not final while `state` is `confirming`. Null if there is none. */
	execution: Execution | null;
	/** Null while the lost account is watched, or need not be. */
	notWatched: NotWatched | null;
	/** The last transaction of the execution. Null unless the case is `executed`. */
	txHash: Hex | null;
	/** How the recoveryAccount signed the new case: with its key, or as a contract wallet, which accepted the signature at `blockNumber` with the code that has `codeHash`. */
	signer: {
		kind: "key" | "contract";
		blockNumber?: number;
		codeHash?: Hex;
	};
	history: HistoryEntry[];
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: string;
	/** Counts the changes of the case from 1. */
	version: number;
	/** Null for a case from the hosted app. */
	developer: CaseDeveloper | null;
	transactionsInWords: CallInWords[];
	competingCases: ReviewedCaseSummary[];
};

export type ReviewedCaseList = {
	data: ReviewedCaseSummary[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
	/** What to send as `changedSince` next, now or later. Null in a list without `changedSince`. */
	nextChangedSince: number | null;
	/** The number of cases that match the filters, on all pages. The service counts among the first 1,000 cases of the list. If `isExact` is false, there may be more than `count`. */
	total: {
		count: number;
		isExact: boolean;
	};
};

export type ReviewedCaseSummary = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	source: "api" | "hosted" | "origin";
	reference?: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	lostAccount: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	recoveryAccount: Hex;
	chainId: number;
	reasonForRecovery: "lost key" | "inheritance" | "other";
	/** Whether reviewers have verified the court order. Null without an order. */
	verification: "unverified" | "verified_once" | "verified" | null;
	executeAfter: string | null;
	/** When the claimant answered a reviewer's halt by a document, so that a reviewer looks next. Null otherwise. */
	answeredAt: string | null;
	txHash: Hex | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: string;
	version: number;
	/** The developer who owns the case. Null for a case from the hosted app. */
	developerId: string | null;
	/** The number of the court order. Null if the case has none. */
	fullCaseNumber: string | null;
	/** Null while the lost account is watched, or need not be. */
	notWatched: NotWatched | null;
	documentCount: number;
};

export type ReviewedOrigin = {
	originId: string;
	origin: string;
	status: "requested" | "allowed" | "refused";
	/** ISO 8601, UTC, with milliseconds. */
	requestedAt: string;
	decidedAt: string | null;
	/** The reviewer's reason; null before a decision. */
	reason: string | null;
	developerId: string;
	decidedBy: string | null;
};

export type ReviewedOriginList = {
	data: ReviewedOrigin[];
};

export type ReviewedReleaseRequest = {
	requestId: string;
	ownerAddress: string;
	/** The chain of a contract's profile; null for the profile of the address's key. */
	chainId: number | null;
	phase: "challenge_period" | "awaiting_approval" | "downloadable" | "objected" | "rejected" | "over";
	applicant: string;
	courtInfo: CourtInfo;
	order: {
		/** `0x` and the SHA-256 of the order's bytes. */
		sha256: string;
		/** In bytes. */
		size: number;
	};
	/** ISO 8601, UTC, with milliseconds. */
	requestedAt: string;
	/** Approvals are possible from this time on. */
	challengeEndsAt: string;
	/** Null before the second approval. */
	downloadableUntil: string | null;
	/** When the owner objected or a reviewer rejected the request. */
	endedAt: string | null;
	/** Id of the account that made the request. */
	applicantId: string;
	approvals: {
		reviewerId: string;
		/** ISO 8601, UTC, with milliseconds. */
		approvedAt: string;
	}[];
};

export type ReviewedReleaseRequestList = {
	/** Oldest first. */
	data: ReviewedReleaseRequest[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type RevokedApiKey = {
	keyId: string;
	/** ISO 8601, UTC, with milliseconds. */
	revokedAt: string;
	/** The keys that this pair had issued by rotating itself. They are revoked with it. */
	revokedSuccessors: string[];
};

export type RevokedEvidenceLink = {
	evidenceLinkId: string;
	/** ISO 8601, UTC, with milliseconds. */
	revokedAt: string;
};

export type RevokedPrivacyCode = {
	codeId: string;
	/** ISO 8601, UTC, with milliseconds. */
	revokedAt: string;
};

export type Session = {
	user: User;
	/** When the session expires at the latest. */
	expiresAt: string;
	/** Bearer token. Not sent to browsers, which get the cookie only. */
	accessToken?: string;
};

export type SessionList = {
	data: ListedSession[];
};

export type StandingContestList = {
	data: AccountContest[];
};

/**
 * - `order_unverifiable`: A reviewer could not verify the court order. Who must act: the claimant, who attaches a corrected order, or answers with a document; after such an answer a reviewer, who clears or rejects the case. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears, or the claimant attaches a court order (`pending`).
 * - `documents_missing`: A reviewer needs more documents. Who must act: the claimant, who adds them or attaches a corrected order; after a document a reviewer, who clears or rejects the case. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears, or the claimant attaches a court order (`pending`).
 * - `contested`: The lost account has signed a contest, and the reason for recovery is not `lost key`: a thief may hold the key of a dead owner. Or the case was filed after the lost account had contested all cases: the owner may have lost the key since. So this halts the case and does not end it. Who must act: a reviewer, who clears or rejects the case. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears (`pending`).
 * - `lost_account_active`: The lost account has sent a transaction since the case was filed. Who must act: a reviewer, who clears or rejects the case. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears (`pending`).
 * - `expired`: The case had no court order at `expiresAt`. Nothing is deleted. Who must act: the claimant, who attaches an order, however late. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears, or the claimant attaches a court order (`pending`).
 * - `executed_without_verified_order`: The transactions are final on the chain, but no reviewer had verified the court order. Who must act: a reviewer, who verifies the order and clears: the same execution is judged again. Without an order at that time, only a rejection is left. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears (`pending`).
 * - `executed_before_challenge_period`: The transactions are final on the chain, but were executed before `executeAfter`. Who must act: a reviewer, who can only reject: clearing judges the same execution again. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears (`pending`).
 * - `owner_not_watched`: The transactions are final on the chain, but three daily looks at the lost account had failed, so nobody knows whether its owner was active. Who must act: a reviewer, who looks at the account's activity and clears: the same execution is judged. Or who rejects. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears (`pending`).
 * - `execution_mismatch`: The transactions that were named failed, or did not do what the case asks for. Who must act: a reviewer, who clears or rejects the case. Ends when the owner contests, which closes a case about a `lost key` and halts any other, or the owner contests all cases (`rejected/contested_by_lost_account` or `action_required/contested`); the claimant withdraws (`rejected/withdrawn_by_claimant`); a reviewer rejects (`rejected/rejected_by_reviewer`); a reviewer clears (`pending`).
 * - `contested_by_lost_account`: The lost account has signed a contest of a case about a lost key. A key that signs is not lost. Who must act: nobody, because this is final.
 * - `withdrawn_by_claimant`: The recovery account has signed a withdrawal. Who must act: nobody, because this is final.
 * - `rejected_by_reviewer`: A reviewer has rejected the case; `statusNote` has the reason. Who must act: nobody, because this is final.
 */
export type StatusReason = "order_unverifiable" | "documents_missing" | "contested" | "lost_account_active" | "expired" | "executed_without_verified_order" | "executed_before_challenge_period" | "owner_not_watched" | "execution_mismatch" | "contested_by_lost_account" | "withdrawn_by_claimant" | "rejected_by_reviewer";

/** What the contract says about itself, which anyone can make a contract say. Null for what it does not tell. `name` and `symbol` have at most 64 characters, all printable. */
export type Token = {
	chainId: number;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	address: Hex;
	name: string | null;
	symbol: string | null;
	decimals: number | null;
};

/** The complete argument of eth_signTypedData_v4 (EIP-712). */
export type TypedData = {
	types: Record<string, {
		name: string;
		type: string;
	}[]>;
	primaryType: "NewCase" | "CourtOrder" | "CloseCase" | "ContestAll" | "Agreement" | "PrivacyCode" | "Will" | "Erase";
	domain: {
		name: "Replevin";
		version: "1";
		chainId: number;
	};
	/** The signed fields. Integers are decimal strings, addresses have their checksum. */
	message: Record<string, unknown>;
};

/** The message to sign, by its name, with the fields of the operation that takes it. `chainId` is the chain id of the signed domain. */
export type TypedDataRequest = NewCaseMessage | CourtOrderMessage | CloseCaseMessage | ContestAllMessage | AgreementMessage | PrivacyCodeMessage | WillMessage | EraseMessage;

/** A developer's account. */
export type User = {
	/** The developer id, by which the account gets a role. */
	id: string;
	/** In lower case, its domain in ASCII. */
	email: string;
	role: "developer" | "resolver" | "reviewer";
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
};

export type UserAnswer = {
	user: User;
};

export type UserList = {
	data: User[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type WaitingCaseList = {
	data: WaitingCaseSummary[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type WaitingCaseSummary = {
	caseId: string;
	/** Hash of the recovery intent. Court filings cite it. */
	jrcHash: Hex;
	status: CaseStatus;
	/** Why the case is halted or closed. Null otherwise. */
	statusReason: StatusReason | null;
	source: "api" | "hosted" | "origin";
	reference?: string;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	lostAccount: Hex;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	recoveryAccount: Hex;
	chainId: number;
	reasonForRecovery: "lost key" | "inheritance" | "other";
	/** Whether reviewers have verified the court order. Null without an order. */
	verification: "unverified" | "verified_once" | "verified" | null;
	executeAfter: string | null;
	/** When the claimant answered a reviewer's halt by a document, so that a reviewer looks next. Null otherwise. */
	answeredAt: string | null;
	txHash: Hex | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	/** ISO 8601, UTC, with milliseconds. */
	updatedAt: string;
	version: number;
	/** The developer who owns the case. Null for a case from the hosted app. */
	developerId: string | null;
	/** The number of the court order. Null if the case has none. */
	fullCaseNumber: string | null;
	/** Null while the lost account is watched, or need not be. */
	notWatched: NotWatched | null;
	documentCount: number;
	/** The developer's id, or the subject of the session that filed the case in the hosted app. */
	filer: string;
	/** Other waiting cases of the same filer. 100 means that or more. */
	otherWaiting: number;
};

export type WalletChallenge = {
	/** EIP-4361 message. Sign it unchanged with `personal_sign`. */
	message: string;
	/** ISO 8601, UTC, with milliseconds. */
	expiresAt: string;
};

export type WalletChallengeRequest = {
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	address: Hex;
	chainId: number;
};

export type WalletSession = {
	/** Sent as `Authorization: Bearer …`. */
	accessToken: string;
	tokenType: "Bearer";
	/** Seconds. */
	expiresIn: number;
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	address: Hex;
};

export type WalletSessionRequest = {
	message: string;
	/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
	signature: Hex;
};

export type WebhookAttempt = {
	/** ISO 8601, UTC, with milliseconds. */
	at: string;
	/** Null if there was no response. */
	httpStatus: number | null;
	/** Until the end of the response. */
	durationMs: number;
	/** Why there is no response, or why a 2xx response did not count. `timeout`: the response was not complete within 15 seconds. `connection_failed`: the connection failed. `target_refused`: the URL is no longer allowed. `secret_unavailable`: the service could not open the secret, which does not count against the endpoint. `interrupted`: the service stopped during the attempt. */
	error: "timeout" | "connection_failed" | "target_refused" | "secret_unavailable" | "interrupted" | null;
	/** First 4 KiB of the response body; null if there was none. */
	responseExcerpt: string | null;
};

export type WebhookDelivery = {
	eventId: string;
	type: "recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required";
	/** `waiting`: for its next attempt. `delivered`: the receiver responded with 2xx. `failed`: all attempts failed. `skipped`: the endpoint was disabled. */
	status: "waiting" | "delivered" | "failed" | "skipped";
	/** Oldest first. */
	attempts: WebhookAttempt[];
	/** Null if there is no next attempt. */
	nextAttemptAt: string | null;
};

export type WebhookDeliveryDetail = {
	eventId: string;
	type: "recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required";
	/** `waiting`: for its next attempt. `delivered`: the receiver responded with 2xx. `failed`: all attempts failed. `skipped`: the endpoint was disabled. */
	status: "waiting" | "delivered" | "failed" | "skipped";
	/** Oldest first. */
	attempts: WebhookAttempt[];
	/** Null if there is no next attempt. */
	nextAttemptAt: string | null;
	request: {
		/** The endpoint's URL now. An attempt before a change of it went to the earlier URL, which is not kept. */
		url: string;
		/** Those that are the same in each attempt. Timestamp and signatures differ, and are not kept. */
		headers: Record<string, string>;
		/** The exact body of each attempt. */
		body: string;
	};
};

export type WebhookDeliveryList = {
	data: WebhookDelivery[];
	/** Pass it as `cursor` to get the next page. Null on the last page. A page may be shorter than `limit`, even empty, while `nextCursor` is present. */
	nextCursor: string | null;
};

export type WebhookEndpoint = {
	endpointId: string;
	url: string;
	description: string | null;
	/** Types of the events that are sent to the endpoint. */
	eventTypes: ("recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required")[];
	/** False if nothing is sent; `disabledReason` says why. */
	enabled: boolean;
	/** `failing`: at least five attempts in a row have failed; one delivery at a time is tried until one succeeds. */
	status: "healthy" | "failing" | "disabled";
	/** `by_owner`: `enabled` was set to false. `gone`: the receiver responded with 410. `failing`: no success for five days. Null if the endpoint is enabled. */
	disabledReason: "by_owner" | "gone" | "failing" | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	lastSuccessAt: string | null;
	lastFailureAt: string | null;
	/** Share of successful attempts in the last seven days; null if there were no attempts. */
	successRate: number | null;
	/** Until when a secret from before a rotation signs too; null if only the newest secret signs. */
	previousSecretEndsAt: string | null;
};

/** Absent fields stay unchanged. */
export type WebhookEndpointChange = {
	/** Where webhooks are sent: https, a host name that is reachable from the internet, no user name, no fragment. A service on your own machine also accepts http to this machine, such as `http://127.0.0.1:9000/hooks`. Stored in the form that a URL parser writes. */
	url?: string;
	/** What the endpoint is for; shown in lists. */
	description?: string | null;
	/** Types of the events to send. A new endpoint gets all types if absent. */
	eventTypes?: ("recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required")[];
	/** False stops deliveries; until it is true again, events are kept as `skipped`. True starts deliveries again, with a clean record. */
	enabled?: boolean;
};

export type WebhookEndpointList = {
	data: WebhookEndpoint[];
};

export type WebhookEndpointRequest = {
	/** Where webhooks are sent: https, a host name that is reachable from the internet, no user name, no fragment. A service on your own machine also accepts http to this machine, such as `http://127.0.0.1:9000/hooks`. Stored in the form that a URL parser writes. */
	url: string;
	/** What the endpoint is for; shown in lists. */
	description?: string | null;
	/** Types of the events to send. A new endpoint gets all types if absent. */
	eventTypes?: ("recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required")[];
};

/** An endpoint with its newest secret. */
export type WebhookEndpointWithSecret = {
	endpointId: string;
	url: string;
	description: string | null;
	/** Types of the events that are sent to the endpoint. */
	eventTypes: ("recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required")[];
	/** False if nothing is sent; `disabledReason` says why. */
	enabled: boolean;
	/** `failing`: at least five attempts in a row have failed; one delivery at a time is tried until one succeeds. */
	status: "healthy" | "failing" | "disabled";
	/** `by_owner`: `enabled` was set to false. `gone`: the receiver responded with 410. `failing`: no success for five days. Null if the endpoint is enabled. */
	disabledReason: "by_owner" | "gone" | "failing" | null;
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	lastSuccessAt: string | null;
	lastFailureAt: string | null;
	/** Share of successful attempts in the last seven days; null if there were no attempts. */
	successRate: number | null;
	/** Until when a secret from before a rotation signs too; null if only the newest secret signs. */
	previousSecretEndsAt: string | null;
	/** Verifies webhooks: the HMAC key is the 32 bytes that the base64 text after `whsec_` decodes to. Shown only once; store it. */
	secret: string;
};

/** One change of a recovery case. */
export type WebhookEvent = {
	/** The same at every attempt. Use it to recognise repeated deliveries. */
	id: string;
	type: "recovery_case.created" | "recovery_case.pending" | "recovery_case.rejected" | "recovery_case.executed" | "recovery_case.action_required";
	/** ISO 8601, UTC, with milliseconds. */
	createdAt: string;
	data: {
		caseId: string;
		jrcHash: Hex;
		status: CaseStatus;
		/** The last transaction of the execution, in `recovery_case.executed`. Always present, and null in every event before the execution. */
		txHash: Hex | null;
		/** Why the case is halted or closed. Null otherwise. */
		statusReason: StatusReason | null;
		/** Counts the events of the case from 1, because events may arrive in another order. */
		sequence: number;
		/** Hash of the entry of the case's history that made the event. Keep it: a history without it was rewritten. */
		historyHash: Hex;
		/** In `recovery_case.pending`, and absent in every other event: `order_attached`; `order_verified` once reviewers have verified the order; `executable` once `executeAfter` has passed as well, so that the recovery may be executed. */
		phase?: "order_attached" | "order_verified" | "executable";
		/** The developer's own name of the case, which came with it or with its hosted link; absent without one. */
		reference?: string;
		/** Only in a sample, which is about a case that does not exist. Respond with 2xx, and do nothing real. */
		test?: true;
	};
};

export type WebhookRecovery = {
	/** Only events created at this time or later. Choose a time at least four days before the outage, because an event fails up to that long after its creation. */
	since: string;
	/** Only counts the events. */
	dryRun?: boolean;
};

export type WebhookRecoveryResult = {
	/** Number of events that are sent again, or would be. */
	count: number;
	/** True if there are more events than the 10,000 of one call. */
	hasMore: boolean;
	/** True if the events were only counted. */
	dryRun: boolean;
};

export type WebhookSecretRotation = {
	/** How long the current secret keeps signing alongside the new one; one day by default. */
	overlapSeconds?: number;
};

export type WebhookTest = {
	eventId: string;
	/** True if the receiver responded with 2xx within 15 seconds. */
	delivered: boolean;
	attempt: WebhookAttempt;
};

/** Lodges a will. Signed by ownerAddress. Signed type: `Will(string service,address ownerAddress,uint256 version,bytes32 sha256,string mimeType,uint256 size)`, type hash `0x920824710efc43a0436cce58499eaf1433505f50a72ded7336211c9a125a7619`. */
export type WillMessage = {
	message: "Will";
	/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
	ownerAddress: Hex;
	/** The origin of this service, which is also the default. */
	service?: string;
	/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
	chainId?: number;
	/** The newest version + 1; 1 for the first will. Numbers continue after an erasure; WILL_VERSION_CONFLICT names the next one. */
	version: number;
	/** SHA-256 of the file's bytes, as signed. */
	sha256: Hex;
	/** The type of the file's bytes, without parameters. */
	mimeType: "application/pdf" | "text/plain";
	/** Size of the file in bytes. */
	size: number;
};

export type WillStatus = {
	version: number;
	/** `0x` and the SHA-256 of the document's bytes. */
	sha256: string;
	mimeType: "application/pdf" | "text/plain";
	/** In bytes. */
	size: number;
	/** ISO 8601, UTC, with milliseconds. */
	uploadedAt: string;
};

/** The requests and responses of all operations, by operation id. */
export interface Operations {
	/** Prepare a message for a wallet */
	prepareTypedData: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: TypedDataRequest;
		result: PreparedMessage;
	};
	/** Get a token's name, symbol and decimals */
	getToken: {
		path: {
			chainId: number;
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			address: Hex;
		};
		query: Record<string, never>;
		body: undefined;
		result: Token;
	};
	/** Check whether a case for this intent exists */
	findDuplicateCase: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: RecoveryIntent;
		result: CaseExistence;
	};
	/** Calculate the hash of a recovery intent */
	calculateJrcHash: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: RecoveryIntent;
		result: CaseHash;
	};
	/** File a signed recovery case */
	createRecoveryCase: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: NewCase;
		result: RecoveryCase | CaseReceipt;
	};
	/** Attach a signed court order */
	attachCourtOrder: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: Record<string, never>;
		body: CourtOrderBody;
		result: RecoveryCase | CaseReceipt;
	};
	/** Read a case, its transactions and its history */
	getRecoveryCase: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: RecoveryCase;
	};
	/** Download the evidence bundle of a case */
	getRecoveryCaseEvidence: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: EvidenceBundle;
	};
	/** Read the signed head of a case's history */
	getRecoveryCaseHead: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: {
			/** An entry whose hash is signed as well, such as the last one of a bundle. */
			sequence?: number;
		};
		body: undefined;
		result: CaseHead;
	};
	/** Create a link that shows a case's evidence */
	createEvidenceLink: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: Record<string, never>;
		body: EvidenceLinkRequest;
		result: RepeatedEvidenceLink | NewEvidenceLink;
	};
	/** List the live links to a case's evidence, newest first */
	listEvidenceLinks: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: EvidenceLinkList;
	};
	/** Revoke a link to a case's evidence */
	revokeEvidenceLink: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
			evidenceLinkId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: RevokedEvidenceLink;
	};
	/** Read the evidence bundle of a link */
	readLinkedEvidence: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: EvidenceLinkToken;
		result: EvidenceBundle;
	};
	/** List a case's events, oldest first */
	listRecoveryCaseEvents: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: {
			/** `nextAfter` of the previous call. By default the page starts with the first event. */
			after?: number;
			/** Page size; 25 by default. */
			limit?: number;
		};
		body: undefined;
		result: CaseEventList;
	};
	/** List your cases, newest first */
	listRecoveryCases: {
		path: Record<string, never>;
		query: {
			/** Only cases with this status, or one of several: `status=created,pending`, or repeated. */
			status?: "created" | "pending" | "action_required" | "executed" | "rejected" | ("created" | "pending" | "action_required" | "executed" | "rejected")[];
			/** Only the case of this recovery intent. */
			jrcHash?: Hex;
			chainId?: number;
			/** Matches lostAccount or recoveryAccount. */
			account?: Hex;
			/** Only cases with this `reference`, which the developer or its hosted link gave them. */
			reference?: string;
			/** Only cases with a court order that reviewers have verified, or have not verified yet. */
			verification?: "unverified" | "verified_once" | "verified";
			/** Only cases whose `executeAfter` is before this time. With `status=pending` and `verification=verified` these are the cases that may be executed then. */
			executableBefore?: string;
			/** Only cases that were filed after this time. */
			createdAfter?: string;
			/** Only cases that have changed since a list that gave this number as `nextChangedSince`, in the order of their changes. Begin with 0. */
			changedSince?: number;
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: RecoveryCaseList;
	};
	/** Contest a case as the owner of the lost account */
	contestRecoveryCase: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: Record<string, never>;
		body: CloseCaseBody;
		result: CaseStanding;
	};
	/** Withdraw a case as its claimant */
	withdrawRecoveryCase: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: Record<string, never>;
		body: CloseCaseBody;
		result: CaseStanding;
	};
	/** Contest all cases that name an account as lost */
	contestAllRecoveryCases: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: ContestAllBody;
		result: AccountContest;
	};
	/** List the standing contests of your account, newest first */
	listStandingContests: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: StandingContestList;
	};
	/** Revoke a standing contest of your account */
	revokeStandingContest: {
		path: {
			/** The digest of the ContestAll message. */
			digest: Hex;
		};
		query: Record<string, never>;
		body: undefined;
		result: AccountContest;
	};
	/** Report the transactions that executed a case */
	reportExecution: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: Record<string, never>;
		body: ExecutionBody;
		result: RecoveryCase | ObservedExecution;
	};
	/** Get what the chain shows of the reported transactions */
	getExecution: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: Record<string, never>;
		body: undefined;
		result: ExecutionStanding;
	};
	/** Add a document to a case */
	addCaseDocument: {
		path: {
			/** Hash of the recovery intent, not the caseId. */
			jrcHash: Hex;
		};
		query: Record<string, never>;
		body: {
			file: {
				base64: string;
				/** Not kept. */
				name?: string;
				/** The declared type. The service checks the bytes themselves and rejects a contradiction. */
				mimeType: string;
			};
			/** A name for readers of the case. It stays in the history. */
			title: string;
		} | {
			/** The bytes of the file. */
			file: Blob;
			/** A name for readers of the case. It stays in the history. */
			title: string;
		};
		result: CaseDocument;
	};
	/** Download a document of a case */
	readCaseDocument: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
			documentId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: Blob;
	};
	/** Find open cases that name an account as lost */
	listNotices: {
		path: Record<string, never>;
		query: {
			/** Only on this chain. Without it, on every chain. */
			chainId?: number;
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			account: Hex;
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: NoticeList;
	};
	/** List the cases that wait for a reviewer, one line for each filer */
	listWaitingCases: {
		path: Record<string, never>;
		query: {
			/** All waiting cases of this filer, instead of one line for each filer. */
			filer?: string;
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: WaitingCaseList;
	};
	/** List every case, oldest first */
	reviewRecoveryCases: {
		path: Record<string, never>;
		query: {
			/** Only cases with this status, or one of several: `status=created,pending`, or repeated. */
			status?: "created" | "pending" | "action_required" | "executed" | "rejected" | ("created" | "pending" | "action_required" | "executed" | "rejected")[];
			/** Only the case of this recovery intent. */
			jrcHash?: Hex;
			chainId?: number;
			/** Matches lostAccount or recoveryAccount. */
			account?: Hex;
			/** Only cases with this `reference`, which the developer or its hosted link gave them. */
			reference?: string;
			/** Only cases with a court order that reviewers have verified, or have not verified yet. */
			verification?: "unverified" | "verified_once" | "verified";
			/** Only cases whose `executeAfter` is before this time. With `status=pending` and `verification=verified` these are the cases that may be executed then. */
			executableBefore?: string;
			/** Only cases that were filed after this time. */
			createdAfter?: string;
			/** Only cases that have changed since a list that gave this number as `nextChangedSince`, in the order of their changes. Begin with 0. */
			changedSince?: number;
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
			statusReason?: "order_unverifiable" | "documents_missing" | "contested" | "lost_account_active" | "expired" | "executed_without_verified_order" | "executed_before_challenge_period" | "owner_not_watched" | "execution_mismatch" | "contested_by_lost_account" | "withdrawn_by_claimant" | "rejected_by_reviewer";
			/** Only the cases of this developer. */
			developerId?: string;
			/** Only cases whose court order has this number, in any letter case. */
			fullCaseNumber?: string;
			/** The order of the cases; by default the oldest comes first. Send the same value while you follow `nextCursor`. */
			sort?: "oldest" | "newest";
		};
		body: undefined;
		result: ReviewedCaseList;
	};
	/** Read any case, its developer, its transactions in words, and the competing cases */
	reviewRecoveryCase: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: ReviewedCase;
	};
	/** Decide a case */
	decideRecoveryCase: {
		path: {
			/** Id of the case, or its jrcHash. `findDuplicateCase` returns both. */
			caseId: string;
		};
		query: Record<string, never>;
		body: CaseDecision;
		result: RecoveryCase;
	};
	/** Register a developer account */
	register: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: Registration;
		result: UserAnswer;
	};
	/** Log in */
	login: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: Login;
		result: Session;
	};
	/** Get the account of the session */
	getCurrentUser: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: UserAnswer;
	};
	/** Delete the account */
	deleteAccount: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: AccountDeletion;
		result: Done;
	};
	/** Log out */
	logout: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: LoggedOut;
	};
	/** Log out everywhere */
	logoutEverywhere: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: LoggedOut;
	};
	/** List the sessions of the account */
	listSessions: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: SessionList;
	};
	/** End all other sessions */
	endOtherSessions: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: EndedSessions;
	};
	/** End one session */
	endSession: {
		path: {
			sessionId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: Done;
	};
	/** Change the password */
	changePassword: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: PasswordChange;
		result: Done;
	};
	/** Set a forgotten password */
	resetPassword: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: PasswordReset;
		result: Done;
	};
	/** List the active API keys */
	listApiKeys: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: ApiKeyList;
	};
	/** Issue an API key */
	issueApiKey: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: ApiKeyRequest;
		result: RepeatedApiKey | IssuedApiKey;
	};
	/** Revoke an API key */
	revokeApiKey: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: ApiKeyRevocationRequest;
		result: RevokedApiKey;
	};
	/** Rotate an API key */
	rotateApiKey: {
		path: {
			keyId: string;
		};
		query: Record<string, never>;
		body: ApiKeyRotationRequest;
		result: RepeatedApiKey | IssuedApiKey;
	};
	/** Open an anonymous session of the hosted app */
	issueAnonymousJwt: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: AnonymousSessionRequest;
		result: AnonymousSession;
	};
	/** Request the message that a wallet signs to log in */
	issueWalletChallenge: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: WalletChallengeRequest;
		result: WalletChallenge;
	};
	/** Log in with a signed message */
	openWalletSession: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: WalletSessionRequest;
		result: WalletSession;
	};
	/** Request a browser origin */
	requestOrigin: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: OriginRequest;
		result: BrowserOrigin;
	};
	/** List your browser origins */
	listOrigins: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: BrowserOriginList;
	};
	/** Remove a browser origin */
	removeOrigin: {
		path: {
			originId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: RemovedOrigin;
	};
	/** List browser origins by status, oldest request first */
	reviewOrigins: {
		path: Record<string, never>;
		query: {
			status?: "requested" | "allowed" | "refused";
		};
		body: undefined;
		result: ReviewedOriginList;
	};
	/** Allow or refuse a browser origin */
	decideOrigin: {
		path: {
			originId: string;
		};
		query: Record<string, never>;
		body: OriginDecision;
		result: ReviewedOrigin;
	};
	/** List the developers, newest first */
	listDevelopers: {
		path: Record<string, never>;
		query: {
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: UserList;
	};
	/** List the reviewers, newest first */
	listReviewers: {
		path: Record<string, never>;
		query: {
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: UserList;
	};
	/** List the resolvers, newest first */
	listResolvers: {
		path: Record<string, never>;
		query: {
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: UserList;
	};
	/** Grant the resolver role */
	grantResolver: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: ResolverGrant;
		result: UserAnswer;
	};
	/** Read an account before granting it a role */
	reviewAccount: {
		path: {
			developerId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: UserAnswer;
	};
	/** Revoke the resolver role */
	revokeResolver: {
		path: {
			developerId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: UserAnswer;
	};
	/** Create a webhook endpoint */
	createWebhookEndpoint: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: WebhookEndpointRequest;
		result: RepeatedWebhookEndpoint | WebhookEndpointWithSecret;
	};
	/** List your endpoints and their health */
	listWebhookEndpoints: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: WebhookEndpointList;
	};
	/** Get an endpoint and its health */
	getWebhookEndpoint: {
		path: {
			endpointId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: WebhookEndpoint;
	};
	/** Update an endpoint */
	updateWebhookEndpoint: {
		path: {
			endpointId: string;
		};
		query: Record<string, never>;
		body: WebhookEndpointChange;
		result: WebhookEndpoint;
	};
	/** Delete an endpoint */
	deleteWebhookEndpoint: {
		path: {
			endpointId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: RemovedWebhookEndpoint;
	};
	/** Rotate an endpoint's secret */
	rotateWebhookSecret: {
		path: {
			endpointId: string;
		};
		query: Record<string, never>;
		body: WebhookSecretRotation;
		result: WebhookEndpointWithSecret | RepeatedWebhookEndpoint;
	};
	/** Send a sample event */
	testWebhookEndpoint: {
		path: {
			endpointId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: WebhookTest;
	};
	/** List an endpoint's deliveries, newest first */
	listWebhookDeliveries: {
		path: {
			endpointId: string;
		};
		query: {
			/** Only deliveries with this status. */
			status?: "waiting" | "delivered" | "failed" | "skipped";
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: WebhookDeliveryList;
	};
	/** Get a delivery with its request and its responses */
	getWebhookDelivery: {
		path: {
			endpointId: string;
			eventId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: WebhookDeliveryDetail;
	};
	/** Redeliver an event */
	redeliverWebhookEvent: {
		path: {
			endpointId: string;
			eventId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: WebhookDelivery;
	};
	/** Redeliver failed and skipped events */
	recoverWebhookEvents: {
		path: {
			endpointId: string;
		};
		query: Record<string, never>;
		body: WebhookRecovery;
		result: WebhookRecoveryResult;
	};
	/** Pull your events, oldest first */
	listEvents: {
		path: Record<string, never>;
		query: {
			/** `nextAfter` of the previous call; the list starts with your first event by default. */
			after?: number;
			/** Page size; 25 by default. */
			limit?: number;
		};
		body: undefined;
		result: EventList;
	};
	/** List dead-letter messages, newest first */
	listDeadLetters: {
		path: Record<string, never>;
		query: {
			/** `open` (the default): waiting for a reviewer. `requeued`: sent to the queue again. */
			status?: "open" | "requeued";
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: DeadLetterList;
	};
	/** Requeue a dead-letter message */
	requeueDeadLetter: {
		path: {
			deadLetterId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: DeadLetter;
	};
	/** Read an estate profile */
	getEstateProfile: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: {
			/** Reads the profile of the contract on this chain; if absent, the profile of the address's key. A wallet session omits it and reads its own profile. */
			chainId?: number;
		};
		body: undefined;
		result: EstateProfile;
	};
	/** Erase an estate profile */
	eraseEstateProfile: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: Record<string, never>;
		body: EraseBody;
		result: ErasedEstate;
	};
	/** List the history of an estate, newest first */
	listEstateHistory: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: {
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: EstateHistory;
	};
	/** Accept the terms for an estate */
	acceptEstateAgreement: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: Record<string, never>;
		body: AgreementBody;
		result: EstateAgreement;
	};
	/** Create a privacy code for public filings */
	createPrivacyCode: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: Record<string, never>;
		body: PrivacyCodeBody;
		result: CreatedPrivacyCode;
	};
	/** Revoke a privacy code */
	revokePrivacyCode: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
			codeId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: RevokedPrivacyCode;
	};
	/** Resolve a privacy code to its estate */
	resolvePrivacyCode: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: PrivacyCodeResolution;
		result: ResolvedPrivacyCode;
	};
	/** Lodge a will */
	lodgeWill: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: Record<string, never>;
		body: {
			file: {
				base64: string;
				/** Not kept. */
				name?: string;
				/** The declared type. The service checks the bytes themselves and rejects a contradiction. */
				mimeType: string;
			};
			/** The newest version + 1; 1 for the first will. Numbers continue after an erasure; WILL_VERSION_CONFLICT names the next one. */
			version: number;
			/** SHA-256 of the file's bytes, as signed. */
			sha256: Hex;
			/** The origin of this service, as signed: `appUrl` of `GET /config`. A message for another service is INVALID_SIGNER with the rule `other_service`. */
			service: string;
			/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
			chainId?: number;
			/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
			signature: Hex;
		} | {
			/** The bytes of the file. */
			file: Blob;
			/** The newest version + 1; 1 for the first will. Numbers continue after an erasure; WILL_VERSION_CONFLICT names the next one. */
			version: number;
			/** SHA-256 of the file's bytes, as signed. */
			sha256: Hex;
			/** The origin of this service, as signed: `appUrl` of `GET /config`. A message for another service is INVALID_SIGNER with the rule `other_service`. */
			service: string;
			/** Chain id of the signed domain; 1 if absent. For a contract wallet, the chain of the contract. */
			chainId?: number;
			/** EIP-712 signature by a key (64 or 65 bytes) or by a contract wallet. */
			signature: Hex;
		};
		result: WillStatus;
	};
	/** Download a will */
	readWill: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: {
			/** The newest version if absent. */
			version?: number;
		};
		body: undefined;
		result: Blob;
	};
	/** Request the release of a deceased owner's will */
	requestRelease: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: Record<string, never>;
		body: {
			file: {
				base64: string;
				/** Not kept. */
				name?: string;
				/** The declared type. The service checks the bytes themselves and rejects a contradiction. */
				mimeType: string;
			};
			/** Letter case, spaces and dashes do not matter, and the prefix `RPL` may be absent. */
			code: string;
			courtInfo: CourtInfo;
			/** Who makes the request, and on whose behalf. The owner and the reviewers read it. */
			applicant: string;
		} | {
			/** The bytes of the file. */
			file: Blob;
			/** Letter case, spaces and dashes do not matter, and the prefix `RPL` may be absent. */
			code: string;
			courtInfo: CourtInfo;
			/** Who makes the request, and on whose behalf. The owner and the reviewers read it. */
			applicant: string;
		};
		result: ReleaseRequest;
	};
	/** List release requests of a will, newest first */
	listReleaseRequests: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
		};
		query: {
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: ReleaseRequestList;
	};
	/** Object to the release of your will */
	objectToRelease: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
			requestId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: ReleaseRequest;
	};
	/** Download a released will */
	downloadReleasedWill: {
		path: {
			/** 20-byte address, not the zero address. In mixed case it must carry a valid EIP-55 checksum. */
			ownerAddress: Hex;
			requestId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: Blob;
	};
	/** List release requests, oldest first */
	reviewReleaseRequests: {
		path: Record<string, never>;
		query: {
			/** `open` by default. */
			status?: "open" | "approved" | "objected" | "rejected";
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: ReviewedReleaseRequestList;
	};
	/** Get a release request */
	reviewReleaseRequest: {
		path: {
			requestId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: ReviewedReleaseRequest;
	};
	/** Download the court order of a release request */
	readReleaseOrder: {
		path: {
			requestId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: Blob;
	};
	/** Approve or reject the release of a will */
	decideReleaseRequest: {
		path: {
			requestId: string;
		};
		query: Record<string, never>;
		body: ReleaseDecision;
		result: ReviewedReleaseRequest;
	};
	/** Make a link that brings your user to the hosted pages */
	createHostedLink: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: HostedLinkRequest;
		result: HostedLinkWithUrl;
	};
	/** List your hosted links, newest first */
	listHostedLinks: {
		path: Record<string, never>;
		query: {
			/** Only links with this `reference`. */
			reference?: string;
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: HostedLinkList;
	};
	/** Read a hosted link */
	getHostedLink: {
		path: {
			linkId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: HostedLink;
	};
	/** End a hosted link */
	expireHostedLink: {
		path: {
			linkId: string;
		};
		query: Record<string, never>;
		body: undefined;
		result: HostedLink;
	};
	/** List audit events, newest first */
	listAuditEvents: {
		path: Record<string, never>;
		query: {
			/** Only this action. */
			action?: "developer.registered" | "session.opened" | "session.refused" | "session.throttled" | "session.closed" | "session.closed_all" | "session.closed_others" | "password.changed" | "password.reset" | "password.refused" | "password.throttled" | "account.deleted" | "account.listed" | "account.read" | "api_key.issued" | "api_key.revoked" | "api_key.rotated" | "api_key.rotated_itself" | "api_key.refused" | "api_key.used_after_revocation" | "api_key.seen_in_browser" | "anonymous_session.issued" | "wallet_session.opened" | "wallet_session.refused" | "session_token.refused" | "access.refused" | "origin.requested" | "origin.allowed" | "origin.refused" | "origin.removed" | "hosted_link.created" | "hosted_link.started" | "hosted_link.ended" | "resolver.granted" | "resolver.revoked" | "recovery_case.order_verified" | "recovery_case.action_required" | "recovery_case.cleared" | "recovery_case.rejected" | "recovery_case.execution_attested" | "recovery_case.execution_named" | "recovery_case.document_added" | "recovery_case.document_read" | "evidence_link.created" | "evidence_link.revoked" | "evidence_link.refused" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.deleted" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.tested" | "webhook_endpoint.redelivered" | "webhook_endpoint.recovered" | "dead_letter.requeued" | "estate.agreement_accepted" | "estate.erased" | "privacy_code.created" | "privacy_code.revoked" | "privacy_code.resolved" | "privacy_code.refused" | "privacy_code.throttled" | "will.lodged" | "will.read" | "release.requested" | "release.objected" | "release.approved" | "release.rejected" | "release.downloaded" | "release.order_read";
			/** Only by this caller: a developer, an anonymous session or a wallet session. A wallet is also found by its address (`wallet:0x…`). */
			actor?: string;
			/** Only on this target: a developer, a key, a session or an origin. */
			target?: string;
			/** Only at this time or later. */
			from?: string;
			/** Only before this time. */
			to?: string;
			/** Page size; 25 by default. */
			limit?: number;
			/** `nextCursor` of the previous page. */
			cursor?: string;
		};
		body: undefined;
		result: AuditEventList;
	};
	/** Read what a client needs to know about this service */
	getClientConfig: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: ClientConfig;
	};
	/** Check the health of the service and its parts */
	getHealth: {
		path: Record<string, never>;
		query: Record<string, never>;
		body: undefined;
		result: Health;
	};
}

/** Method, path and marks: `key` takes an Idempotency-Key, `file` responds with a file, `open` takes no credential. */
export const ROUTES = {
	prepareTypedData: "POST /typed-data open",
	getToken: "GET /tokens/{chainId}/{address}",
	findDuplicateCase: "POST /recovery-cases/exists",
	calculateJrcHash: "POST /recovery-cases/jrc-hash",
	createRecoveryCase: "POST /recovery-cases/new-case",
	attachCourtOrder: "PATCH /recovery-cases/{jrcHash}/court-order",
	getRecoveryCase: "GET /recovery-cases/{caseId}",
	getRecoveryCaseEvidence: "GET /recovery-cases/{caseId}/evidence",
	getRecoveryCaseHead: "GET /recovery-cases/{jrcHash}/head open",
	createEvidenceLink: "POST /recovery-cases/{caseId}/evidence-links key",
	listEvidenceLinks: "GET /recovery-cases/{caseId}/evidence-links",
	revokeEvidenceLink: "DELETE /recovery-cases/{caseId}/evidence-links/{evidenceLinkId}",
	readLinkedEvidence: "POST /evidence-links/read open",
	listRecoveryCaseEvents: "GET /recovery-cases/{caseId}/events",
	listRecoveryCases: "GET /recovery-cases",
	contestRecoveryCase: "POST /recovery-cases/{jrcHash}/contest open",
	withdrawRecoveryCase: "POST /recovery-cases/{jrcHash}/withdraw open",
	contestAllRecoveryCases: "POST /recovery-cases/contest-all open",
	listStandingContests: "GET /standing-contests",
	revokeStandingContest: "DELETE /standing-contests/{digest}",
	reportExecution: "POST /recovery-cases/{jrcHash}/execution",
	getExecution: "GET /recovery-cases/{jrcHash}/execution",
	addCaseDocument: "POST /recovery-cases/{jrcHash}/documents",
	readCaseDocument: "GET /recovery-cases/{caseId}/documents/{documentId} file",
	listNotices: "GET /notices open",
	listWaitingCases: "GET /review/waiting-cases",
	reviewRecoveryCases: "GET /review/recovery-cases",
	reviewRecoveryCase: "GET /review/recovery-cases/{caseId}",
	decideRecoveryCase: "POST /review/recovery-cases/{caseId}/decisions",
	register: "POST /auth/register open",
	login: "POST /auth/login open",
	getCurrentUser: "GET /auth/me",
	deleteAccount: "DELETE /auth/me",
	logout: "POST /auth/logout",
	logoutEverywhere: "POST /auth/logout-all",
	listSessions: "GET /auth/sessions",
	endOtherSessions: "DELETE /auth/sessions",
	endSession: "DELETE /auth/sessions/{sessionId}",
	changePassword: "POST /auth/password",
	resetPassword: "POST /auth/password-reset open",
	listApiKeys: "GET /auth/api-keys",
	issueApiKey: "POST /auth/api-keys key",
	revokeApiKey: "DELETE /auth/api-keys",
	rotateApiKey: "POST /auth/api-keys/{keyId}/rotate key",
	issueAnonymousJwt: "POST /auth/issue-anon-jwt open",
	issueWalletChallenge: "POST /auth/wallet/challenge open",
	openWalletSession: "POST /auth/wallet/session open",
	requestOrigin: "POST /origins",
	listOrigins: "GET /origins",
	removeOrigin: "DELETE /origins/{originId}",
	reviewOrigins: "GET /review/origins",
	decideOrigin: "POST /review/origins/{originId}/decision",
	listDevelopers: "GET /review/developers",
	listReviewers: "GET /review/reviewers",
	listResolvers: "GET /review/resolvers",
	grantResolver: "POST /review/resolvers",
	reviewAccount: "GET /review/accounts/{developerId}",
	revokeResolver: "DELETE /review/resolvers/{developerId}",
	createWebhookEndpoint: "POST /webhook-endpoints key",
	listWebhookEndpoints: "GET /webhook-endpoints",
	getWebhookEndpoint: "GET /webhook-endpoints/{endpointId}",
	updateWebhookEndpoint: "PATCH /webhook-endpoints/{endpointId}",
	deleteWebhookEndpoint: "DELETE /webhook-endpoints/{endpointId}",
	rotateWebhookSecret: "POST /webhook-endpoints/{endpointId}/rotate-secret key",
	testWebhookEndpoint: "POST /webhook-endpoints/{endpointId}/test key",
	listWebhookDeliveries: "GET /webhook-endpoints/{endpointId}/deliveries",
	getWebhookDelivery: "GET /webhook-endpoints/{endpointId}/deliveries/{eventId}",
	redeliverWebhookEvent: "POST /webhook-endpoints/{endpointId}/deliveries/{eventId}/redeliver",
	recoverWebhookEvents: "POST /webhook-endpoints/{endpointId}/recover",
	listEvents: "GET /events",
	listDeadLetters: "GET /review/dead-letters",
	requeueDeadLetter: "POST /review/dead-letters/{deadLetterId}/requeue",
	getEstateProfile: "GET /estate-profiles/{ownerAddress}",
	eraseEstateProfile: "DELETE /estate-profiles/{ownerAddress}",
	listEstateHistory: "GET /estate-profiles/{ownerAddress}/history",
	acceptEstateAgreement: "POST /estate-profiles/{ownerAddress}/agreement",
	createPrivacyCode: "POST /estate-profiles/{ownerAddress}/privacy-codes",
	revokePrivacyCode: "DELETE /estate-profiles/{ownerAddress}/privacy-codes/{codeId}",
	resolvePrivacyCode: "POST /estate-profiles/privacy-codes/resolve",
	lodgeWill: "POST /estate-profiles/{ownerAddress}/will",
	readWill: "GET /estate-profiles/{ownerAddress}/will file",
	requestRelease: "POST /estate-profiles/{ownerAddress}/will/release-requests key",
	listReleaseRequests: "GET /estate-profiles/{ownerAddress}/will/release-requests",
	objectToRelease: "POST /estate-profiles/{ownerAddress}/will/release-requests/{requestId}/object",
	downloadReleasedWill: "GET /estate-profiles/{ownerAddress}/will/release-requests/{requestId}/will file",
	reviewReleaseRequests: "GET /review/release-requests",
	reviewReleaseRequest: "GET /review/release-requests/{requestId}",
	readReleaseOrder: "GET /review/release-requests/{requestId}/order file",
	decideReleaseRequest: "POST /review/release-requests/{requestId}/decisions",
	createHostedLink: "POST /hosted-links key",
	listHostedLinks: "GET /hosted-links",
	getHostedLink: "GET /hosted-links/{linkId}",
	expireHostedLink: "POST /hosted-links/{linkId}/expire",
	listAuditEvents: "GET /review/audit",
	getClientConfig: "GET /config open",
	getHealth: "GET /health open",
} as const satisfies Record<keyof Operations, string>;
