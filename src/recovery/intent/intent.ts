// What a claimant asks for: which account is to be recovered to which, why, and by which transactions.

/** One transaction, as sent on the wire. */
export type Call = {
	/** 20-byte `0x` address. */
	readonly dest: string;
	/** Wei: a decimal or `0x` string below 2^256. */
	readonly value: string;
	/** Calldata: `0x` and an even number of hex digits. */
	readonly data: string;
};

type ReasonForRecovery = "lost key" | "inheritance" | "other";

export type Rec = {
	readonly lostAccount: string;
	readonly recoveryAccount: string;
	readonly chainId: number;
	readonly reasonForRecovery: ReasonForRecovery;
	/** Where the claimant hears of the case; not part of the jrcHash. */
	readonly email: string | null;
};

export type RecoveryIntent = {
	readonly rec: Rec;
	/** In the order in which they are to be executed. */
	readonly txs: readonly Call[];
};
