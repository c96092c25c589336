/** The EIP-4361 message of a wallet session. Comparing it with the message of the stored challenge needs no parser. */
import { isoTime } from "../../kernel/time/iso-time.ts";

export const CHALLENGE_LIFETIME_MS = 10 * 60 * 1000;

/** Names the service, because a page of a partner may use several, and the rest of the message names the page. */
const statementOf = (service: string) =>
	`Sign in to Replevin at ${service} to see the cases and the estate of this account. This moves nothing and costs nothing.`;

export type Challenge = {
	/** EIP-55 form. */
	address: string;
	chainId: number;
	/** At least eight letters and digits (EIP-4361). */
	nonce: string;
	/** Unix milliseconds. */
	expiresAt: number;
};

/** @param origins the service's own, and that of the page that shows the message; wallets warn of any other page */
export function siweMessage(
	{ address, chainId, nonce, expiresAt }: Challenge,
	{ service, page = service }: { service: string; page?: string | undefined },
): string {
	return [
		`${new URL(page).host} wants you to sign in with your Ethereum account:`,
		address,
		"",
		statementOf(service),
		"",
		`URI: ${page}`,
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
