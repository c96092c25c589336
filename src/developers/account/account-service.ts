import { createHash } from "node:crypto";
import { newDeveloperId, newSessionId } from "../../kernel/crypto/random-ids.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import type { MailService } from "../../mail/mail-service.ts";
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { AccountOf, RunLater } from "../account-object.ts";
import { emailTaken } from "../errors.ts";
import type { ClaimedDevice, KnownDevices } from "../login/known-devices.ts";
import type { SessionTokens } from "../login/session-token.ts";
import type { PasskeyService, RequestOptions } from "../passkeys/passkey-service.ts";
import type { SignedRequest } from "../passkeys/webauthn-module.ts";
import type { HashClient } from "../passwords/hash-gate.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { type Developer, type DeveloperWithHash, UNCONFIRMED } from "./developer.ts";
import type { DeveloperRows } from "./developers.d1.ts";

/** `email` is canonical. A new `password` satisfies the rules. */
type Credentials = { email: string; password: string; clientAddress: string; now: number };

type Login = Credentials & {
	/** From the device cookie. */
	device?: ClaimedDevice | undefined;
	/** The token of the session cookie, whose session the new one replaces. */
	replacedToken?: string | undefined;
};

export type LoginResult =
	| {
			kind: "logged_in";
			user: Developer;
			token: string;
			expiresAt: number;
			/** The new value of the device cookie. */
			device: string;
			replacedSessionId: string | undefined;
	  }
	/** The password is right, and the account has a passkey. */
	| { kind: "passkey_needed"; developerId: string; request: RequestOptions }
	/** `developerId` is for the audit; the caller is not told. */
	| { kind: "wrong_credentials"; developerId: string | undefined }
	| Throttled;
