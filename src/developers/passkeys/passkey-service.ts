/**
 * Passkeys of an account (auth.md "Passkeys"). Each challenge is stored, good for five minutes and used once. A passkey always has
 * to verify its user, by a PIN or biometrics.
 * Over 300 lines: one service, whose operations share its challenges and their checks.
 */
import type { DeveloperPrincipal } from "../../http/principal.ts";
import { decodeBase64url } from "../../kernel/encoding/base64url.ts";
import { AppError, invalidField } from "../../kernel/errors/app-error.ts";
import { log } from "../../kernel/log.ts";
import type { MailService } from "../../mail/mail-service.ts";
import { parse } from "../../protocol/form.ts";
import { type DecisionSignature, decisionSignature } from "../../protocol/passkey-signature.ts";
import type { DecisionTerms } from "../../protocol/signed-decision.ts";
import {
	ACCOUNT_CODE_LENGTH,
	accountCodeHash,
	accountCodeOf,
	readAccountCode,
} from "../account/account-code.ts";
import { type Developer, holdingRole } from "../account/developer.ts";
import type { AccountOf } from "../account-object.ts";
import { userGone } from "../errors.ts";
import { type ChallengePurpose, MAX_PASSKEYS, type Passkey, type PasskeyRows } from "./passkeys.d1.ts";
import {
	COSE_ALGORITHMS,
	type Registration as RegisteredKey,
	type SignedRequest,
	type Webauthn,
} from "./webauthn-module.ts";

const CHALLENGE_MS = 5 * 60_000;
const RECOVERY_CODES = 10;

type Change = { developerId: string; now: number };

/** As a browser takes it, in JSON (Web Authentication Level 3, section 5.4 and 5.5). */
export type RequestOptions = {
	challenge: string;
	rpId: string;
	allowCredentials: { type: "public-key"; id: string }[];
	userVerification: "required";
	timeout: number;
};

export type PasskeyService = ReturnType<typeof createPasskeyService>;

