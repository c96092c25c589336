/**
 * Wallet sessions (auth.md "Wallet sessions", EIP-4361). A nonce is deleted before verification, so a message opens
 * at most one session.
 */
import { signatureError } from "../../chain/errors.ts";
import type { Page } from "../../http/principal.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { personalDigest } from "../../kernel/crypto/personal-digest.ts";
import { newSessionId } from "../../kernel/crypto/random-ids.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { VerifySignature } from "../../quota/node-requests.ts";
import type { AccountOf } from "../account-object.ts";
import type { SessionTokens } from "../login/session-token.ts";
import { CHALLENGE_LIFETIME_MS, type ChallengePurpose, nonceIn, siweMessage } from "./siwe-message.ts";
import type { ChallengeRows } from "./wallet-challenges.d1.ts";
import { walletSubject } from "./wallet-subject.ts";

const WALLET_SESSION_MS = 60 * 60 * 1000;

/** Not an outage of a node, which is thrown. */
type Refused = { kind: "refused"; error: AppError };

export type WalletSessionResult =
	| { kind: "opened"; token: string; address: string; subject: string; expiresInSeconds: number }
	| Refused;

type SignedChallenge = {
	message: string;
	signature: Hex;
	page: Page | null;
	clientAddress: string;
	now: number;
};

export type WalletService = ReturnType<typeof createWalletService>;

export function createWalletService({
	rows,
	accountOf,
	tokens,
	verifySignature,
	appOrigin,
}: {
	rows: ChallengeRows;
	accountOf: AccountOf;
	tokens: SessionTokens;
	verifySignature: VerifySignature;
	appOrigin: string;
}) {
	/** @param input.page null for the service's own pages and for callers that are not pages */
	async function issueChallenge(input: {
		address: string;
		chainId: number;
		purpose: ChallengePurpose;
		page: Page | null;
		now: number;
	}) {
		const { chainId, purpose, now } = input;
		const origin = input.page?.origin ?? null;
		const nonce = crypto.randomUUID().replaceAll("-", "");
		const address = input.address.toLowerCase();
		const expiresAt = now + CHALLENGE_LIFETIME_MS;
		await rows.insert({ nonce, address, chainId, expiresAt, origin, purpose }, now);
		const challenge = { nonce, address: toChecksumAddress(address), chainId, expiresAt, purpose };
		return { message: siweMessage(challenge, { service: appOrigin, page: input.page?.origin }), expiresAt };
	}

	/** Who signed the message. It is used up by the first attempt. */
	async function prove(
		{ message, signature, page, clientAddress, now }: SignedChallenge,
		purpose: ChallengePurpose,
	): Promise<{ kind: "proven"; address: string; subject: string } | Refused> {
		const nonce = nonceIn(message);
		const stored = nonce === undefined ? undefined : await rows.take(nonce);
		if (!stored || stored.expiresAt <= now || stored.purpose !== purpose) return unknownChallenge();
		// The message works only for the page that requested it.
		if (stored.origin !== (page?.origin ?? null)) return unknownChallenge();
		const { chainId } = stored;
		const address = toChecksumAddress(stored.address);
		const issued = siweMessage({ ...stored, address, purpose }, { service: appOrigin, page: page?.origin });
		if (message !== issued) return unknownChallenge();
		const verdict = await verifySignature({
			signer: address,
			digest: personalDigest(message),
			signature,
			chainId,
			by: { payer: page ? { kind: "origin", origin: page.origin } : { kind: "nobody" }, clientAddress },
			protective: "if_named",
		});
		if (verdict.kind === "invalid_signer") {
			return { kind: "refused", error: signatureError(verdict, "text") };
		}
		if (verdict.kind !== "valid") throw signatureError(verdict, "text");
		// A contract proves its address on its own chain only (ADR 7).
		const provenOn = verdict.proof.kind === "key" ? null : chainId;
		return {
			kind: "proven",
			address,
			subject: walletSubject({ address: stored.address, chainId: provenOn }),
		};
	}

	async function openSession(input: SignedChallenge): Promise<WalletSessionResult> {
		const { page, now } = input;
		const proven = await prove(input, "sign_in");
		if (proven.kind === "refused") return proven;
		const { address, subject } = proven;
		const sessionId = newSessionId();
		const { expiresAt } = await accountOf(subject).openSession({
			sessionId,
			now,
			lifetimeMs: WALLET_SESSION_MS,
		});
		const token = await tokens.sign({
			claims: page
				? { scope: "wallet_page", subject, sessionId, page }
				: { scope: "wallet", subject, sessionId },
			tokenId: crypto.randomUUID(),
			issuedAt: now,
			expiresAt,
		});
		const expiresInSeconds = Math.floor(expiresAt / 1000) - Math.floor(now / 1000);
		return { kind: "opened", token, address, subject, expiresInSeconds };
	}

	/** The wallet of a session signs once more. @returns null if it did, otherwise why it did not */
	async function proveAgain(input: SignedChallenge & { subject: string }): Promise<AppError | null> {
		const proven = await prove(input, "download");
		if (proven.kind === "proven") return proven.subject === input.subject ? null : notProvenAgain();
		// The session itself is good.
		return proven.error.code === "INVALID_TOKEN" ? notProvenAgain() : proven.error;
	}

	return { issueChallenge, openSession, proveAgain };
}

const UNKNOWN =
	"This message was not issued by this service, or not for this page, this account or this purpose; or it has been used, or has expired. Request a new challenge.";

const unknownChallenge = (): Refused => ({
	kind: "refused",
	error: new AppError({ code: "INVALID_TOKEN", message: UNKNOWN }),
});

const notProvenAgain = () => new AppError({ code: "FORBIDDEN", message: UNKNOWN });
