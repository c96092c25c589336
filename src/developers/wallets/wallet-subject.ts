/**
 * Whose a wallet session is: `wallet:<address>` where the key of the address has signed, which holds on every
 * chain; `wallet:<chainId>:<address>` where a contract has spoken, which holds on its chain alone (ADR 7).
 */

/** `address` in lower case; `chainId` null where the proof holds on every chain. */
export type WalletIdentity = { address: string; chainId: number | null };

const SUBJECT = /^wallet:(?:([1-9][0-9]{0,15}):)?(0x[0-9a-f]{40})$/;

export function walletSubject({ address, chainId }: WalletIdentity): string {
	return chainId === null ? `wallet:${address}` : `wallet:${chainId}:${address}`;
}

/** Undefined for text that `walletSubject` makes of nothing. */
export function walletOfSubject(subject: string): WalletIdentity | undefined {
	const match = SUBJECT.exec(subject);
	if (!match?.[2]) return undefined;
	const chainId = match[1] === undefined ? null : Number(match[1]);
	return chainId === null || Number.isSafeInteger(chainId) ? { address: match[2], chainId } : undefined;
}
