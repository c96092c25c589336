/** Operations that end all sessions before and after a password change, so that no concurrent login survives. */
import { AppError } from "../../kernel/errors/app-error.ts";
import type { MailService } from "../../mail/mail-service.ts";
import type { AttemptOutcome, LoginGuard, Throttled } from "../../quota/login-guard.ts";
import type { AccountOf } from "../account-object.ts";
import { userGone } from "../errors.ts";
import type { KnownDevices } from "../login/known-devices.ts";
import { busyError, type Passwords } from "../passwords/passwords.ts";
import { accountCodeHash, readAccountCode } from "./account-code.ts";
import type { AccountCodes } from "./account-codes.d1.ts";
import { type DeveloperWithHash, holdingRole } from "./developer.ts";
import type { DeveloperRows } from "./developers.d1.ts";

/** Null if the password was right. */
export type OwnerResult = { isSessionEnded: boolean } | null;
export type ResetPasswordResult =
	/** `device`: the value of a new device cookie, which lets the owner log in while strangers guess. */
	| { kind: "password_reset"; developerId: string; device: string }
	| { kind: "invalid_reset_token" }
	| Throttled;

export type Owner = {
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
	codes,
	mail,
	accountOf,
	passwords,
	guard,
	devices,
}: {
	rows: DeveloperRows;
	codes: Pick<AccountCodes, "find" | "redeem" | "confirm">;
	mail: Pick<MailService, "isOn" | "letterOf" | "deliverSoon">;
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
			const to = await passwords.hashNew(newPassword, "newPassword", {
				network: owner.clientAddress,
				isLogin: true,
			});
			const { now } = owner;
			const change = { developerId, from, to, roleHeldUntil: holdingRole(now) };
			const isChanged = await endingSessions(developerId, () =>
				rows.changePassword(change, changedLetter(developerId, now)),
			);
			if (!isChanged) throw busyError({ by: "service", retryAfterSeconds: RETRY_SECONDS });
			mail.deliverSoon();
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
			// A session that has ended counts nothing.
			if (outcome !== "wrong") await account.cancelPasswordCheck({ sessionId });
		}
	}

	/**
	 * @param setPassword returns false if nothing was set
	 * @param provesAddress for the first time, so that keys and endpoints end too (auth.md "Confirmed addresses")
	 */
	async function endingSessions(
		developerId: string,
		setPassword: () => Promise<boolean>,
		provesAddress = false,
	): Promise<boolean> {
		const account = accountOf(developerId);
		const endAll = () =>
			provesAddress
				? account.takeOver({ developerId, keptSessionId: null, now: Date.now() })
				: account.closeAllSessions();
		await endAll();
		const isSet = await setPassword();
		if (isSet) await endAll();
		return isSet;
	}

	const changedLetter = (developerId: string, now: number) =>
		mail.isOn ? mail.letterOf("password_changed", developerId, {}, now) : undefined;

	async function redeem({ token, newPassword, clientAddress, now }: Reset): Promise<ResetPasswordResult> {
		const code = readAccountCode(token);
		if (code === undefined) return { kind: "invalid_reset_token" };
		const use = { codeHash: accountCodeHash(code), purpose: "reset_password", now } as const;
		// Checks the code before the costly hash. `codes.redeem` decides between concurrent uses.
		const found = await codes.find(use);
		if (!found) return { kind: "invalid_reset_token" };
		const { developerId } = found;
		const provesAddress = found.isMailed === 1 && found.emailConfirmedAt === null;
		const passwordHash = await passwords.hashNew(newPassword, "newPassword", {
			network: clientAddress,
			isLogin: true,
		});
		const change = { ...use, passwordHash, roleHeldUntil: holdingRole(now) };
		const isRedeemed = await endingSessions(
			developerId,
			() => codes.redeem(change, changedLetter(developerId, now)),
			provesAddress,
		);
		if (!isRedeemed) return { kind: "invalid_reset_token" };
		// Last, so that an account which was not wholly taken over counts as unconfirmed.
		if (provesAddress) await codes.confirm(developerId, now);
		mail.deliverSoon();
		return { kind: "password_reset", developerId, device: devices.issue(developerId, now) };
	}

	return { logoutEverywhere, changePassword, resetPassword, deleteAccount, asOwner };
}
