/** Mails one-time codes (auth.md "One-time codes"). A code that is on its way is not replaced. */
import { AppError, invalidField } from "../../kernel/errors/app-error.ts";
import type { Language } from "../../kernel/languages.ts";
import { log } from "../../kernel/log.ts";
import type { MailService } from "../../mail/mail-service.ts";
import type { Budgets } from "../../quota/budgets.ts";
import type { AccountOf, RunLater } from "../account-object.ts";
import { accountNotFound, userGone } from "../errors.ts";
import { accountCodeHash, readAccountCode } from "./account-code.ts";
import type { AccountCodes, CodePurpose } from "./account-codes.d1.ts";
import type { DeveloperRows } from "./developers.d1.ts";

/** A day, so that strangers can cause one mail a day to an address. */
const CONFIRMATION_LIFETIME_MS = 24 * 3600 * 1000;
const RESET_LIFETIME_MS = 15 * 60 * 1000;

type Asking = { clientAddress: string; language: Language; now: number };

type Confirming = { developerId: string; sessionId: string; code: string; now: number };

export type CodeService = ReturnType<typeof createCodeService>;

export function createCodeService({
	rows,
	codes,
	mail,
	budgets,
	accountOf,
	isLocal,
	runLater,
}: {
	rows: Pick<DeveloperRows, "findById" | "findByEmail">;
	codes: AccountCodes;
	mail: MailService;
	budgets: Pick<Budgets, "within">;
	accountOf: AccountOf;
	/** The service runs on one machine, for its developer. */
	isLocal: boolean;
	runLater: RunLater;
}) {
	/** @returns `confirmed` if there is nothing to confirm */
	async function requestConfirmation({ developerId, ...asking }: Asking & { developerId: string }) {
		mail.requireSender();
		const user = await rows.findById(developerId);
		if (!user) throw userGone();
		if (user.emailConfirmedAt !== null) return "confirmed";
		const purpose = "confirm_email";
		if (await codes.isOnItsWay({ developerId, purpose, now: asking.now })) return "on_its_way";
		const payer = { kind: "developer", developerId } as const;
		const { clientAddress, now } = asking;
		await budgets.within({ payer, clientAddress, costs: { confirmations: 1 }, now }, () =>
			send(purpose, CONFIRMATION_LIFETIME_MS, { developerId, ...asking }),
		);
		return "sent";
	}

	/**
	 * Of the session's own account. Ends every other session, key and endpoint, because somebody may have registered the
	 * address before its owner did.
	 */
	async function confirmEmail(input: Confirming): Promise<void> {
		const { developerId, sessionId, now } = input;
		const code = readAccountCode(input.code);
		const use = { codeHash: accountCodeHash(code ?? ""), purpose: "confirm_email", now } as const;
		const found = await codes.find(use);
		if (found?.developerId !== developerId) throw unknownCode();
		await accountOf(developerId).takeOver({ developerId, keptSessionId: sessionId, now });
		await codes.confirm(developerId, now);
	}

	/** Looks the address up after the response, so that body and time are the same for every address. */
	function requestReset(asking: Asking & { email: string }): void {
		mail.requireSender();
		const mailing = mailReset(asking).catch((cause: unknown) => {
			// A used-up budget is told to nobody.
			if (!(cause instanceof AppError)) log.warn("mail", { cause });
		});
		runLater(mailing);
	}

	async function mailReset({
		email,
		clientAddress,
		language,
		now,
	}: Asking & { email: string }): Promise<void> {
		const user = await rows.findByEmail(email);
		const purpose = "reset_password";
		if (!user || (await codes.isOnItsWay({ developerId: user.developerId, purpose, now }))) return;
		const { developerId } = user;
		// Counted by network and address together, so that no stranger uses up what the owner needs.
		const payer = { kind: "owner", account: developerId } as const;
		await budgets.within({ payer, clientAddress, costs: { resets: 1 }, now }, () =>
			send(purpose, RESET_LIFETIME_MS, { developerId, language, now }),
		);
	}

	async function send(
		purpose: Exclude<CodePurpose, "first_passkey">,
		lifetimeMs: number,
		{ developerId, language, now }: { developerId: string; language: Language; now: number },
	): Promise<void> {
		const { letter, code } = mail.codeLetter(purpose, developerId, { now, lifetimeMs, facts: {} });
		const stored = { codeHash: accountCodeHash(code), purpose, developerId, language, now };
		await codes.mail(stored, letter);
		mail.deliverSoon();
	}

	/**
	 * What other people rely on needs a confirmed address (auth.md "Confirmed addresses").
	 * @throws AppError
	 */
	async function requireConfirmed(developerId: string): Promise<void> {
		if (isLocal || !mail.isOn) return;
		const user = await rows.findById(developerId);
		if (!user) throw accountNotFound();
		if (user.emailConfirmedAt !== null) return;
		throw new AppError({
			code: "FORBIDDEN",
			message:
				"The e-mail address of the account is not confirmed. Its owner confirms it with a code: `POST /auth/email-confirmation/request`, or the account's page.",
		});
	}

	return { requestConfirmation, confirmEmail, requestReset, requireConfirmed };
}

const unknownCode = () =>
	invalidField({
		field: "code",
		rule: "invalid",
		message:
			"is not the code that was mailed to this account, or is older than a day; copy the newest mail's code, or ask for another",
	});
