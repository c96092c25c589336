/** Changes the e-mail address of an account (auth.md "Change of address"), by a code to each of the two addresses. */
import { newEmailChangeId } from "../../kernel/crypto/random-ids.ts";
import { AppError, invalidField } from "../../kernel/errors/app-error.ts";
import type { Language } from "../../kernel/languages.ts";
import type { MailService } from "../../mail/mail-service.ts";
import type { Suppressions } from "../../mail/suppressions.d1.ts";
import type { Budgets } from "../../quota/budgets.ts";
import type { AccountOf } from "../account-object.ts";
import { emailTaken } from "../errors.ts";
import { accountCodeHash, readAccountCode } from "./account-code.ts";
import type { CredentialService, Owner, OwnerResult } from "./credential-service.ts";
import { type DeveloperWithHash, holdingRole } from "./developer.ts";
import type { DeveloperRows } from "./developers.d1.ts";
import type { EmailChanges } from "./email-changes.d1.ts";

const DAY_MS = 24 * 3600 * 1000;

type Request = Owner & {
	/** Canonical. */
	newEmail: string;
	/** Whether a passkey of the account was proved. */
	withPasskey: boolean;
	language: Language;
};
type Confirmation = {
	developerId: string;
	sessionId: string;
	currentCode: string;
	newCode: string;
	now: number;
};

export function createEmailChangeService({
	rows,
	changes,
	mail,
	suppressions,
	budgets,
	accountOf,
	asOwner,
}: {
	rows: Pick<DeveloperRows, "findByEmail">;
	changes: EmailChanges;
	mail: MailService;
	suppressions: Pick<Suppressions, "macsOf" | "find">;
	budgets: Pick<Budgets, "within">;
	accountOf: AccountOf;
	asOwner: CredentialService["asOwner"];
}) {
	/** Does not ask whether another account has the address, so that nothing tells it. @throws AppError */
	async function requestEmailChange({
		newEmail,
		withPasskey,
		language,
		...owner
	}: Request): Promise<OwnerResult> {
		mail.requireSender();
		return asOwner(owner, async (user) => {
			if (user.emailConfirmedAt === null) throw notConfirmed();
			if (user.email === newEmail) throw sameAddress();
			const { developerId, clientAddress, now } = owner;
			const charge = {
				payer: { kind: "developer", developerId },
				clientAddress,
				costs: { confirmations: 2 },
				now,
			} as const;
			await budgets.within(charge, () => begin(user, { newEmail, withPasskey, language, now }));
			mail.deliverSoon();
		});
	}

	async function begin(
		{ developerId, roleHeldUntil }: DeveloperWithHash,
		{ newEmail, withPasskey, language, now }: Pick<Request, "newEmail" | "withPasskey" | "language" | "now">,
	): Promise<void> {
		const changeId = newEmailChangeId();
		const terms = { now, lifetimeMs: DAY_MS, facts: {} };
		const current = mail.codeLetter("change_email", developerId, terms);
		const fresh = mail.codeLetter("confirm_new_email", changeId, terms);
		const change = {
			...{ changeId, developerId, newEmail, language, roleHeldUntil },
			addressMac: suppressions.macsOf(newEmail)[0] ?? "",
			currentCodeHash: accountCodeHash(current.code),
			newCodeHash: accountCodeHash(fresh.code),
			withPasskey: withPasskey ? 1 : 0,
			expiresAt: now + DAY_MS,
		};
		// An address that takes no mail gets none, and keeps the day's for its owner.
		const isStopped = (await suppressions.find(newEmail)) !== undefined;
		await changes.begin(change, { current: current.letter, fresh: isStopped ? null : fresh.letter }, now);
	}

	/** With both codes. Ends the other sessions first, so that a killed process leaves none behind. @throws AppError */
	async function changeEmail(confirmation: Confirmation): Promise<void> {
		const { developerId, sessionId, currentCode, newCode, now } = confirmation;
		const codes = { currentCodeHash: hashOf(currentCode), newCodeHash: hashOf(newCode) };
		const found = await changes.find(codes, developerId, now);
		if (!found) throw unknownCodes();
		const { changeId, newEmail } = found;
		if (await rows.findByEmail(newEmail)) throw emailTaken();
		await accountOf(developerId).closeOtherSessions({ sessionId, now });
		const letterTo = (recipient: string) => mail.letterOf("email_changed", recipient, {}, now);
		const letters = { former: letterTo(changeId), present: letterTo(developerId) };
		const finishing = { owner: developerId, roleHeldUntil: holdingRole(now), now, toldUntil: now + DAY_MS };
		if (!(await changes.finish(found, letters, finishing)))
			throw (await rows.findByEmail(newEmail)) ? emailTaken() : unknownCodes();
		mail.deliverSoon();
	}

	return { requestEmailChange, changeEmail };
}

const hashOf = (code: string) => accountCodeHash(readAccountCode(code) ?? "");

const notConfirmed = () =>
	new AppError({
		code: "FORBIDDEN",
		message:
			"The present address of the account is not confirmed. Confirm it first: `POST /auth/email-confirmation/request`.",
	});

const sameAddress = () =>
	invalidField({ field: "newEmail", rule: "invalid", message: "is the address of the account already" });

const unknownCodes = () =>
	invalidField({
		field: "currentCode",
		rule: "invalid",
		message:
			"and `newCode` are not the codes of one change: one is wrong or older than a day, or the password or a passkey was changed since; ask for the change again",
	});