export function createPasskeyService({
	rows,
	findById,
	accountOf,
	mail,
	origin,
	requiredFrom,
	requireConfirmed,
	load,
}: {
	rows: PasskeyRows;
	findById: (developerId: string) => Promise<Developer | undefined>;
	accountOf: AccountOf;
	mail: Pick<MailService, "tell">;
	/** Of the service. */
	origin: string;
	/** When reviewers and resolvers need a passkey, in unix milliseconds. */
	requiredFrom: number;
	requireConfirmed: (developerId: string) => Promise<void>;
	load: () => Promise<Webauthn>;
}) {
	const { hostname } = new URL(origin);

	async function list(developerId: string): Promise<{ passkeys: Passkey[]; recoveryCodesLeft: number }> {
		const [passkeys, recoveryCodesLeft] = await Promise.all([
			rows.list(developerId),
			rows.codesLeft(developerId),
		]);
		return { passkeys, recoveryCodesLeft };
	}

	/** What a browser needs to make a passkey. @throws AppError */
	async function beginRegistration({ developerId, now }: Change) {
		requireHostName();
		await requireConfirmed(developerId);
		const user = await userOf(developerId);
		const { challenge } = await newChallenge({ developerId, purpose: "register", facts: {}, now });
		const known = await rows.list(developerId);
		return {
			challenge,
			rp: { id: hostname, name: hostname },
			user: { id: base64urlOf(developerId), name: user.email, displayName: user.email },
			pubKeyCredParams: Object.values(COSE_ALGORITHMS).map((alg) => ({ type: "public-key" as const, alg })),
			timeout: CHALLENGE_MS,
			attestation: "none" as const,
			authenticatorSelection: {
				userVerification: "required" as const,
				residentKey: "discouraged" as const,
			},
			excludeCredentials: known.map(({ credentialId: id }) => ({ type: "public-key" as const, id })),
		};
	}

	/**
	 * Adds a passkey. A first one ends the account's other sessions, since they were opened without it.
	 * @param registration with a proof: of a passkey that the account has already or of a recovery code, or the operator's
	 * code where the role needs it
	 * @returns the recovery codes of a first passkey. @throws AppError
	 */
	async function register(
		{ developerId, passwordHash, now }: Change & { passwordHash: string },
		{ sessionId, name, credential, operatorCode, ...proof }: Registration,
	): Promise<{ added: Passkey; recoveryCodes: string[] }> {
		const user = await userOf(developerId);
		const known = await rows.list(developerId);
		const isFirst = known.length === 0;
		const codeHash = isFirst ? await requireOperatorCode(user, operatorCode, now) : null;
		if (!isFirst) await proveOrRecover({ developerId, now }, proof);
		const challenge = challengeIn(credential);
		const taken = await rows.takeChallenge(challenge, "register", now);
		if (taken?.developerId !== developerId) throw unknownChallenge();
		const { readRegistration } = await load();
		const key = await readRegistration(credential, { challenge, origin }).catch(notVerified);
		const codes = isFirst ? newCodes() : [];
		const added: Passkey = { ...key, developerId, name, createdAt: now, lastUsedAt: null };
		const isAdded = await rows.insert(added, {
			...{ isFirst, passwordHash, operatorCode: codeHash, now },
			codeHashes: codes.map(accountCodeHash),
			// The operator has asked who it is.
			roleHeldUntil: codeHash === null ? holdingRole(now) : null,
		});
		if (!isAdded) throw notAdded();
		await mail.tell(developerId, "passkey_added", {}, now);
		if (isFirst) await accountOf(developerId).closeOtherSessions({ sessionId, now });
		return { added, recoveryCodes: codes };
	}

	/** @returns the hash of the operator's code; null if none is needed */
	async function requireOperatorCode(user: Developer, typed: string | undefined, now: number) {
		if (user.role === "developer" || now < requiredFrom) return null;
		const codeHash = accountCodeHash(readAccountCode(typed ?? "") ?? "");
		if (await rows.isOperatorCode(user.developerId, codeHash, now)) return codeHash;
		throw invalidField({
			field: "operatorCode",
			rule: "invalid",
			message:
				"is not the code of this service's operator for your first passkey; a role needs one, since your password alone does not show who you are",
		});
	}

	/** @throws AppError */
	async function remove(
		{ developerId, now }: Change,
		credentialId: string,
		passkey?: SignedRequest,
	): Promise<void> {
		await prove({ developerId, now }, passkey);
		const isRemoved = await rows.remove(developerId, credentialId, holdingRole(now));
		if (!isRemoved)
			throw new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "Your account has no such passkey. List your passkeys to see their ids.",
			});
		await mail.tell(developerId, "passkey_removed", {}, now);
	}

	/** Ends the earlier codes. @throws AppError */
	async function renewCodes(change: Change, passkey?: SignedRequest): Promise<string[]> {
		await prove(change, passkey);
		if (!(await rows.hasAny(change.developerId))) throw needsPasskey();
		const codes = newCodes();
		await rows.replaceCodes(change.developerId, codes.map(accountCodeHash));
		return codes;
	}

	/** For a change of the account: see `prove`. */
	const beginProof = ({ developerId, now }: Change): Promise<RequestOptions> =>
		request({ developerId, purpose: "change_account", facts: {}, now });

	/** An account with a passkey changes nothing about itself without one. @throws AppError */
	async function prove({ developerId, now }: Change, passkey: SignedRequest | undefined): Promise<void> {
		if (passkey) await check(passkey, "change_account", { developerId, now });
		else if (await rows.hasAny(developerId)) throw needsPasskey();
	}

	/** A recovery code lets somebody add a passkey who has lost hers. @throws AppError */
	async function proveOrRecover(change: Change, { passkey, recoveryCode }: Proof): Promise<void> {
		if (recoveryCode === undefined) return prove(change, passkey);
		if (await useCode(change, recoveryCode)) return;
		const message = "is no recovery code of the account, or was used before";
		throw invalidField({ field: "recoveryCode", rule: "invalid", message });
	}

	async function useCode({ developerId, now }: Change, typed: string): Promise<boolean> {
		const codeHash = accountCodeHash(readAccountCode(typed) ?? "");
		const isUsed = await rows.useCode(developerId, codeHash, holdingRole(now));
		if (isUsed) await mail.tell(developerId, "recovery_code_used", {}, now);
		return isUsed;
	}

	async function request(
		stored: Parameters<typeof newChallenge>[0] & { challenge?: string },
	): Promise<RequestOptions> {
		requireHostName();
		const known = await rows.list(stored.developerId);
		const { challenge } = await newChallenge(stored);
		return {
			challenge,
			rpId: hostname,
			allowCredentials: known.map(({ credentialId: id }) => ({ type: "public-key", id })),
			userVerification: "required",
			timeout: CHALLENGE_MS,
		};
	}

	async function newChallenge(stored: {
		developerId: string;
		purpose: ChallengePurpose;
		facts: unknown;
		now: number;
		/** Random if absent. */
		challenge?: string;
	}) {
		const { developerId, purpose, facts, now, challenge = randomText() } = stored;
		const row = {
			challenge,
			developerId,
			purpose,
			facts: JSON.stringify(facts),
			expiresAt: now + CHALLENGE_MS,
		};
		await rows.putChallenge(row, now);
		return row;
	}

	/** Takes the challenge, and checks the signature. @returns its facts. @throws AppError */
	async function check(
		passkey: SignedRequest,
		purpose: ChallengePurpose,
		{ developerId, now }: { developerId: string | null; now: number },
	) {
		const challenge = challengeIn(passkey);
		const taken = await rows.takeChallenge(challenge, purpose, now);
		if (!taken || (developerId !== null && taken.developerId !== developerId)) throw unknownChallenge();
		const key = (await rows.list(taken.developerId)).find(({ credentialId }) => credentialId === passkey.id);
		if (!key) throw unknownKey();
		const { readSignature } = await load();
		const read = await readSignature(passkey, { challenge, origin }, key).catch(notVerified);
		if (read.isCounterWrong) log.warn("passkey-counter", { developerId: taken.developerId });
		await rows.recordUse(key.credentialId, read.signCount, now);
		return { key, taken };
	}

	/** Undefined for an account without a passkey. @param facts what must not change until then */
	async function beginLogIn(
		developerId: string,
		facts: LogInFacts,
		now: number,
	): Promise<RequestOptions | undefined> {
		if (!(await rows.hasAny(developerId))) return undefined;
		return request({ developerId, purpose: "log_in", facts, now });
	}

	/** @throws AppError */
	async function finishLogIn(passkey: SignedRequest, now: number): Promise<LogIn> {
		const { taken } = await check(passkey, "log_in", { developerId: null, now });
		return logInOf(taken);
	}

	/** Lets a person in who has lost her passkeys, to add one again. It never signs. @throws AppError */
	async function finishLogInByCode(
		{ challenge, code: typed }: { challenge: string; code: string } = { challenge: "", code: "" },
		now: number,
	): Promise<LogIn> {
		const taken = await rows.takeChallenge(challenge, "log_in", now);
		if (!taken) throw unknownChallenge();
		const { developerId } = taken;
		if (!(await useCode({ developerId, now }, typed))) throw usedCode();
		return logInOf(taken);
	}

	/** Asks the reviewer's passkeys to sign the text. @param text canonical JSON, which names its nonce */
	async function beginDecision(
		{ developerId, now }: Change,
		signing: DecisionTerms & { text: string },
	): Promise<RequestOptions> {
		const { text, ...facts } = signing;
		if (!(await rows.hasAny(developerId))) throw needsPasskey();
		return request({ developerId, purpose: "decide", facts, now, challenge: await challengeOf(text) });
	}

	/**
	 * @param textOf the text that must have been signed
	 * @throws AppError for another text
	 */
	async function finishDecision(
		change: Change,
		passkey: SignedRequest,
		textOf: (terms: DecisionTerms) => string,
	): Promise<DecisionSignature> {
		const { key, taken } = await check(passkey, "decide", change);
		const terms = JSON.parse(taken.facts) as DecisionTerms;
		if (taken.challenge !== (await challengeOf(textOf(terms))))
			throw new AppError({
				code: "FORBIDDEN",
				message:
					"The passkey signed another decision than this one. Nothing was decided. Read the decision again, and sign it anew.",
			});
		const { clientDataJSON, authenticatorData, signature } = passkey;
		const { exportKey } = await load();
		const exported = await exportKey(key);
		const signed = { ...terms, ...exported, clientDataJSON, authenticatorData, signature };
		const parsed = parse(decisionSignature, signed);
		return parsed.ok
			? parsed.value
			: notVerified(new Error("it is too long, or not base64url in its only form"));
	}

	/** Whether a role's powers need a passkey now. */
	const isRequired = (now: number): boolean => now >= requiredFrom;

	/** False if the account's role needs a passkey that it does not have. */
	async function mayUseRole(developerId: string, now: number): Promise<boolean> {
		return !isRequired(now) || rows.hasAny(developerId);
	}

	/** A resolver acts in a session, since an API key is used without her. */
	async function mayActAsResolver({ developerId, via }: DeveloperPrincipal, now: number): Promise<boolean> {
		return via === "session" && mayUseRole(developerId, now);
	}

	/** Whether the reviewer's decisions must be signed: she has a passkey, or must have one. */
	async function mustSign(developerId: string, now: number): Promise<boolean> {
		return isRequired(now) || rows.hasAny(developerId);
	}

	async function userOf(developerId: string): Promise<Developer> {
		const user = await findById(developerId);
		if (!user) throw userGone();
		return user;
	}

	/** Browsers make passkeys for names, and for no address. */
	function requireHostName(): void {
		if (hostname !== "127.0.0.1" && hostname !== "[::1]") return;
		throw new AppError({
			code: "FORBIDDEN",
			message: `Browsers make no passkeys for ${hostname}. Start the service with BASE_URL=http://localhost and its port, and open it by that name.`,
		});
	}

	return {
		list,
		beginRegistration,
		register,
		remove,
		renewCodes,
		beginProof,
		prove,
		beginLogIn,
		finishLogIn,
		finishLogInByCode,
		beginDecision,
		finishDecision,
		hasAny: rows.hasAny,
		mayUseRole,
		mayActAsResolver,
		mustSign,
	};
}

