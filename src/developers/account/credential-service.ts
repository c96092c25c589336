/**
 * What ends sessions as a whole: logging out everywhere, a new password, the end of the account. Expected
 * failures come back as tagged reasons.
 *
 * A password is never changed before the sessions have ended, and they are ended again after it: a login with
 * the old one that came in between cannot have left a session behind (`account-service.ts` looks again too).
 */

import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { isResetToken, resetTokenHash } from "../passwords/reset-token.ts";
import type { AccountOf, DeveloperRows, DeveloperWithHash, PasswordResets } from "../ports.ts";

type BusyReason = { kind: "busy"; retryAfterSeconds: number };
type OwnPasswordReason = { kind: "wrong-password" } | { kind: "user-gone" } | Throttled | BusyReason;

export type ChangePasswordAnswer = { kind: "password-changed" } | OwnPasswordReason;
export type DeleteAccountAnswer = { kind: "account-deleted" } | OwnPasswordReason;
export type ResetPasswordAnswer =
	| { kind: "password-reset"; developerId: string }
	| { kind: "reset-token-invalid" }
	| Throttled
	| BusyReason;

/** Somebody with a session, who has to show that it is theirs. `password` is what they say it is at present. */
type Owner = { developerId: string; password: string; clientAddress: string; now: number };

type Reset = { token: string; newPassword: string; clientAddress: string; now: number };

export type CredentialService = {
	/** Ends every session of the account at once, this one too. */
	logoutEverywhere(input: { accountName: string }): Promise<void>;
	/** @param newPassword satisfies the rules: the schema sees to it. Ends every session, this one too. */
	changePassword(input: Owner & { newPassword: string }): Promise<ChangePasswordAnswer>;
	/** Uses the operator's one-time token up and ends every session. The new password satisfies the rules. */
	resetPassword(input: Reset): Promise<ResetPasswordAnswer>;
	/** Ends sessions and keys at once and for good; the address is free again. */
	deleteAccount(input: Owner): Promise<DeleteAccountAnswer>;
};

export type CredentialServicePorts = {
	rows: DeveloperRows;
	resets: PasswordResets;
	accountOf: AccountOf;
	passwords: Passwords;
	guard: LoginGuard;
};

/** For a caller who met another change of the same password. */
const RETRY_SECONDS = 1;

export function createCredentialService(ports: CredentialServicePorts): CredentialService {
	const { rows, resets, accountOf, passwords, guard } = ports;

	/** Goes on with the account once its owner has shown the password; guesses are slowed down as at login. */
	async function asOwner<T extends { kind: string }>(
		{ developerId, password, clientAddress, now }: Owner,
		goOn: (user: DeveloperWithHash) => Promise<T | BusyReason>,
	): Promise<T | OwnPasswordReason> {
		const user = await rows.findWithHash(developerId);
		if (!user) return { kind: "user-gone" };
		const attempt = async (): Promise<T | OwnPasswordReason> => {
			const check = await passwords.check(user.passwordHash, password);
			if (check.kind === "busy") return check;
			return check.value ? goOn(user) : { kind: "wrong-password" };
		};
		return guard.attempt({ account: user.email, clientAddress, now }, attempt, outcomeOf);
	}

	/** @param write answers whether it has set the password */
	async function replacePassword(developerId: string, write: () => Promise<boolean>): Promise<boolean> {
		await accountOf(developerId).closeAllSessions();
		const isSet = await write();
		if (isSet) await accountOf(developerId).closeAllSessions();
		return isSet;
	}

	async function redeem({ token, newPassword, now }: Reset): Promise<ResetPasswordAnswer> {
		if (!isResetToken(token)) return { kind: "reset-token-invalid" };
		const tokenHash = resetTokenHash(token);
		// Only a good token is worth a hash; which of several uses of it wins is decided by `redeem`.
		const developerId = await resets.ownerOf({ tokenHash, now });
		if (developerId === undefined) return { kind: "reset-token-invalid" };
		const hash = await passwords.hash(newPassword);
		if (hash.kind === "busy") return hash;
		const isSet = await replacePassword(developerId, () =>
			resets.redeem({ tokenHash, passwordHash: hash.value, now }),
		);
		return isSet ? { kind: "password-reset", developerId } : { kind: "reset-token-invalid" };
	}

	return {
		async logoutEverywhere({ accountName }) {
			await accountOf(accountName).closeAllSessions();
		},
		changePassword({ newPassword, ...owner }) {
			return asOwner<ChangePasswordAnswer>(owner, async ({ developerId, passwordHash: from }) => {
				const hash = await passwords.hash(newPassword);
				if (hash.kind === "busy") return hash;
				const isSet = await replacePassword(developerId, () =>
					rows.changePassword({ developerId, from, to: hash.value }),
				);
				return isSet ? { kind: "password-changed" } : { kind: "busy", retryAfterSeconds: RETRY_SECONDS };
			});
		},
		resetPassword(reset) {
			const { clientAddress, now } = reset;
			return guard.attempt({ account: undefined, clientAddress, now }, () => redeem(reset), outcomeOf);
		},
		deleteAccount(owner) {
			return asOwner<DeleteAccountAnswer>(owner, async ({ developerId }) => {
				await accountOf(developerId).closeAccount({ developerId, now: owner.now });
				return { kind: "account-deleted" };
			});
		},
	};
}

function outcomeOf({ kind }: { kind: string }): AttemptOutcome {
	if (kind === "wrong-password" || kind === "reset-token-invalid") return "wrong";
	return kind === "busy" ? "untried" : "right";
}
