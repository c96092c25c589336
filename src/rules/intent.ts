export type Call = {
	/** 20-byte `0x` address. */
	readonly dest: string;
	/** Wei: a decimal or `0x` string below 2^256. */
	readonly value: string;
	readonly data: string;
};

type ReasonForRecovery = "lost key" | "inheritance" | "other";

export type Rec = {
	readonly lostAccount: string;
	readonly recoveryAccount: string;
	readonly chainId: number;
	readonly reasonForRecovery: ReasonForRecovery;
	/** The claimant's contact; not part of the jrcHash. */
	readonly email: string | null;
};

export type RecoveryIntent = {
	readonly rec: Rec;
	/** In the order of execution. */
	readonly txs: readonly Call[];
};