type Proof = { passkey?: SignedRequest | undefined; recoveryCode?: string | undefined };
type Registration = Proof & {
	sessionId: string;
	name: string;
	credential: RegisteredKey;
	operatorCode?: string | undefined;
};

/** `passwordDigest`: SHA-256 of the stored hash, so that a password that has changed meanwhile opens no session. */
export type LogInFacts = { passwordDigest: string };
type LogIn = LogInFacts & { developerId: string };

const logInOf = ({ developerId, facts }: { developerId: string; facts: string }): LogIn => ({
	developerId,
	...(JSON.parse(facts) as LogInFacts),
});

const utf8 = new TextEncoder();

const newCodes = () =>
	Array.from({ length: RECOVERY_CODES }, () =>
		accountCodeOf(crypto.getRandomValues(new Uint8Array(ACCOUNT_CODE_LENGTH))),
	);

export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64urlOf = (text: string) => base64url(utf8.encode(text));

function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

async function challengeOf(text: string): Promise<string> {
	return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text))));
}

/** The challenge that the browser has signed, which names what the service must check. */
function challengeIn({ clientDataJSON }: { clientDataJSON: string }): string {
	const bytes = decodeBase64url(clientDataJSON);
	try {
		const { challenge } = JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array()));
		return String(challenge);
	} catch {
		throw unknownChallenge();
	}
}

