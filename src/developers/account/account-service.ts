/** Registration, login and sessions of developers. Expected failures come back as tagged reasons. */
import { newDeveloperId, newSessionId } from "../../kernel/random-ids.ts";
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { SessionTokens } from "../login/session-token.ts";
import type { Passwords } from "../passwords/passwords.ts";
import type { AccountOf, Developer, DeveloperRows, DeveloperWithHash, RunLater } from "../ports.ts";

/** `email` is canonical, and `password` satisfies the rules where it is a new one: schemas see to both. */
type Credentials = { email: string; password: string; now: number };

type BusyReason = { kind: "busy"; retryAfterSeconds: number };
export type RegisterAnswer = { kind: "registered"; user: Developer } | { kind: "email-taken" } | BusyReason;
export type LoginAnswer =
	| { kind: "logged-in"; user: Developer; token: string; expiresAt: number }
	/** `developerId` is that of the account, if the address has one; the caller is not told. */
	| { kind: "wrong-credentials"; developerId: string | undefined }
	| Throttled
	| BusyReason;
export type UserAnswer = { kind: "found"; user: Developer } | { kind: "user-gone" };

export type AccountService = {
	register(credentials: Credentials): Promise<RegisterAnswer>;
	/** An unknown address and a wrong password are one answer, at the same cost in time. */
	login(credentials: Credentials & { clientAddress: string }): Promise<LoginAnswer>;
	currentUser(input: { developerId: string }): Promise<UserAnswer>;
	/** Ends the session at once, everywhere. @param input `accountName`: of a developer or a wallet */
	logout(input: { accountName: string; sessionId: string }): Promise<void>;
};

export type AccountServicePorts = {
	rows: DeveloperRows;
	accountOf: AccountOf;
	passwords: Passwords;
	guard: LoginGuard;
	tokens: SessionTokens;
	runLater: RunLater;
};

export function createAccountService(ports: AccountServicePorts): AccountService {
	const { rows, accountOf, passwords, guard, tokens, runLater } = ports;

	async function openSession(
		account: DeveloperWithHash,
		password: string,
		now: number,
	): Promise<LoginAnswer> {
		const { passwordHash, ...user } = account;
		const { developerId } = user;
		const sessionId = newSessionId();
		const { expiresAt, isAccountClosed } = await accountOf(developerId).openSession({ sessionId, now });
		const standing = isAccountClosed ? "gone" : await lookAgain(account, password);
		if (standing !== "unchanged") {
			await accountOf(developerId).closeSession({ sessionId });
			return standing === "gone" ? { kind: "wrong-credentials", developerId } : standing;
		}
		const tokenId = crypto.randomUUID();
		const token = await tokens.sign({
			claims: { scope: "developer", subject: developerId, sessionId },
			tokenId,
			issuedAt: now,
			expiresAt,
		});
		return { kind: "logged-in", user, token, expiresAt };
	}

	/**
	 * A change of the password ends the sessions that are there. One that was being opened meanwhile with the old
	 * password would live on, so the row is read once more after it is open.
	 */
	async function lookAgain(
		{ developerId, passwordHash }: DeveloperWithHash,
		password: string,
	): Promise<"unchanged" | "gone" | BusyReason> {
		const found = await rows.findWithHash(developerId);
		if (!found) return "gone";
		if (found.passwordHash === passwordHash) return "unchanged";
		// Another login may have hashed the same password again.
		const check = await passwords.check(found.passwordHash, password);
		if (check.kind === "busy") return check;
		return check.value ? "unchanged" : "gone";
	}

	async function logIn({ email, password, now }: Credentials): Promise<LoginAnswer> {
		const found = await rows.findByEmail(email);
		const check = await passwords.check(found?.passwordHash, password);
		if (check.kind === "busy") return check;
		if (!found || !check.value) return { kind: "wrong-credentials", developerId: found?.developerId };
		const { developerId, passwordHash } = found;
		if (passwords.needsRehash(passwordHash)) runLater(rehash(developerId, passwordHash, password));
		return openSession(found, password, now);
	}

	/** After the answer; if the queue is full, the next login does it. */
	async function rehash(developerId: string, from: string, password: string): Promise<void> {
		const hash = await passwords.hash(password);
		if (hash.kind === "done") await rows.replaceHash({ developerId, from, to: hash.value });
	}

	return {
		async register({ email, password, now }) {
			// Saves the hash for an address that is known to be taken. The unique index decides all others.
			if (await rows.findByEmail(email)) return { kind: "email-taken" };
			const hash = await passwords.hash(password);
			if (hash.kind === "busy") return hash;
			const user: Developer = { developerId: newDeveloperId(), email, role: "developer", createdAt: now };
			const isInserted = await rows.insert({ ...user, passwordHash: hash.value });
			return isInserted ? { kind: "registered", user } : { kind: "email-taken" };
		},
		login({ email, password, clientAddress, now }) {
			const attempt = { account: email, clientAddress, now };
			return guard.attempt(attempt, () => logIn({ email, password, now }), loginOutcome);
		},
		async currentUser({ developerId }) {
			const user = await rows.findById(developerId);
			return user ? { kind: "found", user } : { kind: "user-gone" };
		},
		async logout({ accountName, sessionId }) {
			await accountOf(accountName).closeSession({ sessionId });
		},
	};
}

function loginOutcome({ kind }: LoginAnswer): AttemptOutcome {
	if (kind === "wrong-credentials") return "wrong";
	return kind === "logged-in" ? "right" : "untried";
}