type Entered = Extract<LoginResult, { kind: "logged_in" | "wrong_credentials" }>;
type WrongCredentials = Extract<LoginResult, { kind: "wrong_credentials" }>;
type RecoveryStep = { challenge: string; code: string };
/** The second step of a log-in: one of the two. */
type SecondStep = Pick<Login, "replacedToken" | "device" | "now"> & {
	passkey?: SignedRequest | undefined;
	recovery?: RecoveryStep | undefined;
};
type OpenedSession = { kind: "opened"; user: Developer; token: string; expiresAt: number };

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService({
	rows,
	accountOf,
	passwords,
	guard,
	devices,
	tokens,
	mail,
	passkeys,
	runLater,
}: {
	rows: DeveloperRows;
	accountOf: AccountOf;
	passwords: Passwords;
	guard: LoginGuard;
	devices: KnownDevices;
	tokens: SessionTokens;
	mail: Pick<MailService, "tell">;
	passkeys: Pick<PasskeyService, "hasAny" | "beginLogIn" | "finishLogIn" | "finishLogInByCode">;
	runLater: RunLater;
}) {
	async function register({ email, password, clientAddress, now }: Credentials): Promise<Developer> {
		// Saves the hash for a taken address. The unique index decides the rest.
		if (await rows.findByEmail(email)) throw emailTaken();
		const passwordHash = await passwords.hashNew(password, "password", {
			network: clientAddress,
			isLogin: false,
		});
		const user: Developer = {
			...{ developerId: newDeveloperId(), email, role: "developer", createdAt: now },
			...UNCONFIRMED,
		};
		if (!(await rows.insert({ ...user, passwordHash }))) throw emailTaken();
		return user;
	}

	/** An unknown address and a wrong password take the same time (auth.md "Login"). */
	async function login(credentials: Login): Promise<LoginResult> {
		const { email, clientAddress, now } = credentials;
		const device = await knownDeviceOf(credentials);
		const attempt = { account: email, clientAddress, device, now };
		const result = await guard.attempt(attempt, () => checkLogin(credentials), outcomeOf);
		if (result.kind === "logged_in" && device === undefined)
			await mail.tell(result.user.developerId, "new_device", {}, now);
		return result;
	}

	/**
	 * The name of the device's guard. A cookie of another account, a forged cookie and an unknown e-mail address are
	 * treated alike.
	 */
	async function knownDeviceOf({ email, device, now }: Login): Promise<string | undefined> {
		if (!device) return undefined;
		const developerId = (await rows.findByEmail(email))?.developerId;
		return devices.isKnown(developerId, device, now) ? `${developerId}\0${device.deviceId}` : undefined;
	}

	async function checkLogin(credentials: Login): Promise<LoginResult> {
		const { email, password, clientAddress, replacedToken, now } = credentials;
		const client: HashClient = { network: clientAddress, isLogin: true };
		const found = await rows.findByEmail(email);
		const isRight = await passwords.check(found?.passwordHash, password, client);
		if (!found || !isRight) return { kind: "wrong_credentials", developerId: found?.developerId };
		const { developerId, passwordHash } = found;
		const rehashing = passwords.needsRehash(passwordHash)
			? rehash(developerId, passwordHash, { password, network: clientAddress }).catch(rethrowUnexpected)
			: undefined;
		if (await passkeys.hasAny(developerId)) {
			await rehashing;
			const current = rehashing ? await rows.findWithHash(developerId) : found;
			const facts = { passwordDigest: digestOf(current?.passwordHash ?? "") };
			const request = await passkeys.beginLogIn(developerId, facts, now);
			if (request) return { kind: "passkey_needed", developerId, request };
		}
		if (rehashing) runLater(rehashing);
		// Somebody may add a first passkey meanwhile, which ends only earlier sessions.
		const checkAgain = async () =>
			(await recheckPassword(found, password, client)) && !(await passkeys.hasAny(developerId));
		return enter(found, checkAgain, { replacedToken, now });
	}

	/** @param step after the right password. @throws AppError */
	async function finishLogin(step: SecondStep): Promise<Entered> {
		const { now } = step;
		const { developerId, passwordDigest } = step.passkey
			? await passkeys.finishLogIn(step.passkey, now)
			: await passkeys.finishLogInByCode(step.recovery, now);
		const found = await rows.findWithHash(developerId);
		if (!found) return { kind: "wrong_credentials", developerId };
		const isUnchanged = async () => {
			const current = await rows.findWithHash(developerId);
			return current !== undefined && digestOf(current.passwordHash) === passwordDigest;
		};
		const result = await enter(found, isUnchanged, step);
		const isKnown = step.device !== undefined && devices.isKnown(developerId, step.device, now);
		if (result.kind === "logged_in" && !isKnown) await mail.tell(developerId, "new_device", {}, now);
		return result;
	}

	async function enter(
		account: DeveloperWithHash,
		isStillRight: () => Promise<boolean>,
		{ replacedToken, now }: Pick<Login, "replacedToken" | "now">,
	): Promise<Entered> {
		// First, so that it does not count towards the limit of parallel sessions.
		const replacedSessionId = await closeReplaced(replacedToken, now);
		const opened = await openSession(account, isStillRight, now);
		if (opened.kind !== "opened") return opened;
		const device = devices.issue(account.developerId, now);
		const { user, token, expiresAt } = opened;
		return { kind: "logged_in", user, token, expiresAt, device, replacedSessionId };
	}

	/** @returns the id of the session that ended */
	async function closeReplaced(token: string | undefined, now: number): Promise<string | undefined> {
		const verdict = token === undefined ? undefined : await tokens.verify(token, now);
		if (verdict?.kind !== "valid" || verdict.claims.scope !== "developer") return undefined;
		const { subject, sessionId } = verdict.claims;
		const { isClosed } = await accountOf(subject).closeSession({ sessionId });
		return isClosed ? sessionId : undefined;
	}

	async function openSession(
		account: DeveloperWithHash,
		checkAgain: () => Promise<boolean>,
		now: number,
	): Promise<OpenedSession | WrongCredentials> {
		const { passwordHash, ...user } = account;
		const { developerId } = user;
		const sessionId = newSessionId();
		const { expiresAt, isAccountClosed } = await accountOf(developerId).openSession({ sessionId, now });
		let isStillRight = false;
		try {
			isStillRight = !isAccountClosed && (await checkAgain());
		} finally {
			if (!isStillRight) await accountOf(developerId).closeSession({ sessionId });
		}
		if (!isStillRight) return { kind: "wrong_credentials", developerId };
		const tokenId = crypto.randomUUID();
		const token = await tokens.sign({
			claims: { scope: "developer", subject: developerId, sessionId },
			tokenId,
			issuedAt: now,
			expiresAt,
		});
		return { kind: "opened", user, token, expiresAt };
	}

	/** Checks again, because a concurrent password change ends only earlier sessions. */
	async function recheckPassword(
		{ developerId, passwordHash }: DeveloperWithHash,
		password: string,
		client: HashClient,
	): Promise<boolean> {
		const found = await rows.findWithHash(developerId);
		if (!found) return false;
		return found.passwordHash === passwordHash || passwords.check(found.passwordHash, password, client);
	}

	/** If the hash queue is full, the next login rehashes. */
	async function rehash(
		developerId: string,
		from: string,
		{ password, network }: { password: string; network: string },
	): Promise<void> {
		const to = await passwords.hash(password, { network, isLogin: false });
		await rows.replaceHash({ developerId, from, to });
	}

	/** Undefined for a deleted account. */
	function currentUser({ developerId }: { developerId: string }): Promise<Developer | undefined> {
		return rows.findById(developerId);
	}

	/** @param accountName a developer id or a wallet's subject */
	async function logout({ accountName, sessionId }: { accountName: string; sessionId: string }) {
		await accountOf(accountName).closeSession({ sessionId });
	}

	return { register, login, finishLogin, currentUser, logout };
}

function outcomeOf({ kind }: LoginResult): AttemptOutcome {
	if (kind === "wrong_credentials") return "wrong";
	return kind === "logged_in" || kind === "passkey_needed" ? "right" : "untried";
}

const digestOf = (passwordHash: string) => createHash("sha256").update(passwordHash).digest("hex");

function rethrowUnexpected(error: unknown): void {
	if (!(error instanceof AppError)) throw error;
}
