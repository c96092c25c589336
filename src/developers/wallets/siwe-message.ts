/** The EIP-4361 messages of wallet sessions and downloads. Comparing it with the message of the stored challenge needs no parser. */
import { isoTime } from "../../kernel/time/iso-time.ts";

export const CHALLENGE_LIFETIME_MS = 10 * 60 * 1000;

/** What a message is good for. A signature for one of them is worthless for the other. */
export const CHALLENGE_PURPOSES = ["sign_in", "download"] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

/** They name the service, because a page of a partner may use several, and the rest of the message names the page. */
const STATEMENTS: Record<ChallengePurpose, (service: string) => string> = {
	sign_in: (service) =>
		`Sign in to Replevin at ${service} to see the cases and the estate of this account. This moves nothing and costs nothing.`,
	download: (service) =>
		`Download one case or the estate of this account from Replevin at ${service}, with its documents. This moves nothing and costs nothing.`,
};

export type Challenge = {
	/** EIP-55 form. */
	address: string;
	chainId: number;
	/** At least eight letters and digits (EIP-4361). */
	nonce: string;
	/** Unix milliseconds. */
	expiresAt: number;
	purpose: ChallengePurpose;
};

/** @param origins the service's own, and that of the page that shows the message; wallets warn of any other page */
export function siweMessage(
	{ address, chainId, nonce, expiresAt, purpose }: Challenge,
	{ service, page = service }: { service: string; page?: string | undefined },
): string {
	return [
		`${new URL(page).host} wants you to sign in with your Ethereum account:`,
		address,
		"",
		STATEMENTS[purpose](service),
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
