/** Mails one-time codes (auth.md "One-time codes"). A code that is on its way is not replaced. */
import { AppError, invalidField } from "../../kernel/errors/app-error.ts";
import type { Language } from "../../kernel/languages.ts";
import { log } from "../../kernel/log.ts";
import type { MailService } from "../../mail/mail-service.ts";
import { type MailStop, mailStopOf } from "../../mail/mail-stop.ts";
import type { Suppressions } from "../../mail/suppressions.d1.ts";
import type { Budgets } from "../../quota/budgets.ts";
import type { AccountOf, RunLater } from "../account-object.ts";
import { accountNotFound, userGone } from "../errors.ts";
import { accountCodeHash, readAccountCode } from "./account-code.ts";
import type { AccountCodes, CodePurpose } from "./account-codes.d1.ts";
import type { Developer } from "./developer.ts";
import type { DeveloperRows } from "./developers.d1.ts";

/** A day, so that strangers can cause one mail a day to an address. */
const CONFIRMATION_LIFETIME_MS = 24 * 3600 * 1000;
const RESET_LIFETIME_MS = 15 * 60 * 1000;

type Asking = { clientAddress: string; language: Language; now: number };

type Named = { developerId: string; email: string };

type Confirming = { developerId: string; sessionId: string; code: string; now: number };

export function createCodeService({
	rows,
	codes,
	mail,
	suppressions,
	budgets,
	accountOf,
	isLocal,
	runLater,
}: {
	rows: Pick<DeveloperRows, "findById" | "findByEmail">;
	codes: AccountCodes;
	mail: MailService;
	suppressions: Pick<Suppressions, "macsOf" | "find" | "lift">;
	budgets: Pick<Budgets, "within">;
	accountOf: AccountOf;
	/** The service runs on one machine, for its developer. */
	isLocal: boolean;
	runLater: RunLater;
}) {
	/** Null while the account's address takes mail. */
	const findMailStop = ({ email, emailConfirmedAt }: Developer): Promise<MailStop | null> =>
		mailStopOf(suppressions, email, emailConfirmedAt !== null);

	/** @returns `confirmed` if there is nothing to confirm. @throws AppError */
	async function requestConfirmation({ developerId, ...asking }: Asking & { developerId: string }) {
		mail.requireSender();
		const user = await rows.findById(developerId);
		if (!user) throw userGone();
		const stop = await findMailStop(user);
		if (user.emailConfirmedAt !== null && !stop) return "confirmed";
		if (stop && !stop.canBeLifted) throw mailStopped();
		const purpose = "confirm_email";
		if (await codes.isOnItsWay({ developerId, purpose, now: asking.now })) return "on_its_way";
		const payer = { kind: "developer", developerId } as const;
		const { clientAddress, now } = asking;
		const kind = stop ? "resume_mail" : purpose;
		const isMailed = await budgets.within({ payer, clientAddress, costs: { confirmations: 1 }, now }, () =>
			mailConfirmation(kind, { ...asking, developerId, email: user.email }),
		);
		mail.deliverSoon();
		return isMailed ? "sent" : "on_its_way";
	}

	/**
	 * Confirms the address of the session's own account, which takes mail again. The first confirmation ends every other
	 * session, key and endpoint, because somebody may have registered the address before its owner did.
	 */
	async function confirmEmail(input: Confirming): Promise<void> {
		const { developerId, sessionId, now } = input;
		const code = readAccountCode(input.code);
		const use = { codeHash: accountCodeHash(code ?? ""), purpose: "confirm_email", now } as const;
		const found = await codes.find(use);
		if (found?.developerId !== developerId) throw unknownCode();
		if (found.emailConfirmedAt === null)
			await accountOf(developerId).takeOver({ developerId, keptSessionId: sessionId, now });
		await suppressions.lift(found.email);
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
			codes.mail(...codeOf(purpose, { developerId, language, now }, RESET_LIFETIME_MS)),
		);
		mail.deliverSoon();
	}

	function mailConfirmation(kind: "confirm_email" | "resume_mail", { email, ...asking }: Asking & Named) {
		const [stored, letter] = codeOf("confirm_email", asking, CONFIRMATION_LIFETIME_MS, kind);
		return codes.mailShared(stored, suppressions.macsOf(email)[0] ?? "", letter);
	}

	function codeOf(
		purpose: Exclude<CodePurpose, "first_passkey">,
		{ developerId, language, now }: Pick<Asking, "language" | "now"> & { developerId: string },
		lifetimeMs: number,
		kind: "confirm_email" | "resume_mail" | "reset_password" = purpose,
	) {
		const { letter, code } = mail.codeLetter(kind, developerId, { now, lifetimeMs, facts: {} });
		return [{ codeHash: accountCodeHash(code), purpose, developerId, language, now }, letter] as const;
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

	return { findMailStop, requestConfirmation, confirmEmail, requestReset, requireConfirmed };
}

const mailStopped = () =>
	new AppError({
		code: "FORBIDDEN",
		message:
			"No code is mailed: a reader of this address reported our mail before it was confirmed. Register another address, or ask the operator of the service.",
	});

const unknownCode = () =>
	invalidField({
		field: "code",
		rule: "invalid",
		message:
			"is not the code that was mailed to this account, or is older than a day; copy the newest mail's code, or ask for another",
	});
