/**
 * Sessions by wallet signature (auth.md "Passwords and sessions", EIP-4361). A nonce is consumed in the
 * statement that finds it, before the signature is looked at, so a message opens at most one session.
 */

import type { VerifySignature } from "../../chain/signature-verifier.ts";
import type { WalletVerdict } from "../../chain/verify-wallet-signature.ts";
import { toChecksumAddress } from "../../kernel/address.ts";
import type { Hex } from "../../kernel/hex.ts";
import { newSessionId } from "../../kernel/random-ids.ts";
import type { SessionTokens } from "../login/session-token.ts";
import type { AccountOf } from "../ports.ts";
import { CHALLENGE_LIFETIME_MS, nonceIn, personalDigest, siweMessage } from "./siwe-message.ts";
import { walletSubject } from "./wallet-subject.ts";

/** auth.md "Principals". */
const WALLET_SESSION_MS = 60 * 60 * 1000;

/** `address` in lower case, `expiresAt` unix milliseconds. */
type StoredChallenge = { nonce: string; address: string; chainId: number; expiresAt: number };

export type ChallengeRows = {
	/** Also forgets those that have expired. */
	insert(challenge: StoredChallenge, now: number): Promise<void>;
	/** Finds and removes in one statement. */
	take(nonce: string): Promise<StoredChallenge | undefined>;
};

export type WalletServicePorts = {
	rows: ChallengeRows;
	accountOf: AccountOf;
	tokens: SessionTokens;
	verifySignature: VerifySignature;
	appOrigin: string;
};

export type WalletSessionAnswer =
	| { kind: "opened"; token: string; address: string; subject: string; expiresInSeconds: number }
	/** Not a message that was issued here, used already, or too late. */
	| { kind: "unknown_challenge" }
	| Exclude<WalletVerdict, { kind: "valid" }>;

export type WalletService = ReturnType<typeof createWalletService>;

export function createWalletService({
	rows,
	accountOf,
	tokens,
	verifySignature,
	appOrigin,
}: WalletServicePorts) {
	/** @param now unix milliseconds */
	async function issueChallenge({
		address,
		chainId,
		now,
	}: {
		address: string;
		chainId: number;
		now: number;
	}) {
		const nonce = crypto.randomUUID().replaceAll("-", "");
		const lowerAddress = address.toLowerCase();
		// Whole seconds would do; what counts is that the same number comes back out of the database.
		const expiresAt = now + CHALLENGE_LIFETIME_MS;
		await rows.insert({ nonce, address: lowerAddress, chainId, expiresAt }, now);
		const challenge = { nonce, address: toChecksumAddress(lowerAddress), chainId, expiresAt };
		return { message: siweMessage(challenge, appOrigin), expiresAt };
	}

	/** @param now unix milliseconds */
	async function openSession(input: {
		message: string;
		signature: Hex;
		now: number;
	}): Promise<WalletSessionAnswer> {
		const { message, signature, now } = input;
		const nonce = nonceIn(message);
		const stored = nonce === undefined ? undefined : await rows.take(nonce);
		if (!stored || stored.expiresAt <= now) return { kind: "unknown_challenge" };
		const { chainId } = stored;
		const address = toChecksumAddress(stored.address);
		if (message !== siweMessage({ ...stored, address }, appOrigin)) return { kind: "unknown_challenge" };
		const verdict = await verifySignature({
			signer: address,
			digest: personalDigest(message),
			signature,
			chainId,
		});
		if (verdict.kind !== "valid") return verdict;

		// A contract speaks for its address on its own chain alone (ADR 7).
		const provenOn = verdict.proof.kind === "key" ? null : chainId;
		const subject = walletSubject({ address: stored.address, chainId: provenOn });
		const sessionId = newSessionId();
		const { expiresAt } = await accountOf(subject).openSession({
			sessionId,
			now,
			lifetimeMs: WALLET_SESSION_MS,
		});
		const token = await tokens.sign({
			claims: { scope: "wallet", subject, sessionId },
			tokenId: crypto.randomUUID(),
			issuedAt: now,
			expiresAt,
		});
		return {
			kind: "opened",
			token,
			address,
			subject,
			expiresInSeconds: Math.floor(expiresAt / 1000) - Math.floor(now / 1000),
		};
	}

	return { issueChallenge, openSession };
}
