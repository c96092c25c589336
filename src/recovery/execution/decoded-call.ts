/** A call that a transaction's calldata spells out: what an account is asked to do, not yet that it did. */
export type DecodedCall = {
	/** The account that is to make the call. Addresses in lower case. */
	readonly caller: string;
	readonly to: string;
	/** Wei. */
	readonly value: bigint;
	/** `0x…` in lower case. */
	readonly data: string;
};

/** Some batch contracts read it as "myself", others as itself, so a call to it is not spelled out. */
export const ZERO_ADDRESS = `0x${"0".repeat(40)}`;
