/** The EIP-4361 message of a wallet session. Comparing it with the message of the stored challenge needs no parser. */
import { isoTime } from "../../kernel/iso-time.ts";
import { keccak256 } from "../../kernel/keccak/keccak.ts";

export const CHALLENGE_LIFETIME_MS = 10 * 60 * 1000;

const STATEMENT =
	"Sign in to Replevin to see the cases and the estate of this account. This moves nothing and costs nothing.";

export type Challenge = {
	/** EIP-55 form. */
	address: string;
	chainId: number;
	/** At least eight letters and digits (EIP-4361). */
	nonce: string;
	/** Unix milliseconds. */
	expiresAt: number;
};

/** @param origin of the page that shows the message; wallets warn of any other */
export function siweMessage({ address, chainId, nonce, expiresAt }: Challenge, origin: string): string {
	return [
		`${new URL(origin).host} wants you to sign in with your Ethereum account:`,
		address,
		"",
		STATEMENT,
		"",
		`URI: ${origin}`,
		"Version: 1",
		`Chain ID: ${chainId}`,
		`Nonce: ${nonce}`,
		`Issued At: ${isoTime(expiresAt - CHALLENGE_LIFETIME_MS)}`,
		`Expiration Time: ${isoTime(expiresAt)}`,
	].join("\n");
}

export function nonceIn(message: string): string | undefined {
	return /^Nonce: ([0-9a-zA-Z]{8,64})$/m.exec(message)?.[1];
}

/** ERC-191, version 0x45. */
export function personalDigest(message: string): Uint8Array {
	const text = new TextEncoder().encode(message);
	const prefix = new TextEncoder().encode(`\x19Ethereum Signed Message:\n${text.length}`);
	const signed = new Uint8Array(prefix.length + text.length);
	signed.set(prefix);
	signed.set(text, prefix.length);
	return keccak256(signed);
}