const unknownChallenge = () =>
	new AppError({
		code: "FORBIDDEN",
		message:
			"This passkey's answer belongs to no open question of the service: it was used, is older than five minutes, or is of another account. Nothing was changed. Begin again.",
	});

const usedCode = () =>
	new AppError({
		code: "INVALID_PASSWORD",
		message: "This is no recovery code of the account, or it was used before. Log in again with another.",
	});

const unknownKey = () =>
	new AppError({
		code: "FORBIDDEN",
		message: "The account does not know this passkey. Nothing was changed.",
	});

const needsPasskey = () =>
	new AppError({
		code: "FORBIDDEN",
		message:
			"This needs a passkey of the account, which a browser asks for. Begin with `POST /auth/passkeys/proof`, and add one first if the account has none.",
	});

const notAdded = () =>
	new AppError({
		code: "RATE_LIMITED",
		message: `The passkey was not added: the service knows it already, your account has the maximum of ${MAX_PASSKEYS}, or the account has changed meanwhile. Look at your passkeys, then try again.`,
		details: [{ field: "credential", rule: "quota_full", message: "was not added" }],
	});

function notVerified(cause: unknown): never {
	throw new AppError({
		code: "FORBIDDEN",
		message: `The passkey's answer is not accepted: ${cause instanceof Error ? cause.message : "unknown cause"}. Nothing was changed.`,
	});
}
