/** Operations that end all sessions before and after a password change, so that no concurrent login survives. */
import { AppError } from "../../kernel/app-error.ts";
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { AccountOf } from "../account-object.ts";
import { userGone } from "../errors.ts";
import type { KnownDevices } from "../login/known-devices.ts";
import type { PasswordResets } from "../passwords/password-resets.d1.ts";
import { busyError, type Passwords } from "../passwords/passwords.ts";
import { readResetCode, resetCodeHash } from "../passwords/reset-code.ts";
import type { DeveloperWithHash } from "./developer.ts";
import type { DeveloperRows } from "./developers.d1.ts";

/** Null if the password was right. */
type OwnerResult = { isSessionEnded: boolean } | null;
export type ResetPasswordResult =
	/** `device`: the value of a new device cookie, which lets the owner log in while strangers guess. */
	| { kind: "password_reset"; developerId: string; device: string }
	| { kind: "invalid_reset_token" }
	| Throttled;

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

	function changePassword({ newPassword, ...owner }: Owner & { newPassword: string }): Promise<OwnerResult> {
		return asOwner(owner, async ({ developerId, passwordHash: from }) => {
			const to = await passwords.hash(newPassword, { network: owner.clientAddress, isLogin: true });
			const isChanged = await endingSessions(developerId, () =>
				rows.changePassword({ developerId, from, to }),
			);
			if (!isChanged) throw busyError({ by: "service", retryAfterSeconds: RETRY_SECONDS });
		});
	}

	function resetPassword(reset: Reset): Promise<ResetPasswordResult> {
		const { clientAddress, now } = reset;
		return guard.attempt(
			{ account: undefined, clientAddress, now },
			() => redeem(reset),
			({ kind }) => (kind === "invalid_reset_token" ? "wrong" : "right"),
		);
	}

	function deleteAccount(owner: Owner): Promise<OwnerResult> {
		return asOwner(owner, async ({ developerId }) => {
			await accountOf(developerId).closeAccount({ developerId, now: owner.now });
		});
	}

	/** Counts wrong passwords for the session alone, so that strangers cannot keep the owner out. */
	async function asOwner(
		{ developerId, sessionId, password, clientAddress }: Owner,
		action: (user: DeveloperWithHash) => Promise<void>,
	): Promise<OwnerResult> {
		const user = await rows.findWithHash(developerId);
		if (!user) throw userGone();
		const account = accountOf(developerId);
		const { kind } = await account.beginPasswordCheck({ sessionId });
		if (kind === "ended") {
			throw new AppError({
				code: "INVALID_TOKEN",
				message: "This session has ended. Nothing was changed. Log in again.",
			});
		}
		let outcome: AttemptOutcome = "untried";
		try {
			const client = { network: clientAddress, isLogin: true };
			if (!(await passwords.check(user.passwordHash, password, client))) {
				outcome = "wrong";
				return await account.failPasswordCheck({ sessionId });
			}
			await action(user);
			outcome = "right";
			return null;
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
		const passwordHash = await passwords.hash(newPassword, { network: clientAddress, isLogin: true });
		const isRedeemed = await endingSessions(developerId, () =>
			resets.redeem({ tokenHash, passwordHash, now }),
		);
		if (!isRedeemed) return { kind: "invalid_reset_token" };
		return { kind: "password_reset", developerId, device: devices.issue(developerId, now) };
	}

	return { logoutEverywhere, changePassword, resetPassword, deleteAccount };
}
