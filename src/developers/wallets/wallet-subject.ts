/**
 * `wallet:<address>` for a proof by key; `wallet:<chainId>:<address>` for a contract's proof, valid on its chain only
 * (ADR 7).
 */

/** `chainId`: null for every chain. */
export type WalletIdentity = { address: string; chainId: number | null };

const SUBJECT = /^wallet:(?:([1-9][0-9]{0,15}):)?(0x[0-9a-f]{40})$/;

export function walletSubject({ address, chainId }: WalletIdentity): string {
	return chainId === null ? `wallet:${address}` : `wallet:${chainId}:${address}`;
}

export function walletOfSubject(subject: string): WalletIdentity | undefined {
	const match = SUBJECT.exec(subject);
	if (!match?.[2]) return undefined;
	const chainId = match[1] === undefined ? null : Number(match[1]);
	return chainId === null || Number.isSafeInteger(chainId) ? { address: match[2], chainId } : undefined;
}
