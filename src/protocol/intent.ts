export type Call = {
	/** 20-byte `0x` address. */
	readonly dest: string;
	/** Wei: a decimal or `0x` string below 2^256. */
	readonly value: string;
	readonly data: string;
};

export const RECOVERY_REASONS = ["lost key", "inheritance", "other"] as const;
export type RecoveryReason = (typeof RECOVERY_REASONS)[number];

/** A contest closes a case with one of these reasons: a lost key that signs is not lost. It halts any other. */
export const CLOSED_BY_CONTEST = ["lost key"] as const satisfies readonly RecoveryReason[];

export const isClosedByContest = (reason: RecoveryReason): boolean =>
	CLOSED_BY_CONTEST.some((closed) => closed === reason);

export type Rec = {
	readonly lostAccount: string;
	readonly recoveryAccount: string;
	readonly chainId: number;
	readonly reasonForRecovery: RecoveryReason;
	/** The claimant's contact; not part of the jrcHash. */
	readonly email: string | null;
};

export type RecoveryIntent = {
	readonly rec: Rec;
	/** In the order of execution. */
	readonly txs: readonly Call[];
};
