/** Operations that end all sessions before and after a password change, so that no concurrent login survives. */
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { AccountOf } from "../account-object.ts";
import type { KnownDevices } from "../login/known-devices.ts";
import type { Busy } from "../passwords/hash-gate.ts";
import type { PasswordResets } from "../passwords/password-resets.d1.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { readResetCode, resetCodeHash } from "../passwords/reset-code.ts";
import type { DeveloperWithHash } from "./developer.ts";
import type { DeveloperRows } from "./developers.d1.ts";

type OwnerFailure =
	| { kind: "wrong_password"; isSessionEnded: boolean }
	| { kind: "session_ended" }
	| { kind: "user_gone" }
	| Busy;

export type ChangePasswordResult = { kind: "password_changed" } | OwnerFailure;
export type DeleteAccountResult = { kind: "account_deleted" } | OwnerFailure;
export type ResetPasswordResult =
	/** `device`: the value of a new device cookie, which lets the owner log in while strangers guess. */
	| { kind: "password_reset"; developerId: string; device: string }
	| { kind: "invalid_reset_token" }
	| Throttled
	| Busy;

type Owner = {
	developerId: string;
	sessionId: string;
	password: string;
	clientAddress: string;
	now: number;
};

type Reset = { token: string; newPassword: string; clientAddress: string; now: number };

const RETRY_SECONDS = 1;

export type CredentialService = ReturnType<typeof createCredentialService>;

export function createCredentialService({
	rows,
	resets,
	accountOf,
	passwords,
	guard,
	devices,
}: {
	rows: DeveloperRows;
	resets: PasswordResets;
	accountOf: AccountOf;
	passwords: Passwords;
	guard: LoginGuard;
	devices: KnownDevices;
}) {
	async function logoutEverywhere({ accountName }: { accountName: string }): Promise<void> {
		await accountOf(accountName).closeAllSessions();
	}

	function changePassword({
		newPassword,
		...owner
	}: Owner & { newPassword: string }): Promise<ChangePasswordResult> {
		return asOwner<ChangePasswordResult>(owner, async ({ developerId, passwordHash: from }) => {
			const hash = await passwords.hash(newPassword, { network: owner.clientAddress, isLogin: true });
			if (hash.kind === "busy") return hash;
			const isChanged = await endingSessions(developerId, () =>
				rows.changePassword({ developerId, from, to: hash.value }),
			);
			return isChanged
				? { kind: "password_changed" }
				: { kind: "busy", by: "service", retryAfterSeconds: RETRY_SECONDS };
		});
	}

	function resetPassword(reset: Reset): Promise<ResetPasswordResult> {
		const { clientAddress, now } = reset;
		return guard.attempt({ account: undefined, clientAddress, now }, () => redeem(reset), outcomeOf);
	}

	function deleteAccount(owner: Owner): Promise<DeleteAccountResult> {
		return asOwner<DeleteAccountResult>(owner, async ({ developerId }) => {
			await accountOf(developerId).closeAccount({ developerId, now: owner.now });
			return { kind: "account_deleted" };
		});
	}

	/** Counts wrong passwords for the session alone, so that strangers cannot keep the owner out. */
	async function asOwner<T extends { kind: string }>(
		{ developerId, sessionId, password, clientAddress }: Owner,
		action: (user: DeveloperWithHash) => Promise<T | Busy>,
	): Promise<T | OwnerFailure> {
		const user = await rows.findWithHash(developerId);
		if (!user) return { kind: "user_gone" };
		const account = accountOf(developerId);
		const { kind } = await account.beginPasswordCheck({ sessionId });
		if (kind === "ended") return { kind: "session_ended" };
		let outcome: AttemptOutcome = "untried";
		try {
			const client = { network: clientAddress, isLogin: true };
			const check = await passwords.check(user.passwordHash, password, client);
			if (check.kind === "busy") return check;
			if (!check.value) {
				outcome = "wrong";
				return { kind: "wrong_password", ...(await account.failPasswordCheck({ sessionId })) };
			}
			const result = await action(user);
			outcome = outcomeOf(result);
			return result;
		} finally {
			// After a success the session has ended.
			if (outcome === "untried") await account.cancelPasswordCheck({ sessionId });
		}
	}

	/** @param setPassword returns false if nothing was set */
	async function endingSessions(developerId: string, setPassword: () => Promise<boolean>): Promise<boolean> {
		await accountOf(developerId).closeAllSessions();
		const isSet = await setPassword();
		if (isSet) await accountOf(developerId).closeAllSessions();
		return isSet;
	}

	async function redeem({ token, newPassword, clientAddress, now }: Reset): Promise<ResetPasswordResult> {
		const code = readResetCode(token);
		if (code === undefined) return { kind: "invalid_reset_token" };
		const tokenHash = resetCodeHash(code);
		// Checks the code before the costly hash. `redeem` decides between concurrent uses.
		const developerId = await resets.ownerOf({ tokenHash, now });
		if (developerId === undefined) return { kind: "invalid_reset_token" };
		const hash = await passwords.hash(newPassword, { network: clientAddress, isLogin: true });
		if (hash.kind === "busy") return hash;
		const isRedeemed = await endingSessions(developerId, () =>
			resets.redeem({ tokenHash, passwordHash: hash.value, now }),
		);
		if (!isRedeemed) return { kind: "invalid_reset_token" };
		return { kind: "password_reset", developerId, device: devices.issue(developerId, now) };
	}

	return { logoutEverywhere, changePassword, resetPassword, deleteAccount };
}

function outcomeOf({ kind }: { kind: string }): AttemptOutcome {
	if (kind === "invalid_reset_token") return "wrong";
	return kind === "busy" ? "untried" : "right";
}
