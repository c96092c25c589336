export type Call = {
	/** 20-byte `0x` address. */
	readonly dest: string;
	/** Wei: a decimal or `0x` string below 2^256. */
	readonly value: string;
	readonly data: string;
};

export const RECOVERY_REASONS = ["lost key", "inheritance", "other"] as const;
export type RecoveryReason = (typeof RECOVERY_REASONS)[number];

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
